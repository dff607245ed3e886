// Hunts for a header in whatever arrives: noise, log text, stale data. Resumable at any byte.
//
// It decides nothing about what a header means. Besides whole headers it tells of three things
// that matter to someone who waits: a header whose checksum failed, a cancel (five CANs), and the
// tail of a data subpacket whose header must have been lost.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "boardwalk/bytes.h"
#include "zmodem/header.h"

namespace boardwalk::zmodem {

class HeaderReader {
 public:
  enum class Found { nothing, header, damaged, cancel, data_tail };
  struct Step {
    std::size_t consumed;
    Found found;
  };

  // Takes bytes up to and including the one that completes something.
  Step read(Bytes in);

  // The latest header found, and the form it came in.
  [[nodiscard]] const Header& header() const { return header_; }
  [[nodiscard]] HeaderForm form() const { return form_; }

  // Starts hunting anew.
  void reset();

 private:
  enum class State { hunt, pads, style, hex, binary, binary_escaped };

  Found take(std::byte value);
  Found take_in_hunt(std::byte value);
  Found take_style(std::byte value);
  Found take_hex(std::byte value);
  Found take_binary(std::byte value);
  Found store(std::byte value);
  Found finish();

  State state_ = State::hunt;
  unsigned cancels_ = 0;
  HeaderForm form_ = HeaderForm::hex;
  std::array<std::byte, 9> raw_{};  // type, four parameters, up to four bytes of checksum
  std::size_t raw_size_ = 0;
  std::size_t raw_needed_ = 0;
  bool high_digit_pending_ = false;
  unsigned high_digit_ = 0;
  Header header_;
};

// Swallows the line end after a hex header: CR, a NUL that telnet may have added, LF, each with or
// without parity, XON. All are optional, in this order; the first other byte ends it.
class HeaderTrailer {
 public:
  void begin() { stage_ = Stage::carriage_return; }
  [[nodiscard]] bool done() const { return stage_ == Stage::done; }
  // Takes the bytes that belong to the trailer.
  std::size_t read(Bytes in);

 private:
  enum class Stage { carriage_return, nul, line_feed, xon, done };
  Stage stage_ = Stage::done;
};

}  // namespace boardwalk::zmodem
