// Says what a peer would say: headers, subpackets, whole frames as bytes. Independent of the
// engine (own checksums, own escapes), so that two wrongs cannot agree.
//
// FakePeer adds the memory a talking peer has: the style of its last header (which decides the
// checksum of the data that follows) and its place in the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "support/buffer.h"
#include "support/frame.h"
#include "support/quoter.h"

namespace boardwalk::test {

// --- single units ---

using Parameters = std::uint32_t;  // little-endian number; flags ZF0 are the top byte

constexpr Parameters flags(unsigned zf0, unsigned zf1 = 0, unsigned zf2 = 0, unsigned zf3 = 0) {
  return zf3 | zf2 << 8 | zf1 << 16 | std::uint32_t{zf0} << 24;
}

// CR, LF with bit 7, and XON unless the frame is ZACK or ZFIN: as lrzsz sends them.
Buffer hex_header(Frame type, Parameters parameters = 0);
// In any style; `more` parameters behind the four where the style can have them.
Buffer header(Style style, Frame type, Parameters parameters = 0, Bytes more = {});

enum class Damage { none, one_bit };

// Data behind a header of this style.
Buffer subpacket_in(Style style, Bytes data, End end, Escapes escapes = Escapes::standard,
                    Damage damage = Damage::none);
// In the first two binary styles, by their checksum: `crc_bits` 16 or 32. A damaged one has a
// flipped bit in its data (in its checksum when empty).
Buffer subpacket(Bytes data, End end, unsigned crc_bits, Escapes escapes = Escapes::standard,
                 Damage damage = Damage::none);

// ZRINIT as `rz` sends it: CANFDX | CANOVIO | CANFC32, no buffer.
inline constexpr unsigned kRzFlags = 0x23;
Buffer zrinit(unsigned zf0 = kRzFlags, unsigned buffer = 0);

// A ZFILE frame (binary, CRC-32) in the words of `sz`: name NUL "size mtime mode 0 files bytes"
// NUL.
Buffer zfile(std::string_view name, std::uint64_t size, unsigned files_left = 1);
// The same with any information block.
Buffer zfile_with(Bytes information, Style style = Style::binary32, Parameters parameters = 0);

Buffer cancel_sequence();  // 8 CAN, 10 BS

// --- a peer with a memory ---

class FakePeer {
 public:
  explicit FakePeer(Content content = Content::hashed()) : content_(std::move(content)) {}

  // One phrase of a transcript ("ZDATA 0", "DATA 1024 go-on damaged", "TEXT \"hello\""), as bytes.
  // Throws std::invalid_argument with a sentence for a phrase that means nothing.
  Buffer say(std::string_view phrase);

 private:
  Buffer say_data(const std::vector<std::string>& words);

  Content content_;
  Style style_ = Style::hex;
  Escapes escapes_ = Escapes::standard;
  std::uint64_t place_ = 0;
};

}  // namespace boardwalk::test
