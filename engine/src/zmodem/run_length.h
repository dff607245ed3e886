// Run-length coding of file data: repeated bytes become a count (Forsberg's zmr.c; PROTOCOLS of the
// forms 'D', 'd' and '1').
//
// Bytes become tokens: 0x7e 0x40 is one 0x7e; 0x7e s with s in 0x20..0x3f stands for s - 0x1d
// spaces; 0x7e r v with r above 0x40 for r - 0x40 times v; everything else for itself. The checksum
// covers the tokens, and what escapes them is the caller's business.
#pragma once

#include <cstddef>

#include "boardwalk/bytes.h"
#include "zmodem/wire.h"

namespace boardwalk::zmodem {

enum class RunStyle {
  eight_bit,  // runs up to 127, as Forsberg's encoder makes them
  seven_bit,  // runs up to 63, and pairs of bytes above 0x7f count as runs
};

// No input needs more tokens than twice its size.
inline constexpr std::size_t kMostTokens = 2 * kMaxSubpacket;

// Writes the tokens of `data` to `tokens`, which holds twice its size; returns how many.
[[nodiscard]] std::size_t encode_runs(Bytes data, RunStyle style, MutableBytes tokens);

// Tokens back to bytes, one at a time, into memory of the caller.
class RunDecoder {
 public:
  enum class Result { taken, invalid, no_room };

  void begin(MutableBytes room);
  // The same memory, moved.
  void move_to(MutableBytes room) { room_ = room; }
  [[nodiscard]] Result take(std::byte token);
  // Not in the middle of a run.
  [[nodiscard]] bool is_complete() const { return state_ == State::plain; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  enum class State { plain, marked, counted };
  [[nodiscard]] Result put(std::byte value, std::size_t count);

  MutableBytes room_;
  std::size_t size_ = 0;
  State state_ = State::plain;
  std::size_t count_ = 0;
};

}  // namespace boardwalk::zmodem
