// See send_ledger.h.
#include "flow/send_ledger.h"

#include <algorithm>

#include "base/check.h"

namespace boardwalk {

void SendLedger::open(FileOffset size) {
  acked_ = sent_ = furthest_ = FileOffset{};
  size_ = size;
  hole_count_ = 0;
  in_hole_ = false;
}

void SendLedger::advance_sent(std::uint64_t count) {
  const FileOffset end = sent_ + count;
  BW_CHECK(end <= run_end());
  if (furthest_ > sent_) {
    resent_ += std::min(furthest_, end) - sent_;
  }
  sent_ = end;
  furthest_ = std::max(furthest_, sent_);
  check();
}

bool SendLedger::acknowledge(FileOffset position) {
  if (position <= acked_ || position > front()) {
    return false;
  }
  acked_ = position;
  // It has what it asked for by now: nothing of that is sent again.
  const auto end = std::remove_if(holes_.begin(), waiting_end(),
                                  [&](const Hole& hole) { return hole.to <= position; });
  hole_count_ = static_cast<std::size_t>(end - holes_.begin());
  return true;
}

void SendLedger::reposition(FileOffset position) {
  BW_CHECK(position <= size_);
  hole_count_ = 0;
  in_hole_ = false;
  acked_ = sent_ = position;
  furthest_ = std::max(furthest_, position);  // what the peer has already counts as sent
}

bool SendLedger::add_hole(FileOffset from, FileOffset to) {
  if (from >= to || to > furthest_ || from < acked_ || hole_count_ == kMostHoles) {
    return false;
  }
  if (!in_hole_ && to > sent_) {
    return false;  // left over from before a reposition: that part is coming anyway
  }
  const auto waiting = waiting_end();
  const auto known = std::find_if(holes_.begin(), waiting, [&](const Hole& hole) {
    return hole.from <= from && to <= hole.to;
  });
  if (known != waiting || (in_hole_ && sent_ <= from && to <= hole_end_)) {
    return false;
  }
  holes_[hole_count_++] = {from, to};
  return true;
}

void SendLedger::enter_next_run() {
  if (!in_hole_) {
    return_to_ = sent_;
  }
  in_hole_ = hole_count_ != 0;
  if (!in_hole_) {
    sent_ = return_to_;
    return;
  }
  sent_ = std::max(holes_.front().from, acked_);
  hole_end_ = holes_.front().to;
  std::move(holes_.begin() + 1, waiting_end(), holes_.begin());
  --hole_count_;
}

std::optional<FileOffset> SendLedger::expand(std::uint32_t low_bits) const {
  constexpr std::uint64_t kWrap = std::uint64_t{1} << 32;
  const std::uint64_t near = front().value();
  std::uint64_t candidate = (near & ~(kWrap - 1)) | low_bits;
  if (candidate > near && candidate - near > kWrap / 2 && candidate >= kWrap) {
    candidate -= kWrap;
  } else if (near > candidate && near - candidate > kWrap / 2) {
    candidate += kWrap;
  }
  if (candidate > size_.value()) {
    return std::nullopt;
  }
  return FileOffset{candidate};
}

void SendLedger::check() const {
  // In a hole the peer may have acknowledged more than that meanwhile.
  BW_CHECK((in_hole_ || acked_ <= sent_) && sent_ <= furthest_ && furthest_ <= size_);
  BW_CHECK(!in_hole_ || (sent_ <= hole_end_ && hole_end_ <= return_to_ && return_to_ <= size_));
}

}  // namespace boardwalk
