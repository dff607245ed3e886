// How long each side waits for a peer that says nothing, and when it gives up.
#include <gtest/gtest.h>

#include "support/session_under_test.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

// The moments, in seconds since the beginning, at which something is said, and what.
std::string timetable(SessionUnderTest& session, Duration limit) {
  std::string table;
  const TimePoint start = session.now();
  while (session.now() - start < limit) {
    session.silence_before_speaking(limit - (session.now() - start));
    const std::string said = session.says();
    if (said.empty()) {
      break;
    }
    const auto at = std::chrono::duration_cast<std::chrono::seconds>(session.now() - start);
    table += (table.empty() ? "" : ", ") + std::to_string(at.count()) + " " + said;
  }
  return table;
}

TEST(Silence, AReceiverThatNobodyAnswersCallsEveryTenSecondsForAMinute) {
  SessionUnderTest receiver(receiving());
  EXPECT_EQ(receiver.says(), "ZRINIT 23");
  EXPECT_EQ(timetable(receiver, 10min),
            "10 ZRINIT 23, 20 ZRINIT 23, 30 ZRINIT 23, 40 ZRINIT 23, 50 ZRINIT 23, 60 CANCEL");
  EXPECT_TRUE(receiver.host().ended());
  EXPECT_EQ(receiver.host().fault(), Fault::peer_silent);
  EXPECT_EQ(receiver.session().deadline(), kNever);
}

TEST(Silence, ASenderThatNobodyAnswersCallsEveryTenSecondsForAMinute) {
  SessionUnderTest sender(sending(), {{.name = "a.bin", .size = 10}});
  EXPECT_EQ(sender.says(), "TEXT \"rz\\r\"; ZRQINIT");
  EXPECT_EQ(timetable(sender, 10min),
            "10 ZRQINIT, 20 ZRQINIT, 30 ZRQINIT, 40 ZRQINIT, 50 ZRQINIT, 60 CANCEL");
  EXPECT_TRUE(sender.host().ended());
  EXPECT_EQ(sender.host().fault(), Fault::peer_silent);
  EXPECT_EQ(sender.session().deadline(), kNever);
}

// Text that keeps coming is no peer: a shell that never started `sz` does not hold us for ever.
TEST(Silence, AReceiverIsNotHeldByAChattyLineWithoutAPeer) {
  SessionUnderTest receiver(receiving());
  for (int second = 0; second < 200 && !receiver.host().ended(); ++second) {
    receiver.hears("TEXT \"sz: command not found\\r\\n\"");
    receiver.passes(1s);
  }
  EXPECT_TRUE(receiver.host().ended());
  EXPECT_EQ(receiver.host().fault(), Fault::peer_silent);
}

TEST(Silence, TimeThatStandsStillOrRunsBackIsHarmless) {
  SessionUnderTest receiver(receiving());
  receiver.hears("ZFILE a.bin 64");
  receiver.says();
  const TimePoint deadline = receiver.session().deadline();
  receiver.session().advance(receiver.now() - 100s);
  receiver.session().advance(TimePoint{});
  receiver.pump();
  EXPECT_EQ(receiver.says(), "");
  EXPECT_EQ(receiver.session().deadline(), deadline);
}

// The person may take as long as they like: as long as a file is offered, nothing runs out.
TEST(Silence, APersonMayTakeAnHourToDecide) {
  HostPolicy policy;
  policy.on_offer = [](const std::string&) {
    return OfferAnswer{OfferAnswer::Kind::say_nothing, 0};
  };
  SessionUnderTest receiver(receiving(), policy);
  receiver.hears("ZRQINIT; ZFILE a.bin 64");
  receiver.says();
  receiver.passes(1h);
  EXPECT_FALSE(receiver.host().ended());
  receiver.session().accept(receiver.host().incoming().front().id, FileOffset{0}, receiver.now());
  receiver.pump();
  EXPECT_EQ(receiver.says(), "ZRPOS 0");
}

// A disk that takes two minutes to store the last bytes: the sender hears nothing false meanwhile.
TEST(Silence, ASlowDiskIsNoSilenceOfThePeer) {
  HostPolicy policy;
  policy.commit_delay = 2min;
  SessionUnderTest receiver(receiving(), policy);
  receiver.hears("ZRQINIT; ZFILE a.bin 64");
  receiver.says();
  receiver.hears("ZDATA 0; DATA 64 end; ZEOF 64");
  EXPECT_EQ(receiver.says(), "");
  receiver.passes(119s);
  EXPECT_EQ(receiver.says(), "");
  receiver.passes(2s);
  EXPECT_EQ(receiver.says(), "ZRINIT 23");
}

// While data trickles in, one good piece each few seconds, nothing is given up.
TEST(Silence, ASlowLineIsNotSilent) {
  SessionUnderTest receiver(receiving());
  receiver.hears("ZRQINIT; ZFILE a.bin 10000");
  receiver.says();
  receiver.hears("ZDATA 0");
  for (int piece = 0; piece < 100; ++piece) {
    receiver.passes(9s);
    receiver.hears("DATA 100 go-on");
  }
  EXPECT_EQ(receiver.says(), "");
  EXPECT_FALSE(receiver.host().ended());
}

}  // namespace
}  // namespace boardwalk::test
