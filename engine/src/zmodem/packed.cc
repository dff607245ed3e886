// See packed.h.
#include "zmodem/packed.h"

namespace boardwalk::zmodem {

namespace {

constexpr unsigned kBase = 88;
constexpr unsigned kFirstDigit = 0x22;

}  // namespace

PackedGroup pack(Bytes group) {
  std::uint64_t value = 0;
  for (const std::byte each : group) {
    value = value << 8 | std::to_integer<unsigned>(each);
  }
  PackedGroup packed;
  packed.size = group.size() + 1;
  for (std::size_t i = packed.size; i-- != 0;) {
    packed.digits[i] = static_cast<std::byte>(kFirstDigit + value % kBase);
    value /= kBase;
  }
  return packed;
}

bool Unpacker::take(std::byte digit) {
  const unsigned value = std::to_integer<unsigned>(digit) - kFirstDigit;  // wraps below
  if (value >= kBase) {
    return false;
  }
  value_ = value_ * kBase + value;
  ++count_;
  return true;
}

bool Unpacker::finish(std::array<std::byte, kPackedGroup>& bytes, std::size_t& size) {
  size = count_ == 0 ? 0 : count_ - 1;
  const bool is_good = count_ != 1 && value_ >> (8 * size) == 0;
  for (std::size_t i = size; i-- != 0;) {
    bytes[i] = static_cast<std::byte>(value_ & 0xff);
    value_ >>= 8;
  }
  begin();
  return is_good;
}

}  // namespace boardwalk::zmodem
