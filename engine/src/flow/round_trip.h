// How long the other side takes to answer, and from when on an answer is overdue: RFC 6298 sections
// 2 and 3. One question at a time is followed, known by the place in the file it asks for.
#pragma once

#include <algorithm>
#include <optional>

#include "boardwalk/position.h"
#include "boardwalk/time.h"

namespace boardwalk {

class RoundTrip {
 public:
  // What is asked for again before it came measures nothing: which of the two is answered cannot be
  // told (Karn's algorithm).
  void asked(FileOffset place, TimePoint now) {
    if (!place_) {
      place_ = place;
      asked_time_ = now;
      is_clear_ = true;
    } else if (*place_ == place) {
      is_clear_ = false;
    }
  }

  void answered(FileOffset place, TimePoint now) {
    if (place_ != place) {
      return;
    }
    if (is_clear_) {
      measure(now - asked_time_);
    }
    place_.reset();
  }

  void forget() { place_.reset(); }

  // Nobody waits any more for what lies before `place`.
  void passed(FileOffset place) {
    if (place_ && *place_ < place) {
      place_.reset();
    }
  }

  // What an answer takes at the most, as far as is known; nothing before the first.
  [[nodiscard]] std::optional<Duration> patience() const {
    return smoothed_ ? std::optional{*smoothed_ + 4 * variation_} : std::nullopt;
  }

 private:
  void measure(Duration sample) {
    if (!smoothed_) {
      smoothed_ = sample;
      variation_ = sample / 2;
      return;
    }
    const Duration off = std::max(sample - *smoothed_, *smoothed_ - sample);
    variation_ += (off - variation_) / 4;
    *smoothed_ += (sample - *smoothed_) / 8;
  }

  std::optional<FileOffset> place_;  // of the question
  TimePoint asked_time_{};
  bool is_clear_ = false;
  std::optional<Duration> smoothed_;
  Duration variation_{};
};

}  // namespace boardwalk
