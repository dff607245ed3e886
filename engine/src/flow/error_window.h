// How much may be on its way to a receiver that has to get everything behind a damaged piece again:
// what a network could hold beyond what keeps it busy is only waste then, and rz gives a file up
// over too much of it.
//
// The limit follows the delay of acknowledgements: a delay well above the shortest one means that
// bytes stand in queues, so fewer are sent; else more (the idea of TCP Vegas, Brakmo and Peterson
// 1995). It is generous until the line has shown an error, and absent to a receiver that gives no
// acknowledgements.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "boardwalk/position.h"
#include "boardwalk/time.h"

namespace boardwalk {

class ErrorWindow {
 public:
  // Most bytes without an acknowledgement; 0: no limit.
  [[nodiscard]] std::uint64_t limit() const { return limit_; }

  // How long the latest acknowledgement took, queues included; nothing if the receiver gives none.
  [[nodiscard]] std::optional<Duration> latest_delay() const {
    return answers_ ? std::optional{latest_} : std::nullopt;
  }

  // An acknowledgement for everything up to `position` has been asked for.
  void asked(FileOffset position, TimePoint now) {
    if (!is_measuring_) {
      is_measuring_ = true;
      asked_for_ = position;
      asked_at_ = now;
    }
  }

  // Asked once more: which of the two is answered cannot be told, so nothing is measured (Karn).
  void asked_again() { is_measuring_ = false; }

  void acknowledged(FileOffset position, TimePoint now) {
    if (!is_measuring_ || position < asked_for_) {
      return;
    }
    is_measuring_ = false;
    answers_ = true;
    const Duration delay = now - asked_at_;
    shortest_ = std::min(shortest_, delay);
    latest_ = delay;
    if (position > last_position_ && now > last_time_) {
      const auto span = static_cast<std::uint64_t>((now - last_time_).count());
      rate_ = (position - last_position_) * kSecond / std::max<std::uint64_t>(span, 1);
    }
    last_position_ = position;
    last_time_ = now;
    if (limit_ == 0) {
      limit_ = kBeforeErrors;
      changed_at_ = position;
    }
    if (position < changed_at_ + limit_) {
      return;  // one change a window: its effect has to be seen first
    }
    changed_at_ = position;
    if (delay > 2 * shortest_ + kSlack) {
      limit_ = std::max(limit_ - limit_ / 3, has_been_hit_ ? kSmallest : kBeforeErrors);
    } else {
      limit_ = std::min(limit_ + limit_ / 4, kLargest);
    }
  }

  // A piece was damaged; so many bytes were on their way, and it all begins again at `position`.
  void hit(FileOffset position, std::uint64_t on_their_way) {
    const bool is_soon = position < changed_at_ + limit_;
    is_measuring_ = false;
    changed_at_ = position;
    if (!answers_) {
      return;
    }
    if (!has_been_hit_) {
      has_been_hit_ = true;
      // Twice what keeps the line busy, as far as is known.
      const auto shortest = static_cast<std::uint64_t>(
          std::clamp<Duration>(shortest_, Duration{1}, std::chrono::seconds{10}).count());
      const std::uint64_t busy = 2 * std::min(rate_, kLargest) * shortest / kSecond;
      limit_ = std::clamp(std::min(busy, on_their_way), kFirst, kLargest);
    } else if (is_soon) {
      limit_ = std::max(limit_ / 2, kSmallest);  // errors come faster than windows pass
    }
  }

  // A header was answered after so long: the line is not slower than that.
  void answered_after(Duration delay) { shortest_ = std::min(shortest_, delay); }

  // A new file: its positions have nothing to do with the old ones.
  void begin_file() {
    is_measuring_ = false;
    changed_at_ = last_position_ = FileOffset{};
  }

 private:
  static constexpr std::uint64_t kBeforeErrors = 96 * 1024;
  static constexpr std::uint64_t kSmallest = 16 * 1024;
  static constexpr std::uint64_t kFirst = 32 * 1024;
  static constexpr std::uint64_t kLargest = std::uint64_t{1} << 30;
  static constexpr Duration kSlack = std::chrono::microseconds{300};
  static constexpr std::uint64_t kSecond =
      static_cast<std::uint64_t>(Duration{std::chrono::seconds{1}}.count());

  std::uint64_t limit_ = 0;
  bool has_been_hit_ = false;
  bool answers_ = false;  // the receiver acknowledges what it is asked to without stopping
  bool is_measuring_ = false;
  FileOffset asked_for_;
  TimePoint asked_at_{};
  Duration latest_{};
  Duration shortest_ = Duration::max() / 4;
  FileOffset changed_at_;
  std::uint64_t rate_ = 0;  // bytes per second, between the latest two acknowledgements
  FileOffset last_position_;
  TimePoint last_time_{};
};

}  // namespace boardwalk
