// The small signs that belong to no frame, byte for byte: cancel, the announcement, over and out.
#include <gtest/gtest.h>

#include "support/session_under_test.h"
#include "support/vectors.h"

namespace boardwalk::test {
namespace {

TEST(Signs, AReceiverCancelsWithEightCansAndTenBackspaces) {  // M01
  SessionUnderTest receiver(receiving());
  receiver.hears("ZRQINIT; ZFILE a.bin 1000");
  receiver.said_bytes();
  receiver.cancels();
  EXPECT_EQ(to_hex(receiver.said_bytes()), to_hex(vector_named("M01").wire));
}

TEST(Signs, ASenderCancelsWithEightCansAndTenBackspaces) {  // M01
  SessionUnderTest sender(sending(), {{.name = "a.bin", .size = 1000}});
  sender.said_bytes();
  sender.cancels();
  EXPECT_EQ(to_hex(sender.said_bytes()), to_hex(vector_named("M01").wire));
}

TEST(Signs, ASenderStartsWithTheAnnouncementAndItsRequest) {  // M02
  SessionUnderTest sender(sending(), {{.name = "a.bin", .size = 1000}});
  EXPECT_EQ(to_hex(sender.said_bytes()), to_hex(vector_named("M02").wire));
}

TEST(Signs, ASenderLeavesTheAnnouncementOutWhenTold) {
  SessionConfig config = sending();
  config.zmodem.announce_with_rz = false;
  SessionUnderTest sender(config, {{.name = "a.bin", .size = 1000}});
  EXPECT_EQ(to_hex(sender.said_bytes()), to_hex(vector_named("Z01").wire));
}

TEST(Signs, ASenderSaysOverAndOut) {  // M03
  SessionUnderTest sender(sending(), {{.name = "a.bin", .size = 3}});
  sender.hears("ZRINIT");
  sender.hears("ZRPOS 0");
  sender.hears("ZRINIT");
  sender.said_bytes();
  sender.hears("ZFIN");
  EXPECT_EQ(to_hex(sender.said_bytes()), to_hex(vector_named("M03").wire));
}

// lrzsz and zmodem.js read these two exactly so.
TEST(Signs, AReceiverInvitesAsRzDoes) {  // Z03
  SessionConfig config = receiving();
  config.zmodem.selective_repeat = false;
  SessionUnderTest receiver(config);
  EXPECT_EQ(to_hex(receiver.said_bytes()), to_hex(vector_named("Z03").wire));
}

// The same with the flag that only a sender of ours understands (ZF1 0x20).
TEST(Signs, AReceiverThatKeepsWhatFollowsAHoleSaysSo) {
  SessionUnderTest receiver(receiving());
  EXPECT_EQ(to_hex(receiver.said_bytes()).substr(8, 20), "30313030303032303233");
}

TEST(Signs, AReceiverAnswersTheEndWithoutXon) {  // Z07
  SessionUnderTest receiver(receiving());
  receiver.hears("ZRQINIT");
  receiver.passes(std::chrono::seconds{1});
  receiver.said_bytes();
  receiver.hears("ZFIN");
  EXPECT_EQ(to_hex(receiver.said_bytes()), to_hex(vector_named("Z07").wire));
}

}  // namespace
}  // namespace boardwalk::test
