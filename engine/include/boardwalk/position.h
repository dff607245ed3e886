// Places in files and names of files: integers that do not convert into each other.
//
// ZMODEM names offsets modulo 2^32 on the wire; in here they are always the full 64 bits.
#pragma once

#include <compare>
#include <cstdint>

namespace boardwalk {

class FileOffset {
 public:
  constexpr FileOffset() = default;
  constexpr explicit FileOffset(std::uint64_t value) : value_(value) {}

  [[nodiscard]] constexpr std::uint64_t value() const { return value_; }

  constexpr auto operator<=>(const FileOffset&) const = default;

  constexpr FileOffset& operator+=(std::uint64_t count) {
    value_ += count;
    return *this;
  }
  friend constexpr FileOffset operator+(FileOffset at, std::uint64_t count) { return at += count; }

  // The distance from `from` up to `to`; the caller knows that from <= to.
  friend constexpr std::uint64_t operator-(FileOffset to, FileOffset from) {
    return to.value_ - from.value_;
  }

 private:
  std::uint64_t value_ = 0;
};

// Names one file of one session; chosen by the engine for offered files, by the host for sent ones.
enum class FileId : std::uint32_t {};

}  // namespace boardwalk
