// See stop_time.h.
#include "tool/stop_time.h"

#include <cstddef>

#include "tool/option_values.h"

namespace boardwalk::tool {

namespace {

constexpr long kMostSeconds = 366L * 24 * 3600;

// The time of day on the day that is `days` after that of `now`.
time_t at_wall_time(WallTime wall, time_t now, int days) {
  tm parts{};
  localtime_r(&now, &parts);
  parts.tm_mday += days;
  parts.tm_hour = wall.hour;
  parts.tm_min = wall.minute;
  parts.tm_sec = 0;
  parts.tm_isdst = -1;  // whatever holds then: the night in between may be one that changes it
  return mktime(&parts);
}

}  // namespace

std::optional<StopTime> stop_time_from(std::string_view text) {
  if (text.starts_with('+')) {
    const auto seconds = number_within(text.substr(1), 1L, kMostSeconds);
    if (!seconds) return std::nullopt;
    return std::chrono::seconds{*seconds};
  }
  const std::size_t colon = text.find(':');
  if (colon != 1 && colon != 2) return std::nullopt;
  const std::string_view minutes = text.substr(colon + 1);
  const auto hour = number_within(text.substr(0, colon), 0, 23);
  const auto minute = number_within(minutes, 0, 59);
  if (!hour || !minute || minutes.size() != 2) return std::nullopt;
  return WallTime{*hour, *minute};
}

Duration time_until(const StopTime& stop, time_t now) {
  if (const auto* seconds = std::get_if<std::chrono::seconds>(&stop)) return *seconds;
  const auto wall = std::get<WallTime>(stop);
  time_t then = at_wall_time(wall, now, 0);
  if (then <= now) then = at_wall_time(wall, now, 1);
  return std::chrono::seconds{then - now};
}

}  // namespace boardwalk::tool
