// See crc32.h. Sixteen bytes a step from tables made at compile time (slicing).
#include "kernels/crc32.h"

#include <array>
#include <cstddef>

namespace boardwalk::kernels {

namespace {

constexpr std::size_t kSlices = 16;
using Tables = std::array<std::array<std::uint32_t, 256>, kSlices>;

// tables[k][b]: the register after byte b and k zero bytes, from zero.
consteval Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t state = byte;
    for (int bit = 0; bit < 8; ++bit) {
      state = (state & 1) != 0 ? (state >> 1) ^ 0xedb88320 : state >> 1;
    }
    tables[0][byte] = state;
  }
  for (std::size_t slice = 1; slice < kSlices; ++slice) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[slice - 1][byte];
      tables[slice][byte] = (before >> 8) ^ tables[0][before & 0xff];
    }
  }
  return tables;
}

constexpr Tables kTables = make_tables();

// Little-endian by shifts: compilers turn it into one load where the machine allows it.
std::uint32_t load32(const std::byte* from) {
  return std::to_integer<std::uint32_t>(from[0]) | std::to_integer<std::uint32_t>(from[1]) << 8 |
         std::to_integer<std::uint32_t>(from[2]) << 16 |
         std::to_integer<std::uint32_t>(from[3]) << 24;
}

std::uint32_t fold(std::uint32_t word, std::size_t last_slice) {
  return kTables[last_slice + 3][word & 0xff] ^ kTables[last_slice + 2][(word >> 8) & 0xff] ^
         kTables[last_slice + 1][(word >> 16) & 0xff] ^ kTables[last_slice][word >> 24];
}

}  // namespace

std::uint32_t crc32(std::uint32_t state, std::byte value) {
  return (state >> 8) ^ kTables[0][(state ^ std::to_integer<std::uint32_t>(value)) & 0xff];
}

std::uint32_t crc32(std::uint32_t state, Bytes data) {
  const std::byte* at = data.data();
  std::size_t left = data.size();
  for (; left >= kSlices; left -= kSlices, at += kSlices) {
    state = fold(load32(at) ^ state, 12) ^ fold(load32(at + 4), 8) ^ fold(load32(at + 8), 4) ^
            fold(load32(at + 12), 0);
  }
  for (; left > 0; --left, ++at) {
    state = crc32(state, *at);
  }
  return state;
}

}  // namespace boardwalk::kernels
