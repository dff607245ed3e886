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

void ReceiveLedger::check() const {
  BW_CHECK(begun_ <= committed_ && committed_ <= delivered_ && delivered_ <= decoded_);
}

}  // namespace boardwalk
