// See source_window.h.
#include "flow/source_window.h"

#include <algorithm>

namespace boardwalk {

void SourceWindow::open() {
  current_ = next_ = Piece{};
  asked_.reset();
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
  asked_ =
      Question{wanted, static_cast<std::size_t>(std::min<std::uint64_t>(piece_, end - wanted))};
  return asked_;
}

SourceWindow::Answer SourceWindow::provide(FileOffset offset, Bytes data) {
  if (!asked_ || asked_->offset != offset) {
    return Answer::unwanted;
  }
  if (data.size() < asked_->length) {
    return Answer::too_short;
  }
  const Piece piece{offset, data.first(asked_->length)};
  (current_.data.empty() ? current_ : next_) = piece;
  asked_.reset();
  return Answer::taken;
}

}  // namespace boardwalk
