// Named deadlines: an enum of names, a table, and the earliest of them. No clock, no callbacks.
//
// `Name` is an enum class whose enumerators count from 0 and whose last one is `count`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "boardwalk/time.h"

namespace boardwalk {

template <typename Name>
class Timers {
 public:
  Timers() { due_.fill(kNever); }

  void set(Name name, TimePoint when) { at(name) = when; }
  void stop(Name name) { at(name) = kNever; }
  void stop_all() { due_.fill(kNever); }
  [[nodiscard]] bool is_set(Name name) const { return at(name) != kNever; }

  // Whether it is due; a due timer is stopped by asking.
  [[nodiscard]] bool take(Name name, TimePoint now) {
    if (at(name) > now) {
      return false;
    }
    stop(name);
    return true;
  }

  [[nodiscard]] TimePoint next() const { return *std::min_element(due_.begin(), due_.end()); }

 private:
  [[nodiscard]] TimePoint& at(Name name) { return due_[static_cast<std::size_t>(name)]; }
  [[nodiscard]] const TimePoint& at(Name name) const {
    return due_[static_cast<std::size_t>(name)];
  }

  std::array<TimePoint, static_cast<std::size_t>(Name::count)> due_;
};

}  // namespace boardwalk
