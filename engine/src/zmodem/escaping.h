// Which bytes a ZMODEM sender may not put on the line as they are, as tables for the scan kernel.
// (Section 7.2 of the specification; the CR rule guards Telenet's CR-@-CR.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/byte_class.h"
#include "boardwalk/bytes.h"
#include "zmodem/wire.h"

namespace boardwalk::zmodem {

// Classes in a table of escapes: 0 as it is; escaped only after '@', or only after '*', with or
// without bit 7; anything else is the byte that follows the escape byte.
inline constexpr std::uint8_t kAfterAt = 1;
inline constexpr std::uint8_t kAfterPad = 2;

struct EscapeChoice {
  bool all_controls = false;     // the peer, or we, asked for it (ESCCTL)
  bool telnet_ff = false;        // 0xff is telnet's IAC: never let it out raw
  bool carriage_return = false;  // the line below changes CR: never let it out raw
};

struct Escapes {
  EscapeChoice choice;
  ByteClass table{};
};

[[nodiscard]] constexpr Escapes make_escapes(EscapeChoice choice) {
  ByteClass table{};
  for (unsigned value = 0; value < 256; ++value) {
    const bool control = (value & 0x60) == 0;
    const unsigned low = value & 0x7f;
    const bool always = low == 0x10 || low == 0x11 || low == 0x13 || value == 0x18;
    if (always || (choice.all_controls && control) || (choice.carriage_return && value == 0x0d)) {
      table[value] = static_cast<std::uint8_t>(value ^ 0x40);
    } else if (low == 0x0d) {
      table[value] = kAfterAt;
    } else if (value == 0x98) {
      // rz strips bit 7 while it hunts for a header behind an error, so `2a 98 43` is one to it,
      // and the end of a subpacket inside that makes it give up at once (sz to rz has this fault).
      table[value] = kAfterPad;
    }
  }
  if (choice.telnet_ff) {
    table[0xff] = static_cast<std::uint8_t>(kEscapedFf);
  }
  return {choice, table};
}

// With all controls escaped, a '*' before a 0x01..0x04 looks like the start of a header to a
// receiver that hunts for one behind an error. rz gives a file up after 20 such mistakes, and one
// damaged subpacket can have that much data in flight behind it. So a subpacket ends between the
// two: how many bytes of `payload` may stand in one.
[[nodiscard]] constexpr std::size_t length_without_false_header(Bytes payload) {
  constexpr std::byte kLow{0x7f};
  for (std::size_t at = 0; at + 1 < payload.size(); ++at) {
    const auto style = std::to_integer<unsigned>(payload[at + 1] & kLow);
    if ((payload[at] & kLow) == kPad && style >= 1 && style <= 4) {
      return at + 1;
    }
  }
  return payload.size();
}

// What the byte behind a ZDLE stands for; nothing if it may not stand there. Ends of subpackets and
// cancels have been told apart before.
[[nodiscard]] constexpr std::optional<std::byte> unescaped(std::byte value) {
  if (value == kEscapedDelete) {
    return std::byte{0x7f};
  }
  if (value == kEscapedFf) {
    return std::byte{0xff};
  }
  if ((value & std::byte{0x60}) == std::byte{0x40}) {
    return value ^ std::byte{0x40};
  }
  return std::nullopt;
}

// MobyTurbo: nothing but the escape byte itself.
[[nodiscard]] constexpr ByteClass make_turbo_escapes() {
  ByteClass table{};
  table[0x18] = 0x18 ^ 0x40;
  return table;
}
inline constexpr ByteClass kTurboEscapes = make_turbo_escapes();

// Classes in a table of bytes that a decoder looks at: 0 data as it is; else see below.
inline constexpr std::uint8_t kFlowControl = 1;  // XON, XOFF, with or without bit 7: never data
inline constexpr std::uint8_t kEscapes = 2;      // the escape byte
inline constexpr std::uint8_t kRawControl = 3;   // dropped when all controls come escaped

enum class RawControls { data, dropped };

[[nodiscard]] constexpr ByteClass make_stops(RawControls raw) {
  ByteClass table{};
  for (unsigned value = 0; value < 256; ++value) {
    const unsigned low = value & 0x7f;
    if (value == 0x18) {
      table[value] = kEscapes;
    } else if (low == 0x11 || low == 0x13) {
      table[value] = kFlowControl;
    } else if (raw == RawControls::dropped && (value & 0x60) == 0) {
      table[value] = kRawControl;
    }
  }
  return table;
}

[[nodiscard]] constexpr ByteClass make_turbo_stops() {
  ByteClass table{};
  table[0x18] = kEscapes;
  return table;
}

inline constexpr ByteClass kTurboStops = make_turbo_stops();
inline constexpr ByteClass kStops = make_stops(RawControls::data);
inline constexpr ByteClass kStopsWithoutControls = make_stops(RawControls::dropped);

}  // namespace boardwalk::zmodem
