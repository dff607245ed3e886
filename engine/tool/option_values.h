// The values behind options, from text: numbers, addresses, words. Pure; what is wrong with a value
// is said by whoever knows the option's name.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

#include "tool/options.h"

namespace boardwalk::tool {

// The whole of `text` as a number from `least` to `most`.
template <typename Number>
[[nodiscard]] std::optional<Number> number_within(std::string_view text, Number least,
                                                  Number most) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  // Written so that "nan", which is neither below nor above anything, is not within.
  const bool within = least <= value && value <= most;
  if (error != std::errc{} || end != text.data() + text.size() || !within) {
    return std::nullopt;
  }
  return value;
}

// "HOST:PORT"; an IPv6 address stands in brackets.
[[nodiscard]] std::optional<Address> address_from(std::string_view text, std::uint16_t least_port);

[[nodiscard]] std::optional<OnExists> on_exists_from(std::string_view word);

// The words of --manage.
[[nodiscard]] std::optional<Management> management_from(std::string_view word);

}  // namespace boardwalk::tool
