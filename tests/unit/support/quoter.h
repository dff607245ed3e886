// What a peer does to bytes so that they pass a line, in every style: the way out of unquoter.h.
// Written from the protocol's text, not from the engine.
#pragma once

#include "support/buffer.h"
#include "support/frame.h"

namespace boardwalk::test {

enum class Escapes { standard, all_controls };

// Bytes of a binary header, of a subpacket's data or of its checksum, as they stand on the line.
// Packed data has its own form (below); its headers are quoted like those of the seven-bit style.
Buffer quoted(Bytes bytes, Style style, Escapes escapes);

// Runs as tokens, where a token is shorter; as Forsberg's and Omen's programs choose them.
Buffer with_run_lengths(Bytes bytes, Style style);

// Groups of four bytes as five digits of base 88.
Buffer packed_digits(Bytes bytes);

// Checksums as they are sent.
Buffer checksum(Bytes covered, unsigned crc_bits);

}  // namespace boardwalk::test
