// See quoter.h.
#include "support/quoter.h"

#include <algorithm>
#include <array>

#include "support/reference_crc.h"
#include "support/unquoter.h"

namespace boardwalk::test {

namespace {

constexpr std::byte kZdle{0x18};
constexpr std::byte kMarker{0x7e};
constexpr std::byte kHigh{0x80};

bool is_control(std::byte value) { return (value & std::byte{0x60}) == std::byte{0}; }

bool must_escape(std::byte value, std::byte before, Escapes escapes) {
  const std::byte bare = value & std::byte{0x7f};
  if (escapes == Escapes::all_controls && is_control(value)) {
    return true;
  }
  return value == kZdle || bare == std::byte{0x10} || bare == std::byte{0x11} ||
         bare == std::byte{0x13} ||
         (bare == std::byte{0x0d} && (before & std::byte{0x7f}) == std::byte{0x40});
}

void put_zdle(Buffer& wire, std::byte value, Escapes escapes) {
  if (must_escape(value, wire.empty() ? std::byte{0} : wire.back(), escapes)) {
    wire.push_back(kZdle);
    wire.push_back(value ^ std::byte{0x40});
  } else {
    wire.push_back(value);
  }
}

void put_shifted(Buffer& wire, std::byte value, Escapes escapes) {
  constexpr std::array<unsigned char, 7> kNamed = {0x0e, 0x8e, 0x90, 0x91, 0x93, 0x80, 0x98};
  constexpr std::string_view kLetters = "nopqrst";
  const auto named = std::find(kNamed.begin(), kNamed.end(), std::to_integer<unsigned char>(value));
  if (named != kNamed.end()) {
    wire.push_back(kZdle);
    wire.push_back(
        static_cast<std::byte>(kLetters[static_cast<std::size_t>(named - kNamed.begin())]));
    return;
  }
  if (value == std::byte{0xff} || (value == std::byte{0x7f} && escapes == Escapes::all_controls)) {
    wire.push_back(kZdle);
    wire.push_back(static_cast<std::byte>(value == std::byte{0xff} ? 'm' : 'l'));
    return;
  }
  if ((value & kHigh) != std::byte{0}) {
    wire.push_back(std::byte{0x0e});
    value &= ~kHigh;
  }
  const bool special = value == std::byte{0x10} || value == std::byte{0x11} ||
                       value == std::byte{0x13} || value == kZdle;
  if (special || (escapes == Escapes::all_controls && is_control(value))) {
    wire.push_back(kZdle);
    wire.push_back(value ^ std::byte{0x40});
  } else {
    wire.push_back(value);
  }
}

}  // namespace

Buffer quoted(Bytes bytes, Style style, Escapes escapes) {
  Buffer wire;
  for (const std::byte value : bytes) {
    switch (quoting_of(style)) {
      case Quoting::zdle:
        put_zdle(wire, value, escapes);
        break;
      case Quoting::shifted:
        put_shifted(wire, value, escapes);
        break;
      case Quoting::turbo:
        if (value == kZdle) {
          append(wire, Buffer{kZdle, std::byte{0x58}});
        } else {
          wire.push_back(value);
        }
        break;
    }
  }
  return wire;
}

Buffer with_run_lengths(Bytes bytes, Style style) {
  const bool seven_bit = style == Style::seven_bit;
  const std::size_t longest = seven_bit ? 63 : 127;
  Buffer tokens;
  while (!bytes.empty()) {
    const std::byte value = bytes.front();
    std::size_t run = 1;
    while (run < bytes.size() && bytes[run] == value) {
      ++run;
    }
    const bool space = value == std::byte{0x20};
    if (space && run >= 3 && run <= 34) {
      tokens.push_back(kMarker);
      tokens.push_back(static_cast<std::byte>(run + 0x1d));
      bytes = bytes.subspan(run);
      continue;
    }
    run = std::min(run, longest);
    const bool dear = value == kMarker || (seven_bit && (value & kHigh) != std::byte{0}) ||
                      (seven_bit && value == std::byte{0x7f});
    if (run >= 3 || (run == 2 && dear)) {
      tokens.push_back(kMarker);
      tokens.push_back(static_cast<std::byte>(run + 0x40));
      tokens.push_back(value);
    } else if (value == kMarker) {
      tokens.push_back(kMarker);
      tokens.push_back(std::byte{0x40});
    } else {
      tokens.insert(tokens.end(), run, value);
    }
    bytes = bytes.subspan(run);
  }
  return tokens;
}

Buffer packed_digits(Bytes bytes) {
  Buffer digits;
  while (!bytes.empty()) {
    const Bytes group = bytes.first(std::min<std::size_t>(bytes.size(), 4));
    bytes = bytes.subspan(group.size());
    std::uint32_t value = 0;
    for (const std::byte byte : group) {
      value = value << 8 | std::to_integer<std::uint32_t>(byte);
    }
    Buffer reversed;
    for (std::size_t count = group.size() + 1; count > 0; --count) {
      reversed.push_back(static_cast<std::byte>(value % 88 + 0x22));
      value /= 88;
    }
    digits.insert(digits.end(), reversed.rbegin(), reversed.rend());
  }
  return digits;
}

Buffer checksum(Bytes covered, unsigned crc_bits) {
  if (crc_bits == 16) {
    const unsigned crc = table_crc16(covered);
    return {static_cast<std::byte>(crc >> 8), static_cast<std::byte>(crc)};
  }
  const std::uint32_t crc = table_crc32(covered);
  return {static_cast<std::byte>(crc), static_cast<std::byte>(crc >> 8),
          static_cast<std::byte>(crc >> 16), static_cast<std::byte>(crc >> 24)};
}

}  // namespace boardwalk::test
