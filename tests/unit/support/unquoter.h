// Undoes what a sender does to bytes so that they pass a line: the escapes of ZMODEM's styles, run
// lengths, base 88. Written from the protocol's text, not from the engine; strict, and it counts
// what it would not have forgiven.
#pragma once

#include <optional>

#include "support/buffer.h"
#include "support/frame.h"

namespace boardwalk::test {

enum class Quoting {
  zdle,     // ZDLE and the byte with bit 6 turned
  shifted,  // ESC8: nothing above 7f stands on the line, 0e sets bit 7 of what follows
  turbo,    // MobyTurbo: ZDLE alone is escaped
};
Quoting quoting_of(Style style);

class Unquoter {
 public:
  struct Step {
    enum class What { nothing, byte, end } what = What::nothing;
    std::byte value{};  // the byte, or the letter of the end
  };
  // Whether a byte that should have been escaped counts. It does not where a flow control byte may
  // stand: behind the line of a hex header.
  enum class Strictness { strict, forgiving };

  void begin(Quoting quoting);
  Step put(std::byte value, Strictness strictness);
  // How many bytes at the front stand for themselves and need no put().
  [[nodiscard]] std::size_t plain_run(Bytes bytes) const;

  // Bytes that every sender must escape (10 11 13 90 91 93), sent as they are; any byte above 7f in
  // the shifted quoting.
  [[nodiscard]] std::size_t unescaped_specials() const { return unescaped_specials_; }
  [[nodiscard]] std::size_t unescaped_controls() const { return unescaped_controls_; }
  // ZDLE before a byte that it does not go with.
  [[nodiscard]] std::size_t bad_escapes() const { return bad_escapes_; }
  // For runs that were taken without put().
  void count_controls(Bytes run);

 private:
  Step escaped(std::byte value);
  Step shifted_escape(std::byte value);
  Step byte(std::byte value);

  Quoting quoting_ = Quoting::zdle;
  bool after_zdle_ = false;
  bool shift_ = false;
  std::size_t unescaped_specials_ = 0;
  std::size_t unescaped_controls_ = 0;
  std::size_t bad_escapes_ = 0;
};

// What the tokens of a run-length style stand for; nothing if they stand for nothing.
std::optional<Buffer> without_run_lengths(Bytes tokens);
// Groups of up to five digits of base 88; nothing for a group that no sender makes.
std::optional<Buffer> unpacked(Bytes digits);

}  // namespace boardwalk::test
