// Character sets of file names: CP437, the character set of nearly every board, and UTF-8.
//
// The protocols define no character set for names (PROTOCOLS: a name is bytes), so both are met on
// the wire. Knows nothing of paths or of what makes a name safe: that is zmodem/file_info. Screen
// bytes never pass here.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "boardwalk/bytes.h"
#include "boardwalk/config.h"

namespace boardwalk {

// The low half is ASCII, control characters included; the high half has no unassigned code.
[[nodiscard]] char32_t cp437_to_unicode(std::byte code);
// Nothing if CP437 does not have the character.
[[nodiscard]] std::optional<std::byte> cp437_from_unicode(char32_t character);

struct CodePoint {
  char32_t value;
  std::size_t length;  // bytes it took, 1 to 4
};

// The first character of `text`; nothing if `text` is empty or does not begin with a well-formed
// sequence (shortest form, no surrogates, at most U+10FFFF).
[[nodiscard]] std::optional<CodePoint> decode_utf8(std::string_view text);
// `character` must be a Unicode scalar value.
void append_utf8(std::string& text, char32_t character);
[[nodiscard]] bool is_utf8(std::string_view text);

// A name from the wire as UTF-8: what is valid UTF-8 stays, all else is read as CP437. Nothing is
// ever replaced by U+FFFD.
[[nodiscard]] std::string name_from_wire(Bytes name);

// A UTF-8 name as it goes out; a character that the encoding does not have, or a byte that is not
// UTF-8, becomes '_'. In CP437 a letter and the marks behind it are one character, as they are to a
// person: "a" and U+0308 are ä.
[[nodiscard]] std::string name_to_wire(std::string_view utf8, NameEncoding encoding);

}  // namespace boardwalk
