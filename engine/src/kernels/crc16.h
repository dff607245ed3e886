// CRC-16 of X/Y/ZMODEM: polynomial 0x1021, start 0, most significant bit first, no final XOR
// ("XMODEM"; check value of "123456789" is 0x31c3). Pure functions over spans.
#pragma once

#include <cstdint>

#include "boardwalk/bytes.h"

namespace boardwalk::kernels {

// Continues `crc` over `data`; begin with 0.
[[nodiscard]] std::uint16_t crc16(std::uint16_t crc, Bytes data);
[[nodiscard]] std::uint16_t crc16(std::uint16_t crc, std::byte value);

}  // namespace boardwalk::kernels
