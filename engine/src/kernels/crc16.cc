// See crc16.h. Four bytes a step from tables made at compile time (slicing).
#include "kernels/crc16.h"

#include <array>
#include <cstddef>

namespace boardwalk::kernels {

namespace {

constexpr std::size_t kSlices = 4;
using Tables = std::array<std::array<std::uint16_t, 256>, kSlices>;

// tables[k][b]: the CRC of byte b followed by k zero bytes.
consteval Tables make_tables() {
  Tables tables{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    unsigned crc = byte << 8;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc & 0x8000) != 0 ? (crc << 1) ^ 0x1021 : crc << 1;
    }
    tables[0][byte] = static_cast<std::uint16_t>(crc & 0xffff);
  }
  for (std::size_t slice = 1; slice < kSlices; ++slice) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      const unsigned before = tables[slice - 1][byte];
      tables[slice][byte] =
          static_cast<std::uint16_t>(((before << 8) & 0xffff) ^ tables[0][before >> 8]);
    }
  }
  return tables;
}

constexpr Tables kTables = make_tables();

}  // namespace

std::uint16_t crc16(std::uint16_t crc, std::byte value) {
  const unsigned index = (static_cast<unsigned>(crc) >> 8) ^ std::to_integer<unsigned>(value);
  return static_cast<std::uint16_t>(((static_cast<unsigned>(crc) << 8) & 0xffff) ^
                                    kTables[0][index]);
}

std::uint16_t crc16(std::uint16_t crc, Bytes data) {
  std::size_t at = 0;
  for (; at + kSlices <= data.size(); at += kSlices) {
    const unsigned first = std::to_integer<unsigned>(data[at]) ^ (static_cast<unsigned>(crc) >> 8);
    const unsigned second =
        std::to_integer<unsigned>(data[at + 1]) ^ (static_cast<unsigned>(crc) & 0xff);
    crc = static_cast<std::uint16_t>(kTables[3][first] ^ kTables[2][second] ^
                                     kTables[1][std::to_integer<unsigned>(data[at + 2])] ^
                                     kTables[0][std::to_integer<unsigned>(data[at + 3])]);
  }
  for (; at < data.size(); ++at) {
    crc = crc16(crc, data[at]);
  }
  return crc;
}

}  // namespace boardwalk::kernels
