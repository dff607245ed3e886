// A transfer that is too slow, or lasts too long, is given up; one that waits for a person is not.
#include <gtest/gtest.h>

#include "support/link.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

TEST(Pace, ATransferBelowTheLeastRateIsGivenUp) {
  for (const bool sender_minds : {true, false}) {
    LinkOptions options;
    options.forward.rate = 2000;
    options.forward.wire_buffer = 4_KiB;
    TimingConfig& timing = (sender_minds ? options.sender : options.receiver).timing;
    timing.least_rate = 4000;
    timing.least_rate_over = 20s;
    Link link(options);
    link.send(random_bytes(200_KiB, 1));
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    MemoryHost& minder = sender_minds ? link.sender_host() : link.receiver_host();
    EXPECT_EQ(minder.fault(), Fault::too_slow);
    EXPECT_GE(link.elapsed(), 20s);
    EXPECT_LT(link.elapsed(), 60s);
  }
}

TEST(Pace, ATransferAboveItIsLeftAlone) {
  LinkOptions options;
  options.forward.rate = 8000;
  options.forward.wire_buffer = 4_KiB;
  options.sender.timing.least_rate = options.receiver.timing.least_rate = 4000;
  options.sender.timing.least_rate_over = options.receiver.timing.least_rate_over = 5s;
  Link link(options);
  link.send(random_bytes(200_KiB, 1));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
}

TEST(Pace, ATransferEndsWhenItsTimeIsOver) {
  LinkOptions options;
  options.forward.rate = 2000;
  options.forward.wire_buffer = 4_KiB;
  options.receiver.timing.time_limit = 30s;
  Link link(options);
  link.send(random_bytes(200_KiB, 1));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  EXPECT_EQ(link.receiver_host().fault(), Fault::time_is_up);
  EXPECT_EQ(link.sender_host().fault(), Fault::cancelled_by_peer);
  EXPECT_GE(link.elapsed(), 30s);
  EXPECT_LT(link.elapsed(), 60s);
}

}  // namespace
}  // namespace boardwalk::test
