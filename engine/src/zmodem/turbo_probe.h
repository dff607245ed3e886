// Looks for the five bytes that a sender of MobyTurbo writes before its ZFILE: only on a line that
// changes nothing do they all arrive.
#pragma once

#include <cstddef>

#include "boardwalk/bytes.h"
#include "zmodem/wire.h"

namespace boardwalk::zmodem {

class TurboProbe {
 public:
  // Bytes between frames, in any pieces.
  void watch(Bytes bytes) {
    for (const std::byte value : bytes) {
      // No byte of the probe occurs twice, so a mismatch can only begin it anew.
      matched_ = value == kTurboProbe[matched_] ? matched_ + 1 : (value == kTurboProbe[0] ? 1 : 0);
      if (matched_ == kTurboProbe.size()) {
        has_arrived_ = true;
        matched_ = 0;
      }
    }
  }
  // Whether it has come since the last reset().
  [[nodiscard]] bool has_arrived() const { return has_arrived_; }
  void reset() { has_arrived_ = false; }

 private:
  std::size_t matched_ = 0;
  bool has_arrived_ = false;
};

}  // namespace boardwalk::zmodem
