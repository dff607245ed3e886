// The checksums of the protocols bit by bit, as their definitions read: the reference that tables,
// peers and taps of the tests are checked against. Shares nothing with the engine.
#pragma once

#include <cstdint>

#include "boardwalk/bytes.h"

namespace boardwalk::test {

// Polynomial 0x1021, start 0, most significant bit first, no final XOR.
inline std::uint16_t reference_crc16(Bytes data, unsigned crc = 0) {
  for (const std::byte value : data) {
    crc ^= std::to_integer<unsigned>(value) << 8;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc & 0x8000) != 0 ? (crc << 1) ^ 0x1021 : crc << 1;
    }
  }
  return static_cast<std::uint16_t>(crc & 0xffff);
}

// Reflected polynomial 0xedb88320, start all ones, complemented at the end.
inline std::uint32_t reference_crc32(Bytes data) {
  std::uint32_t state = 0xffffffff;
  for (const std::byte value : data) {
    state ^= std::to_integer<std::uint32_t>(value);
    for (int bit = 0; bit < 8; ++bit) {
      state = (state & 1) != 0 ? (state >> 1) ^ 0xedb88320 : state >> 1;
    }
  }
  return ~state;
}

// The same by tables that the definitions above fill: for whole transfers.
std::uint16_t table_crc16(Bytes data);
std::uint32_t table_crc32(Bytes data);

}  // namespace boardwalk::test
