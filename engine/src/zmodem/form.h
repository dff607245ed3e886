// The forms a header can have on the wire, and what each says about the data behind it.
//
// The letter or digit behind the escape byte names the form (wire.h); the form decides the checksum
// and the coding of the subpackets that follow (section 7.3; Forsberg's rzsz for the variable forms
// and RLE; Omen's ESC8, Pack-7 and MobyTurbo for the last three).
#pragma once

#include "boardwalk/config.h"

namespace boardwalk::zmodem {

enum class HeaderForm {
  hex,
  binary16,
  binary32,
  rle32,
  variable_hex,
  variable_binary16,
  variable_binary32,
  variable_rle32,
  seven_bit,
  packed,
  turbo,
};

struct SubpacketForm {
  DataMode mode = DataMode::plain;
  CrcKind crc = CrcKind::crc16;

  friend constexpr bool operator==(const SubpacketForm&, const SubpacketForm&) = default;
};

[[nodiscard]] constexpr SubpacketForm subpacket_form(HeaderForm form) {
  switch (form) {
    case HeaderForm::hex:
    case HeaderForm::binary16:
    case HeaderForm::variable_hex:
    case HeaderForm::variable_binary16:
      return {DataMode::plain, CrcKind::crc16};
    case HeaderForm::binary32:
    case HeaderForm::variable_binary32:
      return {DataMode::plain, CrcKind::crc32};
    case HeaderForm::rle32:
    case HeaderForm::variable_rle32:
      return {DataMode::run_length, CrcKind::crc32};
    case HeaderForm::seven_bit:
      return {DataMode::seven_bit, CrcKind::crc32};
    case HeaderForm::packed:
      return {DataMode::packed, CrcKind::crc32};
    case HeaderForm::turbo:
      return {DataMode::turbo, CrcKind::crc32};
  }
  return {};
}

// Whether a header of this form is followed by a line end.
[[nodiscard]] constexpr bool is_hex(HeaderForm form) {
  return form == HeaderForm::hex || form == HeaderForm::variable_hex;
}
// Whether its parameters are counted, and how the count is written.
[[nodiscard]] constexpr bool has_printable_count(HeaderForm form) {
  return form == HeaderForm::seven_bit || form == HeaderForm::packed;
}
// Whether the checksum of the header is salted (Omen's forms).
[[nodiscard]] constexpr bool is_salted(HeaderForm form) {
  return has_printable_count(form) || form == HeaderForm::turbo;
}
[[nodiscard]] constexpr bool is_variable(HeaderForm form) {
  return form == HeaderForm::variable_hex || form == HeaderForm::variable_binary16 ||
         form == HeaderForm::variable_binary32 || form == HeaderForm::variable_rle32;
}
[[nodiscard]] constexpr bool has_count(HeaderForm form) {
  return is_variable(form) || is_salted(form);
}

}  // namespace boardwalk::zmodem
