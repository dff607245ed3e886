// The bytes of a fuzzer as a script is read from them: numbers and pieces, from the front. An empty
// input reads as zeros.
#pragma once

#include <algorithm>
#include <cstdint>

#include "boardwalk/bytes.h"

namespace boardwalk::fuzz {

class Input {
 public:
  explicit Input(Bytes bytes) : left_(bytes) {}

  [[nodiscard]] bool empty() const { return left_.empty(); }

  unsigned byte() {
    if (left_.empty()) {
      return 0;
    }
    const auto value = std::to_integer<unsigned>(left_.front());
    left_ = left_.subspan(1);
    return value;
  }
  unsigned below(unsigned bound) { return byte() % bound; }
  bool flag() { return (byte() & 1) != 0; }
  unsigned word() {
    const unsigned low = byte();
    return low | byte() << 8;
  }
  std::uint32_t number() {
    const std::uint32_t low = word();
    return low | std::uint32_t{word()} << 16;
  }
  Bytes bytes(std::size_t count) {
    const Bytes taken = left_.first(std::min(count, left_.size()));
    left_ = left_.subspan(taken.size());
    return taken;
  }

 private:
  Bytes left_;
};

}  // namespace boardwalk::fuzz
