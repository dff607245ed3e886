// Omen's ESC8: every byte as one to three bytes below 0x80 (mode '1'; behaviour of DSZ as taken
// apart in zmtx/zmrx 2.05).
//
// SO (0x0e) before a byte sets its bit 7; ZDLE and a letter stand for a dozen bytes of their own.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "boardwalk/bytes.h"
#include "zmodem/escaping.h"
#include "zmodem/wire.h"

namespace boardwalk::zmodem {

inline constexpr std::byte kShiftOut{0x0e};

struct Quoted {
  std::array<std::byte, 3> bytes{};
  std::size_t size = 0;
};

// What stands on the line for `value`. With all controls escaped no control character stands there
// but ZDLE and SO; on a line that changes CR, none of those.
[[nodiscard]] Quoted quote(std::byte value, EscapeChoice choice);

// Quoted bytes back to bytes, one at a time; bit 7 of what comes in has been cleared and flow
// control dropped by the caller.
class Unquoter {
 public:
  enum class Kind { nothing, byte, end, invalid };
  struct Step {
    Kind kind;
    std::byte value{};  // the byte, or the letter of a frame end
  };

  void begin() { shifted_ = escaped_ = false; }
  [[nodiscard]] Step take(std::byte value);

 private:
  bool shifted_ = false;
  bool escaped_ = false;
};

}  // namespace boardwalk::zmodem
