// Peers that never fall silent and never get forward: one byte, or one header that means nothing
// here, each nine seconds, shorter than any time-out. No phase may be kept alive by them: every
// transfer ends within the sum of the documented time-outs.
#include <gtest/gtest.h>

#include "support/places.h"
#include "support/time_bound.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

const std::vector<const char*> kDrips = {
    "TEXT \"x\"", "TEXT \"*\"", "HEX 18", "HEX 11", "TEXT \"O\"", "HEX 2a2a1842",
    // Headers of either side, answers to questions that nobody asked, places that cannot be.
    "ZACK 0", "ZACK 77", "ZNAK", "ZRQINIT", "ZRINIT", "ZRPOS 0", "ZRPOS 100", "ZCRC 0", "ZCRC 50",
    "ZCHALLENGE 12345678", "ZFREECNT", "ZCOMPL", "ZDATA 5", "ZDATA 0", "ZEOF 7", "ZEOF 100",
    "ZEOF 1000", "ZFIN", "ZFERR", "ZSKIP", "ZSINIT 00", "ZCOMMAND 00 \"ls\"",
    "ZFILE a.bin 1000 damaged", "ZFILE a.bin 1000", "ZDATA 0; DATA 0 go-on",
    "ZDATA 100; DATA 0 end", "ZDATA 0; DATA 50 go-on damaged", "DATA 0 ack-wait",
    // Damaged ones.
    "ZRPOS 0 variable-hex + 000020e8030000", "ZRPOS 2000 variable-hex + 000020ffffffff",
    "ZRPOS 0 damaged", "ZRINIT 23 damaged", "ZDATA 0 damaged", "ZFIN damaged"};

class Drip : public ::testing::TestWithParam<Place> {};

TEST_P(Drip, KeepsNothingAlive) {
  for (const char* drip : kDrips) {
    SCOPED_TRACE(drip);
    const auto session = session_in(GetParam());
    const TimePoint start = session->now();
    ASSERT_FALSE(session->host().ended());
    // The phases that may be left: two files, and good-bye.
    const Duration limit = longest_transfer(TimingConfig{}, 4);
    while (!session->host().ended() && session->now() - start < limit) {
      session->passes(9s);
      session->hears(drip);
      session->says();
      session->said_bytes();
      ASSERT_FALSE(HasFatalFailure());
    }
    EXPECT_TRUE(session->host().ended());
  }
}

// All but the two that wait for a person: a terminal, and an offer.
INSTANTIATE_TEST_SUITE_P(Places, Drip,
                         ::testing::Values(Place::invited, Place::positioned, Place::in_data,
                                           Place::with_holes, Place::ended, Place::farewell,
                                           Place::called, Place::offering, Place::sending,
                                           Place::filling, Place::ending, Place::finishing),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace boardwalk::test
