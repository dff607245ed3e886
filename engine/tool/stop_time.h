// When a transfer has to be over: so many seconds from now, or the next time a clock on the wall
// shows an hour and a minute. Pure but for the time zone, which is the system's.
#pragma once

#include <time.h>

#include <chrono>
#include <optional>
#include <string_view>
#include <variant>

#include "boardwalk/time.h"

namespace boardwalk::tool {

struct WallTime {
  int hour = 0;
  int minute = 0;
};

using StopTime = std::variant<std::chrono::seconds, WallTime>;

// "+N" (seconds) or "HH:MM", as lrzsz takes them; nothing if it is neither.
[[nodiscard]] std::optional<StopTime> stop_time_from(std::string_view text);

// From `now` on, never zero: a time of day that is just now means tomorrow's.
[[nodiscard]] Duration time_until(const StopTime& stop, time_t now);

}  // namespace boardwalk::tool
