// File bytes to the wire: one data subpacket, escaped and checked, as one unit of the caller's
// room.
#pragma once

#include <cstddef>

#include "boardwalk/bytes.h"
#include "flow/unit_writer.h"
#include "zmodem/escaping.h"
#include "zmodem/form.h"
#include "zmodem/wire.h"

namespace boardwalk::zmodem {

// Room that `count` bytes need at the worst: all of them escaped, end, checksum, XON. A byte of
// ESC8 takes three at most; runs never make more of it.
[[nodiscard]] constexpr std::size_t subpacket_room(std::size_t count, SubpacketForm form) {
  const std::size_t each = form.mode == DataMode::seven_bit ? 3 : 2;
  return each * (count + 4) + 2 + 1;
}

// Puts a subpacket as part of the current unit of `out`; the caller finishes the unit. With less
// than subpacket_room(payload.size()) left, or a payload above kMaxSubpacket, the unit overflows.
// On a telnet line `escapes` must keep 0xff away (EscapeChoice::telnet_ff), since nothing is
// doubled here.
void write_subpacket(UnitWriter& out, Bytes payload, SubpacketEnd end, SubpacketForm form,
                     const Escapes& escapes);

// With all controls escaped: whether this subpacket's checksum, alone or with the escape byte
// behind it, would look like the start of a header to a receiver that hunts for one (see
// length_without_false_header()). Such a "header" swallows what follows; one byte less of payload
// makes another checksum.
[[nodiscard]] bool checksum_looks_like_header(Bytes payload, SubpacketEnd end, SubpacketForm form);

}  // namespace boardwalk::zmodem
