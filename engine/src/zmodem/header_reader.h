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
#include "zmodem/seven_bit.h"

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

  // After `damaged`: the checksum is the right one but for bit 7 of its bytes, and nothing else in
  // the header has that bit: the line has only seven.
  [[nodiscard]] bool eighth_bit_lost() const { return eighth_bit_lost_; }

  // The latest header found, and the form it came in.
  [[nodiscard]] const Header& header() const { return header_; }
  [[nodiscard]] HeaderForm form() const { return form_; }

  // Starts hunting anew.
  void reset();

 private:
  enum class State { hunt, pads, style, count, hex, binary, binary_escaped, quoted };

  Found take(std::byte value);
  Found take_in_hunt(std::byte value);
  Found take_style(std::byte value);
  Found take_hex(std::byte value);
  Found take_count(std::byte value);
  Found take_binary(std::byte value);
  Found take_quoted(std::byte value);
  Found begin_form(HeaderForm form);
  void expect_params(std::size_t count);
  Found store(std::byte value);
  Found finish();

  State state_ = State::hunt;
  unsigned cancels_ = 0;
  HeaderForm form_ = HeaderForm::hex;
  std::array<std::byte, 1 + kMostParams + 4> raw_{};  // type, parameters, checksum
  std::size_t raw_size_ = 0;
  std::size_t raw_needed_ = 0;
  bool high_digit_pending_ = false;
  unsigned high_digit_ = 0;
  bool count_pending_ = false;  // the next value is the number of parameters
  std::size_t count_ = 4;
  Unquoter unquoter_;
  bool eighth_bit_lost_ = false;
  Header header_;
};

// Swallows the line end after a hex header: CR, a NUL that telnet may have added, LF, each with or
// without parity, XON. All are optional, in this order; the first other byte ends it.
class HeaderTrailer {
 public:
  void begin() {
    stage_ = Stage::carriage_return;
    saw_nul_ = false;
  }
  [[nodiscard]] bool done() const { return stage_ == Stage::done; }
  // Of the latest trailer: a CR came with a NUL that nobody sent. The line changes CRs.
  [[nodiscard]] bool saw_nul_after_cr() const { return saw_nul_; }
  // Takes the bytes that belong to the trailer.
  std::size_t read(Bytes in);

 private:
  enum class Stage { carriage_return, nul, line_feed, xon, done };
  Stage stage_ = Stage::done;
  bool saw_nul_ = false;
};

}  // namespace boardwalk::zmodem
