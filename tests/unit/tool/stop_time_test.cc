// --stop-at: what is read, and how far off it is, in a time zone of the test's own.
#include "tool/stop_time.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace boardwalk::tool {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

// Central Europe, spelled out: summer time begins on 29 March 2026 at 2:00.
class StopTimes : public testing::Test {
 protected:
  StopTimes() {
    if (const char* zone = std::getenv("TZ")) before_ = zone;
    set("CET-1CEST,M3.5.0,M10.5.0/3");
  }
  ~StopTimes() override {
    if (before_) {
      set(before_->c_str());
    } else {
      unsetenv("TZ");
      tzset();
    }
  }

  static Duration until(std::string_view text, time_t now) {
    const auto stop = stop_time_from(text);
    EXPECT_TRUE(stop) << text;
    return stop ? time_until(*stop, now) : Duration{};
  }

 private:
  static void set(const char* zone) {
    setenv("TZ", zone, 1);
    tzset();
  }
  std::optional<std::string> before_;
};

constexpr time_t kNoon = 1768474800;  // 15 January 2026, 12:00 CET

TEST_F(StopTimes, CountSeconds) {
  EXPECT_EQ(until("+90", kNoon), seconds{90});
  EXPECT_EQ(until("+1", kNoon), seconds{1});
}

TEST_F(StopTimes, AreTheNextSuchTimeOfTheDay) {
  EXPECT_EQ(until("12:30", kNoon), minutes{30});
  EXPECT_EQ(until("12:30", kNoon + 29), minutes{30} - seconds{29});
  EXPECT_EQ(until("7:05", kNoon), hours{19} + minutes{5});
  EXPECT_EQ(until("00:00", kNoon), hours{12});
}

TEST_F(StopTimes, MeanTomorrowWhenItIsJustNow) {
  EXPECT_EQ(until("12:00", kNoon), hours{24});
  EXPECT_EQ(until("12:00", kNoon + 1), hours{24} - seconds{1});
}

TEST_F(StopTimes, KnowThatANightMayBeShort) {
  constexpr time_t kEvening = 1774735200;  // 28 March 2026, 23:00 CET
  EXPECT_EQ(until("7:00", kEvening), hours{7});
}

TEST_F(StopTimes, AreNothingElse) {
  for (const char* text : {"", "+", "+0", "+-5", "+1s", "12", "12:", ":30", "24:00", "12:60", "1:2",
                           "12:345", "-1:30", "012:30", "12:30:00", "+31622401"}) {
    EXPECT_FALSE(stop_time_from(text)) << text;
  }
}

}  // namespace
}  // namespace boardwalk::tool
