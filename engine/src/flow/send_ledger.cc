// See send_ledger.h.
#include "flow/send_ledger.h"

#include <algorithm>

#include "base/check.h"

namespace boardwalk {

void SendLedger::open(FileOffset size) {
  acked_ = sent_ = furthest_ = FileOffset{};
  size_ = size;
}

void SendLedger::advance_sent(std::uint64_t count) {
  const FileOffset end = sent_ + count;
  if (furthest_ > sent_) {
    resent_ += std::min(furthest_, end) - sent_;
  }
  sent_ = end;
  furthest_ = std::max(furthest_, sent_);
  check();
}

bool SendLedger::acknowledge(FileOffset position) {
  if (position <= acked_ || position > sent_) {
    return false;
  }
  acked_ = position;
  return true;
}

void SendLedger::reposition(FileOffset position) {
  BW_CHECK(position <= size_);
  acked_ = sent_ = position;
  furthest_ = std::max(furthest_, position);  // what the peer has already counts as sent
}

std::optional<FileOffset> SendLedger::expand(std::uint32_t low_bits) const {
  constexpr std::uint64_t kWrap = std::uint64_t{1} << 32;
  const std::uint64_t near = sent_.value();
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
  BW_CHECK(acked_ <= sent_ && sent_ <= furthest_ && furthest_ <= size_);
}

}  // namespace boardwalk
