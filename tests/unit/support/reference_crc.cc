// See reference_crc.h.
#include "support/reference_crc.h"

#include <array>

namespace boardwalk::test {

std::uint16_t table_crc16(Bytes data) {
  static const auto table = [] {
    std::array<std::uint16_t, 256> entries{};
    for (std::size_t value = 0; value < entries.size(); ++value) {
      const auto byte = static_cast<std::byte>(value);
      entries[value] = reference_crc16({&byte, 1});
    }
    return entries;
  }();
  unsigned crc = 0;
  for (const std::byte value : data) {
    crc = (crc << 8 ^ table[(crc >> 8 ^ std::to_integer<unsigned>(value)) & 0xff]) & 0xffff;
  }
  return static_cast<std::uint16_t>(crc);
}

std::uint32_t table_crc32(Bytes data) {
  // One byte moves a register r to (r >> 8) ^ table[(r ^ byte) & ff]; the definition starts at all
  // ones, which hides what a byte alone does: ~result is the register, and ffffffff >> 8 in it.
  static const auto table = [] {
    std::array<std::uint32_t, 256> entries{};
    for (std::size_t value = 0; value < entries.size(); ++value) {
      const auto byte = static_cast<std::byte>(~value & 0xff);
      entries[value] = ~reference_crc32({&byte, 1}) ^ 0x00ffffff;
    }
    return entries;
  }();
  std::uint32_t state = 0xffffffff;
  for (const std::byte value : data) {
    state = state >> 8 ^ table[(state ^ std::to_integer<std::uint32_t>(value)) & 0xff];
  }
  return ~state;
}

}  // namespace boardwalk::test
