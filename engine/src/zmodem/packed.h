// Omen's Pack-7: four bytes as five printable characters (mode '2'; behaviour of DSZ as taken apart
// in zmtx/zmrx 2.05).
//
// One to four bytes, as a big-endian number, are written in one digit more, to the base of 88, the
// digits from 0x22 to 0x79. 0x21 ends the data. Our decoder takes only what an encoder can write.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "boardwalk/bytes.h"

namespace boardwalk::zmodem {

inline constexpr std::byte kPackedEnd{0x21};
inline constexpr std::size_t kPackedGroup = 4;

struct PackedGroup {
  std::array<std::byte, kPackedGroup + 1> digits{};
  std::size_t size = 0;
};

// 1 to 4 bytes.
[[nodiscard]] PackedGroup pack(Bytes group);

// Digits of one group back to bytes.
class Unpacker {
 public:
  void begin() { count_ = 0, value_ = 0; }
  // false: no digit.
  [[nodiscard]] bool take(std::byte digit);
  [[nodiscard]] bool is_full() const { return count_ == kPackedGroup + 1; }
  [[nodiscard]] bool is_empty() const { return count_ == 0; }
  // The bytes of the group so far, and begins the next one. false: no encoder wrote that.
  [[nodiscard]] bool finish(std::array<std::byte, kPackedGroup>& bytes, std::size_t& size);

 private:
  std::uint64_t value_ = 0;
  std::size_t count_ = 0;
};

}  // namespace boardwalk::zmodem
