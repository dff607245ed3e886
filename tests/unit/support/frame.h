// The words of ZMODEM for tests: frame types, header styles, ends of subpackets, and their names
// in transcripts. Written from the protocol's text, not from the engine, so that a wrong number in
// one shows against the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace boardwalk::test {

enum class Frame : std::uint8_t {
  zrqinit = 0,
  zrinit = 1,
  zsinit = 2,
  zack = 3,
  zfile = 4,
  zskip = 5,
  znak = 6,
  zabort = 7,
  zfin = 8,
  zrpos = 9,
  zdata = 10,
  zeof = 11,
  zferr = 12,
  zcrc = 13,
  zchallenge = 14,
  zcompl = 15,
  zcan = 16,
  zfreecnt = 17,
  zcommand = 18,
  zstderr = 19,
};
inline constexpr std::size_t kFrameTypes = 20;

// "ZRPOS"; a number that is no frame type gives "Z?".
std::string_view name_of(Frame type);
std::optional<Frame> frame_named(std::string_view name);
// ZSINIT, ZFILE, ZDATA, ZCOMMAND and ZSTDERR headers are followed by subpackets.
bool carries_data(Frame type);

// The letter behind ZDLE at the beginning of a header: how it is written, and the data behind it.
enum class Style : char {
  binary16 = 'A',
  hex = 'B',
  binary32 = 'C',
  rle32 = 'D',  // data with run lengths
  variable16 = 'a',
  variable_hex = 'b',
  variable32 = 'c',
  variable_rle32 = 'd',
  seven_bit = '1',  // ESC8
  packed = '2',     // Pack-7
  turbo = '3',      // MobyTurbo
};
inline constexpr std::string_view kStyleLetters = "ABCDabcd123";
std::optional<Style> style_of(char letter);
// "binary32", "variable-hex", "seven-bit" …
std::string_view name_of(Style style);
bool is_hex(Style style);
// A number of parameters stands before the type.
bool is_variable(Style style);
// Of headers; of the data behind a hex header it is 16.
unsigned crc_bits(Style style);
bool has_run_lengths(Style style);
// What Omen's own styles feed to the checksum of a header behind its bytes; never sent.
std::string_view salt_of(Style style);

// The byte after ZDLE that ends a subpacket.
enum class End : char {
  end = 'h',        // ZCRCE: the frame ends, a header follows
  go_on = 'i',      // ZCRCG: the frame goes on
  ack_go_on = 'j',  // ZCRCQ: the frame goes on, an answer is wanted
  ack_wait = 'k',   // ZCRCW: the frame ends, an answer is waited for
};

// "end", "go-on", "ack-go-on", "ack-wait".
std::string_view name_of(End end);
std::optional<End> end_named(std::string_view name);

}  // namespace boardwalk::test
