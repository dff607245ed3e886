// A table that sorts the 256 byte values into classes, so that a scan can ask one question per
// byte. What the classes mean is the affair of whoever made the table; 0 is always "ordinary".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace boardwalk {

using ByteClass = std::array<std::uint8_t, 256>;

[[nodiscard]] constexpr std::uint8_t class_of(const ByteClass& table, std::byte value) {
  return table[std::to_integer<std::size_t>(value)];
}

}  // namespace boardwalk
