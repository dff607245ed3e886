// Whether a subpacket whose CRC-16 is right may be two that a line has joined.
//
// CRC-16 starts at 0, and over data and its own checksum it ends at 0 again. A line that loses the
// ZDLE in front of the end of one subpacket thereby makes one good subpacket of two: the data of
// the first, the letter of its end and its checksum as if they were data, and the second. CRC-32
// starts at all ones and has no such gap.
#pragma once

#include <cstddef>

#include "boardwalk/bytes.h"
#include "kernels/crc16.h"
#include "zmodem/wire.h"

namespace boardwalk::zmodem {

[[nodiscard]] inline bool reads_as_two(Bytes data) {
  std::uint16_t crc = 0;
  for (std::size_t at = 0; at + 2 < data.size(); ++at) {
    crc = kernels::crc16(crc, data[at]);
    const auto letter = std::to_integer<std::uint8_t>(data[at]);
    const bool is_end = letter >= static_cast<std::uint8_t>(SubpacketEnd::frame_ends) &&
                        letter <= static_cast<std::uint8_t>(SubpacketEnd::ack_then_wait);
    if (is_end && kernels::crc16(kernels::crc16(crc, data[at + 1]), data[at + 2]) == 0) {
      return true;
    }
  }
  return false;
}

}  // namespace boardwalk::zmodem
