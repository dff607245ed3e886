// See unit_writer.h. All-or-nothing output into borrowed room.
#include "flow/unit_writer.h"

#include <algorithm>

namespace boardwalk {

namespace {
constexpr std::byte kIac{0xff};
}

void UnitWriter::put(std::byte value) {
  put_verbatim(value);
  if (value == kIac && line_ == LineKind::telnet) {
    put_verbatim(value);
  }
}

void UnitWriter::put(Bytes values) {
  if (line_ == LineKind::telnet) {
    for (const std::byte value : values) {
      put(value);
    }
    return;
  }
  if (values.size() > room_.size() - used_) {
    overflowed_ = true;
    return;
  }
  std::copy(values.begin(), values.end(), room_.begin() + static_cast<std::ptrdiff_t>(used_));
  used_ += values.size();
}

void UnitWriter::put_verbatim(std::byte value) {
  if (used_ == room_.size()) {
    overflowed_ = true;
    return;
  }
  room_[used_++] = value;
}

bool UnitWriter::finish_unit() {
  const bool fitted = !overflowed_;
  if (fitted) {
    finished_ = used_;
  } else {
    used_ = finished_;
    overflowed_ = false;
  }
  return fitted;
}

}  // namespace boardwalk
