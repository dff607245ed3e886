// See option_values.h.
#include "tool/option_values.h"

#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace boardwalk::tool {

namespace {

template <typename Value>
using Word = std::pair<std::string_view, Value>;

template <typename Value, std::size_t count>
std::optional<Value> value_of(const std::array<Word<Value>, count>& words, std::string_view asked) {
  for (const auto& [word, value] : words) {
    if (word == asked) return value;
  }
  return std::nullopt;
}

constexpr std::array<Word<OnExists>, 4> kOnExists{{
    {"rename", OnExists::rename},
    {"overwrite", OnExists::overwrite},
    {"skip", OnExists::skip},
    {"resume", OnExists::resume},
}};

constexpr std::array<Word<Management>, 8> kManagement{{
    {"newer-or-longer", Management::newer_or_longer},
    {"crc", Management::checksum},
    {"append", Management::append},
    {"clobber", Management::overwrite},
    {"newer", Management::newer},
    {"different", Management::different},
    {"protect", Management::protect},
    {"change", Management::rename},
}};

}  // namespace

std::optional<Address> address_from(std::string_view text, std::uint16_t least_port) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto port = number_within<std::uint16_t>(text.substr(colon + 1), least_port, 65535);
  std::string_view host = text.substr(0, colon);
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return std::nullopt;
  }
  if (!port || host.empty()) return std::nullopt;
  return Address{std::string{host}, *port};
}

std::optional<OnExists> on_exists_from(std::string_view word) { return value_of(kOnExists, word); }

std::optional<Management> management_from(std::string_view word) {
  return value_of(kManagement, word);
}

}  // namespace boardwalk::tool
