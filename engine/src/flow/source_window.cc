// See source_window.h.
#include "flow/source_window.h"

#include <algorithm>

namespace boardwalk {

void SourceWindow::open() {
  current_ = next_ = Piece{};
  asked_.reset();
  replaced_ = {};
}

Bytes SourceWindow::at(FileOffset at) const {
  for (const Piece* piece : {&current_, &next_}) {
    if (piece->holds(at)) {
      return piece->data.subspan(static_cast<std::size_t>(at - piece->offset));
    }
  }
  return {};
}

std::optional<SourceWindow::Question> SourceWindow::ask(FileOffset at, FileOffset end) {
  if (next_.holds(at)) {
    current_ = next_;
    next_ = Piece{};
  }
  FileOffset wanted = at;
  if (current_.holds(at)) {
    wanted = current_.end();
    if (!next_.data.empty() && next_.offset == wanted) {
      return std::nullopt;
    }
  } else {
    current_ = next_ = Piece{};
  }
  if (wanted >= end || (asked_ && asked_->offset == wanted)) {
    return std::nullopt;
  }
  if (asked_) {
    replaced_[next_replaced_++ % replaced_.size()] = *asked_;
  }
  asked_ =
      Question{wanted, static_cast<std::size_t>(std::min<std::uint64_t>(piece_, end - wanted))};
  return asked_;
}

SourceWindow::Answer SourceWindow::provide(FileOffset offset, Bytes data) {
  for (Piece* piece : {&current_, &next_}) {
    if (!piece->data.empty() && ++piece->age == 2) {
      *piece = Piece{};  // given back
    }
  }
  if (!asked_ || asked_->offset != offset) {
    return Answer::unwanted;
  }
  std::size_t length = asked_->length;
  if (data.size() < length) {
    // Perhaps it answers an older question for the same place, which wanted less.
    const auto older =
        std::find_if(replaced_.begin(), replaced_.end(), [&](const Question& question) {
          return question.offset == offset && question.length != 0 &&
                 question.length <= data.size();
        });
    if (older == replaced_.end()) {
      return Answer::too_short;
    }
    length = older->length;
  }
  const Piece piece{offset, data.first(length), 0};
  (current_.data.empty() ? current_ : next_) = piece;
  asked_.reset();
  return Answer::taken;
}

}  // namespace boardwalk
