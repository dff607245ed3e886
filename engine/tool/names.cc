// See names.h.
#include "tool/names.h"

namespace boardwalk::tool {

namespace {

// Where the extension begins, dot included. A leading dot does not begin one (".profile"), and
// what is longer than sixteen bytes is not one.
std::size_t extension_at(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || name.size() - dot > 16) return name.size();
  return dot;
}

bool continues_a_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

std::string_view cut(std::string_view text, std::size_t length) {
  if (text.size() <= length) return text;
  while (length > 0 && continues_a_character(text[length])) --length;
  return text.substr(0, length);
}

}  // namespace

std::string free_name_candidate(std::string_view name, unsigned attempt, std::size_t longest) {
  const std::size_t border = extension_at(name);
  std::string tail{name.substr(border)};
  if (attempt > 0) tail = " (" + std::to_string(attempt) + ")" + tail;
  const std::size_t for_stem = longest > tail.size() ? longest - tail.size() : 0;
  return std::string{cut(name.substr(0, border), for_stem)} + tail;
}

}  // namespace boardwalk::tool
