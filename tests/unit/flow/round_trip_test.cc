// RFC 6298: smoothed round trip, its variation, and Karn's algorithm.
#include "flow/round_trip.h"

#include <gtest/gtest.h>

#include <chrono>

namespace boardwalk {
namespace {

using std::chrono::milliseconds;

constexpr TimePoint at(int ms) { return TimePoint{milliseconds{ms}}; }

TEST(RoundTrip, KnowsNothingBeforeTheFirstAnswer) {
  RoundTrip trip;
  trip.asked(FileOffset{10}, at(0));
  EXPECT_EQ(trip.patience(), std::nullopt);
}

TEST(RoundTrip, FirstAnswerCountsThreeTimes) {
  RoundTrip trip;
  trip.asked(FileOffset{10}, at(0));
  trip.answered(FileOffset{10}, at(100));
  EXPECT_EQ(trip.patience(), milliseconds{300});  // R + 4 * R / 2
}

TEST(RoundTrip, SteadyAnswersMakeItShorter) {
  RoundTrip trip;
  for (int n = 0; n < 40; ++n) {
    trip.asked(FileOffset{10}, at(1000 * n));
    trip.answered(FileOffset{10}, at(1000 * n + 100));
  }
  EXPECT_GE(*trip.patience(), milliseconds{100});
  EXPECT_LT(*trip.patience(), milliseconds{101});
}

TEST(RoundTrip, OneSlowAnswerMovesItByAnEighth) {
  RoundTrip trip;
  trip.asked(FileOffset{10}, at(0));
  trip.answered(FileOffset{10}, at(80));
  trip.asked(FileOffset{20}, at(1000));
  trip.answered(FileOffset{20}, at(1880));
  // 80 + 800 / 8 = 180; variation 40 + (800 - 40) / 4 = 230.
  EXPECT_EQ(trip.patience(), milliseconds{180 + 4 * 230});
}

TEST(RoundTrip, WhatWasAskedTwiceMeasuresNothing) {
  RoundTrip trip;
  trip.asked(FileOffset{10}, at(0));
  trip.asked(FileOffset{10}, at(50));
  trip.asked(FileOffset{10}, at(60));
  trip.answered(FileOffset{10}, at(61));
  EXPECT_EQ(trip.patience(), std::nullopt);
  trip.asked(FileOffset{10}, at(100));
  trip.answered(FileOffset{10}, at(120));
  EXPECT_EQ(trip.patience(), milliseconds{60});
}

TEST(RoundTrip, FollowsOneQuestionAtATime) {
  RoundTrip trip;
  trip.asked(FileOffset{10}, at(0));
  trip.asked(FileOffset{20}, at(5));
  trip.answered(FileOffset{20}, at(6));
  EXPECT_EQ(trip.patience(), std::nullopt);
  trip.answered(FileOffset{10}, at(10));
  EXPECT_EQ(trip.patience(), milliseconds{30});
}

TEST(RoundTrip, WhatLiesBehindIsNotWaitedFor) {
  RoundTrip trip;
  trip.asked(FileOffset{10}, at(0));
  trip.passed(FileOffset{10});
  trip.asked(FileOffset{20}, at(1));  // not followed: 10 may still be answered
  trip.passed(FileOffset{11});
  trip.asked(FileOffset{20}, at(2));
  trip.answered(FileOffset{20}, at(12));
  EXPECT_EQ(trip.patience(), milliseconds{30});
  trip.asked(FileOffset{30}, at(20));
  trip.forget();
  trip.asked(FileOffset{5}, at(30));
  trip.answered(FileOffset{5}, at(40));
  EXPECT_LT(*trip.patience(), milliseconds{30});
}

}  // namespace
}  // namespace boardwalk
