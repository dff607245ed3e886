// How large the next data subpacket should be: larger while all goes well, smaller after an error.
// A small block costs framing on every block; a large one costs itself when it is hit.
#pragma once

#include <algorithm>
#include <cstddef>

#include "zmodem/wire.h"

namespace boardwalk::zmodem {

class BlockSize {
 public:
  BlockSize(std::size_t first, std::size_t largest)
      : largest_(std::clamp(largest, kSmallest, kMaxSubpacket)),
        current_(std::clamp(first, kSmallest, largest_)) {}

  [[nodiscard]] std::size_t current() const { return current_; }

  // A block went out and nobody has complained.
  void went_well() {
    if (current_ < largest_ && ++good_blocks_ >= patience_) {
      current_ = std::min(current_ * 2, largest_);
      good_blocks_ = 0;
    }
  }

  void went_wrong() {
    current_ = std::max(current_ / 2, kSmallest);
    good_blocks_ = 0;
    patience_ = kCarefulPatience;
  }

 private:
  static constexpr std::size_t kSmallest = 128;
  // The first growth is a guess that costs little; after an error it has to be earned.
  static constexpr unsigned kCarefulPatience = 32;

  std::size_t largest_;
  std::size_t current_;
  unsigned good_blocks_ = 0;
  unsigned patience_ = 2;
};

}  // namespace boardwalk::zmodem
