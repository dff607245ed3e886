// See sink_window.h.
#include "flow/sink_window.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace boardwalk {

std::size_t SinkWindow::advance_decoded(std::size_t count) {
  std::size_t advanced = count;
  std::size_t absorbed = 0;
  while (absorbed < segment_count_ && segments_[absorbed].from <= advanced) {
    advanced = std::max(advanced, segments_[absorbed].to);
    ++absorbed;
  }
  decoded_ += advanced;
  for (std::size_t i = absorbed; i < segment_count_; ++i) {
    segments_[i - absorbed] = {segments_[i].from - advanced, segments_[i].to - advanced};
  }
  segment_count_ -= absorbed;
  return advanced;
}

bool SinkWindow::has(Stretch stretch) const {
  return std::any_of(
      segments_.begin(), segments_.begin() + static_cast<std::ptrdiff_t>(segment_count_),
      [&](const Stretch& kept) { return kept.from <= stretch.from && stretch.to <= kept.to; });
}

bool SinkWindow::keep(Stretch stretch) {
  BW_CHECK(stretch.from > 0 && stretch.to <= reach());
  if (stretch.from == stretch.to) {
    return true;
  }
  std::size_t at = 0;
  while (at < segment_count_ && segments_[at].to < stretch.from) {
    ++at;
  }
  std::size_t end = at;  // segments from `at` up to `end` touch the new one and become one with it
  while (end < segment_count_ && segments_[end].from <= stretch.to) {
    stretch.from = std::min(stretch.from, segments_[end].from);
    stretch.to = std::max(stretch.to, segments_[end].to);
    ++end;
  }
  if (at == end) {
    if (segment_count_ == kMostSegments) {
      if (at == segment_count_) {
        return false;
      }
      --segment_count_;  // the furthest one: what is nearer is needed sooner
    }
    for (std::size_t i = segment_count_; i > at; --i) {
      segments_[i] = segments_[i - 1];
    }
    ++segment_count_;
  } else {
    for (std::size_t i = end; i < segment_count_; ++i) {
      segments_[at + 1 + i - end] = segments_[i];
    }
    segment_count_ -= end - at - 1;
  }
  segments_[at] = stretch;
  return true;
}

void SinkWindow::spoil(Stretch stretch) {
  std::array<Stretch, kMostSegments> kept{};
  std::size_t count = 0;
  const auto add = [&](Stretch piece) {
    if (piece.from < piece.to && count < kMostSegments) {
      kept[count++] = piece;
    }
  };
  for (std::size_t i = 0; i < segment_count_; ++i) {
    const Stretch segment = segments_[i];
    if (segment.to <= stretch.from || stretch.to <= segment.from) {
      add(segment);
    } else {
      add({segment.from, std::max(segment.from, stretch.from)});
      add({std::min(segment.to, stretch.to), segment.to});
    }
  }
  segments_ = kept;
  segment_count_ = count;
}

void SinkWindow::recycle(std::size_t partial) {
  BW_CHECK(delivered_ == decoded_);
  const std::size_t used = std::max(partial, extent());
  BW_CHECK(used <= reach());
  if (decoded_ == 0 || (has_segments() && decoded_ < buffer_.size() / 4)) {
    return;  // moving what is kept can wait until there is more to gain
  }
  std::memmove(buffer_.data(), buffer_.data() + decoded_, used);
  decoded_ = delivered_ = 0;
}

}  // namespace boardwalk
