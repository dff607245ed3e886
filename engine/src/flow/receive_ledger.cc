// See receive_ledger.h.
#include "flow/receive_ledger.h"

#include <algorithm>

#include "base/check.h"

namespace boardwalk {

void ReceiveLedger::open(FileOffset from) { begun_ = decoded_ = delivered_ = committed_ = from; }

void ReceiveLedger::advance_decoded(std::uint64_t count) { decoded_ += count; }

void ReceiveLedger::advance_delivered(std::uint64_t count) {
  delivered_ += count;
  check();
}

void ReceiveLedger::commit(FileOffset end) {
  committed_ = std::max(committed_, std::min(end, delivered_));
  check();
}

FileOffset ReceiveLedger::expand(std::uint32_t low_bits) const {
  // How far ahead it is, as a signed number of 32 bits; never before the beginning.
  const std::uint32_t ahead = low_bits - static_cast<std::uint32_t>(decoded_.value());
  const std::uint64_t behind = std::uint64_t{1} << 32;
  const bool is_behind = ahead >= std::uint32_t{1} << 31 && decoded_.value() + ahead >= behind;
  return FileOffset{decoded_.value() + ahead - (is_behind ? behind : 0)};
}

void ReceiveLedger::check() const {
  BW_CHECK(begun_ <= committed_ && committed_ <= delivered_ && delivered_ <= decoded_);
}

}  // namespace boardwalk
