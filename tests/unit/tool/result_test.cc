// Exit statuses: promises to scripts.
#include "tool/result.h"

#include <gtest/gtest.h>

namespace boardwalk::tool {
namespace {

TEST(ExitStatus, IsZeroOnlyIfEveryFileIsComplete) {
  Tally tally;
  tally.count({FileId{0}, Outcome::complete, 100});
  EXPECT_EQ(exit_status({}, tally), ExitStatus::complete);
  EXPECT_EQ(tally.bytes, 100U);
  tally.count({FileId{1}, Outcome::skipped_by_peer, 0});
  EXPECT_EQ(exit_status({}, tally), ExitStatus::incomplete);
}

TEST(ExitStatus, TellsALocalErrorFromTheOthersWork) {
  Tally tally;
  tally.count({FileId{0}, Outcome::complete, 100});
  tally.local_error = true;
  EXPECT_EQ(exit_status({}, tally), ExitStatus::local_error);
}

TEST(ExitStatus, IsExplainedByTheFaultIfThereIsOne) {
  Tally tally;
  tally.count({FileId{0}, Outcome::complete, 100});
  EXPECT_EQ(exit_status(Fault::cancelled_here, tally), ExitStatus::cancelled);
  EXPECT_EQ(exit_status(Fault::cancelled_by_peer, tally), ExitStatus::cancelled);
  EXPECT_EQ(exit_status(Fault::peer_silent, tally), ExitStatus::link_lost);
  EXPECT_EQ(exit_status(Fault::link_lost, tally), ExitStatus::link_lost);
  EXPECT_EQ(exit_status(Fault::too_many_errors, tally), ExitStatus::link_lost);
  EXPECT_EQ(exit_status(Fault::sink_failed, tally), ExitStatus::local_error);
  EXPECT_EQ(exit_status(Fault::source_failed, tally), ExitStatus::local_error);
  EXPECT_EQ(exit_status(Fault::peer_broke_rules, tally), ExitStatus::incomplete);
}

}  // namespace
}  // namespace boardwalk::tool
