// Events on their way to the host: a small ring, no allocation, pulled in the order they happened.
//
// Room is made by construction, not by hope: producers stop taking input while it is crowded(), and
// what one step can add beyond that mark fits.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "base/check.h"
#include "boardwalk/event.h"

namespace boardwalk {

class EventQueue {
 public:
  void push(const Event& event) {
    BW_CHECK(size_ < kCapacity);
    if (size_ < kCapacity) {
      ring_[(first_ + size_++) % kCapacity] = event;
    }
  }

  [[nodiscard]] std::optional<Event> pop() {
    if (size_ == 0) {
      return std::nullopt;
    }
    const Event event = ring_[first_];
    first_ = (first_ + 1) % kCapacity;
    --size_;
    return event;
  }

  // True from the mark on where nobody may begin something new.
  [[nodiscard]] bool crowded() const { return size_ >= kCapacity / 2; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

 private:
  static constexpr std::size_t kCapacity = 64;

  std::array<Event, kCapacity> ring_{};
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace boardwalk
