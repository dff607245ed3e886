// Time as the engine knows it: something the host tells, never something it can look up.
//
// `Clock` has no now() on purpose. The epoch is the host's choice; only differences matter.
#pragma once

#include <chrono>
#include <cstdint>

namespace boardwalk {

struct Clock {
  using rep = std::int64_t;
  using period = std::micro;
  using duration = std::chrono::duration<rep, period>;
  using time_point = std::chrono::time_point<Clock, duration>;
  static constexpr bool is_steady = true;
};

using Duration = Clock::duration;
using TimePoint = Clock::time_point;

// "Never": the deadline of a session that waits for nothing but input.
inline constexpr TimePoint kNever = TimePoint::max();

}  // namespace boardwalk
