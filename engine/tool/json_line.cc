// See json_line.h.
#include "tool/json_line.h"

#include <array>
#include <cstdio>

#include "tool/utf8.h"

namespace boardwalk::tool {

JsonLine::JsonLine(std::string_view event) : line_("{\"event\":") { quoted(event); }

JsonLine& JsonLine::text(std::string_view name, std::string_view value) {
  key(name);
  quoted(value);
  return *this;
}

JsonLine& JsonLine::text_or_null(std::string_view name, const std::optional<std::string>& value) {
  if (value) return text(name, *value);
  key(name);
  line_ += "null";
  return *this;
}

JsonLine& JsonLine::number(std::string_view name, std::uint64_t value) {
  key(name);
  line_ += std::to_string(value);
  return *this;
}

JsonLine& JsonLine::number_or_null(std::string_view name, std::optional<std::uint64_t> value) {
  if (value) return number(name, *value);
  key(name);
  line_ += "null";
  return *this;
}

JsonLine& JsonLine::boolean(std::string_view name, bool value) {
  key(name);
  line_ += value ? "true" : "false";
  return *this;
}

JsonLine& JsonLine::seconds(std::string_view name, double value) {
  std::array<char, 64> text{};
  snprintf(text.data(), text.size(), "%.3f", value);
  key(name);
  line_ += text.data();
  return *this;
}

void JsonLine::key(std::string_view name) {
  line_ += ',';
  quoted(name);
  line_ += ':';
}

void JsonLine::quoted(std::string_view value) {
  line_ += '"';
  while (!value.empty()) {
    const std::size_t length = utf8_character_length(value);
    const std::string_view character = value.substr(0, length == 0 ? 1 : length);
    const auto first = static_cast<unsigned char>(character[0]);
    if (length == 0) {
      line_ += "\\ufffd";
    } else if (character == "\"" || character == "\\") {
      line_ += '\\';
      line_ += character;
    } else if (first < 0x20 || first == 0x7f) {
      std::array<char, 8> escape{};
      snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(first));
      line_ += escape.data();
    } else {
      line_ += character;
    }
    value.remove_prefix(character.size());
  }
  line_ += '"';
}

}  // namespace boardwalk::tool
