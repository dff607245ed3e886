// See cp437.h. The table is the one of code page 437 as IBM and Unicode publish it.
#include "base/cp437.h"

#include <array>
#include <cstdint>

namespace boardwalk {

namespace {

constexpr std::size_t kHighHalf = 0x80;

constexpr std::array<char16_t, kHighHalf> kHighCodes = {
    0x00c7, 0x00fc, 0x00e9, 0x00e2, 0x00e4, 0x00e0, 0x00e5, 0x00e7, 0x00ea, 0x00eb, 0x00e8, 0x00ef,
    0x00ee, 0x00ec, 0x00c4, 0x00c5, 0x00c9, 0x00e6, 0x00c6, 0x00f4, 0x00f6, 0x00f2, 0x00fb, 0x00f9,
    0x00ff, 0x00d6, 0x00dc, 0x00a2, 0x00a3, 0x00a5, 0x20a7, 0x0192, 0x00e1, 0x00ed, 0x00f3, 0x00fa,
    0x00f1, 0x00d1, 0x00aa, 0x00ba, 0x00bf, 0x2310, 0x00ac, 0x00bd, 0x00bc, 0x00a1, 0x00ab, 0x00bb,
    0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557,
    0x255d, 0x255c, 0x255b, 0x2510, 0x2514, 0x2534, 0x252c, 0x251c, 0x2500, 0x253c, 0x255e, 0x255f,
    0x255a, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256c, 0x2567, 0x2568, 0x2564, 0x2565, 0x2559,
    0x2558, 0x2552, 0x2553, 0x256b, 0x256a, 0x2518, 0x250c, 0x2588, 0x2584, 0x258c, 0x2590, 0x2580,
    0x03b1, 0x00df, 0x0393, 0x03c0, 0x03a3, 0x03c3, 0x00b5, 0x03c4, 0x03a6, 0x0398, 0x03a9, 0x03b4,
    0x221e, 0x03c6, 0x03b5, 0x2229, 0x2261, 0x00b1, 0x2265, 0x2264, 0x2320, 0x2321, 0x00f7, 0x2248,
    0x00b0, 0x2219, 0x00b7, 0x221a, 0x207f, 0x00b2, 0x25a0, 0x00a0,
};

constexpr char kUnmappable = '_';

// Letters that CP437 has in one code and that macOS, for one, writes as two characters.
struct Composition {
  std::u32string_view letters;
  char32_t mark;
  std::u32string_view composed;  // one for each letter
};
constexpr std::array<Composition, 7> kCompositions = {{
    {U"aeiou", U'\u0300', U"\u00e0\u00e8\u00ec\u00f2\u00f9"},         // grave
    {U"aeiouE", U'\u0301', U"\u00e1\u00e9\u00ed\u00f3\u00fa\u00c9"},  // acute
    {U"aeiou", U'\u0302', U"\u00e2\u00ea\u00ee\u00f4\u00fb"},         // circumflex
    {U"nN", U'\u0303', U"\u00f1\u00d1"},                              // tilde
    {U"aeiouyAOU", U'\u0308', U"\u00e4\u00eb\u00ef\u00f6\u00fc\u00ff\u00c4\u00d6\u00dc"},
    {U"aA", U'\u030a', U"\u00e5\u00c5"},  // ring
    {U"cC", U'\u0327', U"\u00e7\u00c7"},  // cedilla
}};

constexpr bool is_combining_mark(char32_t character) {
  return character >= U'\u0300' && character <= U'\u036f';
}

std::optional<char32_t> composed(char32_t letter, char32_t mark) {
  for (const Composition& each : kCompositions) {
    const std::size_t at = each.mark == mark ? each.letters.find(letter) : std::string_view::npos;
    if (at != std::u32string_view::npos) {
      return each.composed[at];
    }
  }
  return std::nullopt;
}

// Takes one character off the front with the marks on it, as one CP437 code; nothing if it has
// none.
std::optional<std::byte> take_character(std::string_view& utf8) {
  const std::optional<CodePoint> first = decode_utf8(utf8);
  utf8.remove_prefix(first ? first->length : 1);
  if (!first) {
    return std::nullopt;
  }
  std::optional<char32_t> character = first->value;
  for (auto mark = decode_utf8(utf8); mark && is_combining_mark(mark->value);
       mark = decode_utf8(utf8)) {
    character = character ? composed(*character, mark->value) : std::nullopt;
    utf8.remove_prefix(mark->length);
  }
  return character ? cp437_from_unicode(*character) : std::nullopt;
}

std::uint32_t unit(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

}  // namespace

char32_t cp437_to_unicode(std::byte code) {
  const auto value = std::to_integer<std::size_t>(code);
  return value < kHighHalf ? static_cast<char32_t>(value) : kHighCodes[value - kHighHalf];
}

std::optional<std::byte> cp437_from_unicode(char32_t character) {
  if (character < kHighHalf) {
    return static_cast<std::byte>(character);
  }
  for (std::size_t index = 0; index < kHighCodes.size(); ++index) {
    if (kHighCodes[index] == character) {
      return static_cast<std::byte>(kHighHalf + index);
    }
  }
  return std::nullopt;
}

std::optional<CodePoint> decode_utf8(std::string_view text) {
  if (text.empty()) {
    return std::nullopt;
  }
  const std::uint32_t lead = unit(text, 0);
  if (lead < 0x80) {
    return CodePoint{static_cast<char32_t>(lead), 1};
  }
  std::size_t length = 0;
  std::uint32_t value = 0;
  std::uint32_t least = 0;  // anything below has a shorter form
  if ((lead & 0xe0) == 0xc0) {
    length = 2;
    value = lead & 0x1f;
    least = 0x80;
  } else if ((lead & 0xf0) == 0xe0) {
    length = 3;
    value = lead & 0x0f;
    least = 0x800;
  } else if ((lead & 0xf8) == 0xf0) {
    length = 4;
    value = lead & 0x07;
    least = 0x10000;
  } else {
    return std::nullopt;
  }
  if (text.size() < length) {
    return std::nullopt;
  }
  for (std::size_t at = 1; at < length; ++at) {
    if ((unit(text, at) & 0xc0) != 0x80) {
      return std::nullopt;
    }
    value = (value << 6) | (unit(text, at) & 0x3f);
  }
  const bool is_surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < least || value > 0x10ffff || is_surrogate) {
    return std::nullopt;
  }
  return CodePoint{static_cast<char32_t>(value), length};
}

void append_utf8(std::string& text, char32_t character) {
  const auto value = static_cast<std::uint32_t>(character);
  const auto append = [&text](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (value < 0x80) {
    append(value);
    return;
  }
  if (value < 0x800) {
    append(0xc0 | (value >> 6));
  } else {
    if (value < 0x10000) {
      append(0xe0 | (value >> 12));
    } else {
      append(0xf0 | (value >> 18));
      append(0x80 | ((value >> 12) & 0x3f));
    }
    append(0x80 | ((value >> 6) & 0x3f));
  }
  append(0x80 | (value & 0x3f));
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::optional<CodePoint> point = decode_utf8(text);
    if (!point) {
      return false;
    }
    text.remove_prefix(point->length);
  }
  return true;
}

std::string name_from_wire(Bytes name) {
  std::string text;
  text.reserve(name.size());
  for (const std::byte value : name) {
    text.push_back(static_cast<char>(value));
  }
  if (is_utf8(text)) {
    return text;
  }
  text.clear();
  for (const std::byte value : name) {
    append_utf8(text, cp437_to_unicode(value));
  }
  return text;
}

std::string name_to_wire(std::string_view utf8, NameEncoding encoding) {
  std::string wire;
  wire.reserve(utf8.size());
  while (!utf8.empty()) {
    if (encoding == NameEncoding::cp437) {
      const std::optional<std::byte> code = take_character(utf8);
      wire.push_back(code ? static_cast<char>(*code) : kUnmappable);
      continue;
    }
    const std::optional<CodePoint> point = decode_utf8(utf8);
    const std::size_t length = point ? point->length : 1;
    if (point) {
      wire.append(utf8.substr(0, length));
    } else {
      wire.push_back(kUnmappable);
    }
    utf8.remove_prefix(length);
  }
  return wire;
}

}  // namespace boardwalk
