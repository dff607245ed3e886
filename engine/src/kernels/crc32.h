// CRC-32 of ZMODEM: reflected polynomial 0xedb88320, register starts as all ones and is
// complemented at the end (check value of "123456789" is 0xcbf43926). Pure functions over spans.
//
// These continue the *register*: begin with kCrc32Start, complement with crc32_final().
#pragma once

#include <cstdint>

#include "boardwalk/bytes.h"

namespace boardwalk::kernels {

inline constexpr std::uint32_t kCrc32Start = 0xffffffff;

[[nodiscard]] std::uint32_t crc32(std::uint32_t state, Bytes data);
[[nodiscard]] std::uint32_t crc32(std::uint32_t state, std::byte value);
[[nodiscard]] constexpr std::uint32_t crc32_final(std::uint32_t state) { return ~state; }

}  // namespace boardwalk::kernels
