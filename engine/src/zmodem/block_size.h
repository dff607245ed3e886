// How large the next data subpacket should be: what costs fewest bytes on the wire per good byte at
// the error rate that is measured.
//
// A small subpacket costs its framing every time; a large one costs itself when it is hit. With h
// bytes of framing and an error every B bytes, s bytes of data cost h/s + s/B more than nothing,
// which is least at s = sqrt(h * B). lrzsz estimates B in the same way (sent bytes by errors).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "zmodem/wire.h"

namespace boardwalk::zmodem {

class BlockSize {
 public:
  static constexpr std::size_t kSmallest = 32;

  BlockSize(std::size_t first, std::size_t largest)
      : largest_(std::clamp(largest, kSmallest, kMaxSubpacket)),
        current_(std::clamp(first, kSmallest, largest_)) {}

  [[nodiscard]] std::size_t current() const { return current_; }

  // A subpacket of `count` bytes went out and nobody has complained yet.
  void went_out(std::size_t count) {
    sent_ += count;
    if (current_ < largest_ && ++since_change_ >= kPatience) {
      settle(std::min(best(), current_ * 2));
    }
  }

  // Something was hit on its way, and so many bytes behind it were of no use: they tell nothing
  // about the line, since nobody looked whether they were hit too.
  void was_hit(std::uint64_t of_no_use) {
    sent_ -= std::min(sent_, of_no_use);
    ++errors_;
    ++hits_in_a_row_;
    if (errors_ == kMemory) {
      errors_ /= 2;  // the line of an hour ago says little about this one
      sent_ /= 2;
    }
    std::size_t size = best();
    if (hits_in_a_row_ > kHitsBeforeHalving) {
      size = std::min(size, current_ / 2);  // whatever the average says, this place is bad
    }
    settle(std::min(size, current_ * 2));
  }

  // The receiver has got further than ever before.
  void made_progress() { hits_in_a_row_ = 0; }

  // Bytes between two errors, as far as can be told.
  [[nodiscard]] double bytes_per_error() const {
    return (static_cast<double>(sent_) + kBenefitOfDoubt) / std::max(1U, errors_);
  }
  [[nodiscard]] bool has_seen_errors() const { return errors_ != 0; }

 private:
  // Framing, checksum and their escapes, on average.
  static constexpr double kFraming = 7;
  // The first error says that the rate is not 0, not that one error comes every so many bytes.
  static constexpr double kBenefitOfDoubt = 32 * 1024;
  static constexpr unsigned kMemory = 64;
  // Subpackets of one size before a larger one is tried.
  static constexpr unsigned kPatience = 2;
  static constexpr unsigned kHitsBeforeHalving = 2;

  [[nodiscard]] std::size_t best() const {
    if (errors_ == 0) {
      return largest_;
    }
    const double size = std::sqrt(kFraming * bytes_per_error());
    return std::clamp(static_cast<std::size_t>(size), kSmallest, largest_);
  }

  void settle(std::size_t size) {
    current_ = std::clamp(size, kSmallest, largest_);
    since_change_ = 0;
  }

  std::size_t largest_;
  std::size_t current_;
  std::uint64_t sent_ = 0;
  unsigned errors_ = 0;
  unsigned since_change_ = 0;
  unsigned hits_in_a_row_ = 0;
};

}  // namespace boardwalk::zmodem
