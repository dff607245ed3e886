// Reads what is said on a ZMODEM wire, byte by byte and bit by bit: the ear of fake peers, taps and
// transcripts. Independent of the engine (own checksums, own escapes), strict where the engine as a
// writer must be exact, and it counts what it would not have forgiven.
//
// Give it the bytes above telnet; TelnetStripper below removes that layer.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "support/buffer.h"
#include "support/frame.h"
#include "support/unquoter.h"

namespace boardwalk::test {

struct HeardHeader {
  Style style;
  Frame type;
  std::array<std::uint8_t, 4> parameters{};  // in wire order: ZP0 … ZP3, which are ZF3 … ZF0
  bool good = false;                         // checksum
  std::vector<std::uint8_t> more{};          // parameters behind the fourth

  [[nodiscard]] std::uint32_t number() const;
};

struct HeardData {
  Frame frame;   // of the header it follows
  Buffer bytes;  // run lengths and packing undone
  End end;
  bool good = false;
  unsigned crc_bits = 16;
  Style style = Style::hex;  // of the header it follows
};

struct HeardText {
  Buffer bytes;  // outside of any frame
};

struct HeardCancel {
  unsigned cans = 0;
  unsigned backspaces = 0;
};

using Heard = std::variant<HeardHeader, HeardData, HeardText, HeardCancel>;

// "ZRPOS 1024", "ZRINIT 23", "DATA 1024 go-on", "ZFILE" … : the words of transcripts.
std::string describe(const Heard& heard);

class WireReader {
 public:
  void feed(Bytes bytes);
  // Everything complete since the last call, in order.
  std::vector<Heard> take();
  // The same, but text that may go on stays.
  std::vector<Heard> take_whole();
  // Whatever frame was open is over: who spoke has been cancelled.
  void forget_frame() { leave_frame(); }
  // Takes bytes up to the one that completes something; how many.
  std::size_t feed_some(Bytes bytes);

  // Bytes inside frames that every sender must escape (10 11 13 90 91 93), sent as they are.
  [[nodiscard]] std::size_t unescaped_specials() const { return unquoter_.unescaped_specials(); }
  // Control characters inside binary frames, sent as they are (must be none under ESCCTL).
  [[nodiscard]] std::size_t unescaped_controls() const { return unquoter_.unescaped_controls(); }
  // Escapes of nothing, run lengths without a byte, groups of digits that no sender makes.
  [[nodiscard]] std::size_t bad_escapes() const {
    return unquoter_.bad_escapes() + bad_codes_ - no_escapes_;
  }

 private:
  enum class Place {
    hunt,
    pads,
    style,
    count,  // of parameters
    hex_body,
    hex_trailer,
    binary_body,
    data,
    crc,
    packed_data,
    packed_end,
    packed_crc,
    cancelled
  };

  void put(std::byte value);
  [[nodiscard]] std::size_t put_run(Bytes bytes);
  void hunt(std::byte value);
  void begin_header(Style style);
  void parameter_count(std::byte value);
  void hex_digit(std::byte value);
  void quoted(std::byte value);
  void packed(std::byte value);
  void plain(std::byte value);
  void subpacket_end(std::byte value);
  void finish_header();
  void begin_data();
  void finish_data();
  void flush_text();
  void leave_frame();

  std::vector<Heard> heard_;
  Place place_ = Place::hunt;
  Unquoter unquoter_;
  Buffer text_;
  Buffer body_;
  Buffer crc_;
  Style style_ = Style::hex;
  std::size_t parameters_ = 4;
  Frame frame_ = Frame::zrqinit;
  End end_ = End::end;
  HeardCancel cancel_;
  unsigned cans_ = 0;
  std::size_t bad_codes_ = 0;
  std::size_t no_escapes_ = 0;
};

// Undoes IAC doubling and drops telnet commands; resumable anywhere.
class TelnetStripper {
 public:
  Buffer strip(Bytes bytes);

 private:
  enum class Place { data, iac, option, subnegotiation, subnegotiation_iac };
  Place place_ = Place::data;
};

}  // namespace boardwalk::test
