// A ZMODEM header as a value, and its way onto the wire in every form (form.h).
//
// A fixed header has four parameters, a variable one up to sixteen; those that were not sent are 0.
// They are kept in wire order. Read as a number they are little-endian (ZP0..ZP3);
// read as flags they run backwards: the last one is ZF0. (Section 7.3.)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "boardwalk/bytes.h"
#include "flow/unit_writer.h"
#include "zmodem/escaping.h"
#include "zmodem/form.h"
#include "zmodem/wire.h"

namespace boardwalk::zmodem {

struct Header {
  FrameType type{};
  std::array<std::uint8_t, kMostParams> params{};
  std::uint8_t count = 4;  // of parameters; more than 4 only in a variable form

  [[nodiscard]] constexpr std::uint32_t number() const { return number_at(0); }
  // Four parameters from `first` on, as a number.
  [[nodiscard]] constexpr std::uint32_t number_at(std::size_t first) const {
    return std::uint32_t{params[first]} | std::uint32_t{params[first + 1]} << 8 |
           std::uint32_t{params[first + 2]} << 16 | std::uint32_t{params[first + 3]} << 24;
  }
  // ZF0..ZF3.
  [[nodiscard]] constexpr std::uint8_t flags(unsigned index) const { return params[3 - index]; }

  friend constexpr bool operator==(const Header&, const Header&) = default;
};

[[nodiscard]] constexpr Header header_with_number(FrameType type, std::uint32_t number) {
  return {type,
          {static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(number >> 8),
           static_cast<std::uint8_t>(number >> 16), static_cast<std::uint8_t>(number >> 24)},
          4};
}

[[nodiscard]] constexpr Header header_with_flags(FrameType type, std::uint8_t flags0) {
  return {type, {0, 0, 0, flags0}, 4};
}

// The checksum of a header with 32 bits over its type and parameters, complemented as on the wire.
[[nodiscard]] std::uint32_t header_crc32(Bytes covered, HeaderForm form);

// Puts a header as part of the current unit of `out`; the caller finishes the unit. `escapes` is
// not used by the hex forms.
void write_header(UnitWriter& out, const Header& header, HeaderForm form, const Escapes& escapes);

}  // namespace boardwalk::zmodem
