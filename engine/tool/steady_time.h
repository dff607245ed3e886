// The one place where the tool reads the clock that it tells the session.
#pragma once

#include <chrono>

#include "boardwalk/time.h"

namespace boardwalk::tool {

// Never goes back, whatever happens to the time of day.
inline TimePoint now() {
  const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
  return TimePoint{std::chrono::duration_cast<Duration>(since_start)};
}

}  // namespace boardwalk::tool
