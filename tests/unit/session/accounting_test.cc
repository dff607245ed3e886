// The accounting rules of the engine, one by one: which bytes count as sent, received and stored,
// and when. The numbers are those of docs/decisions and of the comments in flow/*_ledger.h.
#include <gtest/gtest.h>

#include <memory>

#include "support/link.h"
#include "support/session_under_test.h"
#include "support/wire_tap.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

OutgoingFile big_file() { return {.name = "a.bin", .size = 100000}; }

// A sender whose receiver has just asked for data from `at`, with so much room on the wire.
struct StartedSender : SessionUnderTest {
  StartedSender(SessionConfig config, std::size_t room, std::uint64_t at = 0)
      : SessionUnderTest(config, {big_file()}) {
    hears("ZRINIT");
    says();
    said_bytes();
    allow(room);
    hears("ZRPOS " + std::to_string(at));
  }
};

std::uint64_t data_bytes(const std::vector<Heard>& items) {
  std::uint64_t count = 0;
  for (const Heard& item : items) {
    const auto* data = std::get_if<HeardData>(&item);
    count += data != nullptr && data->frame == Frame::zdata ? data->bytes.size() : 0;
  }
  return count;
}

// --- 1: `sent` moves where a subpacket is encoded, and nowhere else ---

TEST(Rule1, SentIsWhatStandsOnTheWire) {
  StartedSender sender(sending(), 0);
  std::uint64_t sent = 0;
  for (int turn = 0; turn < 60; ++turn) {
    sender.allow(static_cast<std::size_t>(turn) * 97 % 3000 + 500);
    sent += data_bytes(sender.heard());
    ASSERT_EQ(sender.session().status().reached, FileOffset{sent});
  }
  EXPECT_GT(sent, 10000u);
  sender.allow(0);
  sender.hears("ZRPOS 3000");
  EXPECT_EQ(sender.session().status().reached, FileOffset{3000});
}

TEST(Rule1, FileBytesAreAskedForByOffset) {
  HostPolicy policy;
  policy.provides = false;
  SessionUnderTest sender(sending(), policy);
  sender.sends(big_file());
  sender.hears("ZRINIT");
  sender.hears("ZRPOS 77777");
  ASSERT_EQ(sender.host().wanted().size(), 1u);
  EXPECT_EQ(sender.host().wanted()[0].offset, FileOffset{77777});
  EXPECT_EQ(sender.host().wanted()[0].length, 100000u - 77777u);
}

// --- 2: a room too small for a unit gets nothing ---

TEST(Rule2, EveryRoomHoldsWholeUnitsOrNothing) {
  SessionConfig config = sending();
  config.sink_window = 64_KiB;
  config.source_piece = 16_KiB;
  Buffer box(2300);  // a little more than the most that a block of 1024 may need
  for (std::size_t room = 0; room < box.size(); room += room < 300 ? 1 : 11) {
    StartedSender sender(config, 0);
    WireReader reader;
    // What follows must be understood: no escape is left open to swallow it.
    for (int turn = 0; turn < 3; ++turn) {
      const std::size_t size = sender.session().transmit({box.data(), room}, sender.now());
      reader.feed(Bytes(box).first(size));
    }
    reader.feed(subpacket({}, End::end, 32));
    reader.feed(hex_header(Frame::zrpos, 1));
    const std::vector<Heard> items = reader.take();
    ASSERT_GE(items.size(), 1u) << "room " << room;
    ASSERT_EQ(describe(items.back()), "ZRPOS 1") << "room " << room;
    for (const Heard& item : items) {
      ASSERT_EQ(describe(item).find("BAD-CRC"), std::string::npos) << "room " << room;
    }
  }
}

TEST(Rule2, ARoomOfTheLargestUnitIsAlwaysEnough) {
  // Every byte escaped, the largest block, on a telnet line.
  SessionConfig config = sending();
  config.telnet.enabled = true;
  config.zmodem.first_block = config.zmodem.largest_block = 8192;
  OutgoingFile file{
      .name = "a.bin", .size = 8192, .content = Content::of(Buffer(8192, std::byte{0x18}))};
  SessionUnderTest sender(config, {file});
  sender.hears("ZRINIT 63");
  sender.says();
  sender.allow(0);
  sender.hears("ZRPOS 0");
  sender.allow(kMaxUnit);
  EXPECT_EQ(sender.says(), "ZDATA 0; DATA 8192 end; ZEOF 8192");
}

// --- 3: replies are owed, not queued ---

TEST(Rule3, ANewerDebtReplacesTheOlderOfItsKind) {
  SessionUnderTest receiver(receiving());
  receiver.hears("ZRQINIT; ZFILE a.bin 1000");
  receiver.says();
  receiver.allow(0);
  receiver.hears("ZDATA 0; DATA 64 ack-go-on; DATA 64 ack-go-on; DATA 64 ack-go-on");
  receiver.allow(kUnlimited);
  EXPECT_EQ(receiver.says(), "ZACK 192");
}

TEST(Rule3, OnlyTheLatestPlaceIsAnswered) {
  StartedSender sender(sending(), 8000);
  sender.says();
  sender.allow(0);
  sender.hears("ZRPOS 1024");
  sender.hears("ZRPOS 2048");
  sender.allow(3000);
  const std::string said = sender.says();
  EXPECT_EQ(said.rfind("DATA 0 end; ZDATA 2048; DATA ", 0), 0u) << said;
}

TEST(Rule3, DebtsArePaidBeforeFileData) {
  StartedSender sender(sending(), 4000);
  sender.says();
  sender.allow(0);
  sender.hears("ZRPOS 1024");
  sender.allow(3000);
  EXPECT_EQ(sender.says().rfind("DATA 0 end; ZDATA 1024; DATA ", 0), 0u);
}

// --- 4: ZRPOS ---

TEST(Rule4, APlaceTheReceiverNamesIsWhatIsSentAndAcknowledged) {
  StartedSender sender(sending(), 50000);
  sender.allow(0);
  sender.hears("ZRPOS 20480");
  EXPECT_EQ(sender.session().status().reached, FileOffset{20480});
  EXPECT_EQ(sender.session().status().confirmed, FileOffset{20480});
}

TEST(Rule4, TheSamePlaceAgainWithinTheRoundTripIsAnsweredOnce) {
  StartedSender sender(sending(), 30000);
  sender.says();
  sender.allow(2000);
  sender.hears("ZRPOS 10240");
  EXPECT_EQ(sender.says().rfind("DATA 0 end; ZDATA 10240; DATA ", 0), 0u);
  for (int echo = 0; echo < 5; ++echo) {
    sender.passes(20ms);
    sender.hears("ZRPOS 10240");
  }
  EXPECT_EQ(sender.says(), "");
}

TEST(Rule4, TheSamePlaceMuchLaterIsANewCry) {
  StartedSender sender(sending(), 30000);
  sender.says();
  sender.allow(2000);
  sender.hears("ZRPOS 10240");
  sender.says();
  sender.allow(2000);
  sender.passes(3s);
  sender.hears("ZRPOS 10240");
  const std::string said = sender.says();
  EXPECT_NE(said.find("ZDATA 10240; DATA "), std::string::npos) << said;
}

// Also at the very beginning, where nothing has been sent yet.
TEST(Rule4, AnyPlaceInsideTheFileIsALegalBeginning) {
  for (const std::uint64_t at : {0u, 1u, 1023u, 50000u, 99999u, 100000u}) {
    StartedSender sender(sending(), kUnlimited, at);
    EXPECT_EQ(sender.session().status().reached, FileOffset{100000}) << at;
    sender.hears("ZRINIT");
    EXPECT_FALSE(sender.host().ended());
    EXPECT_EQ(sender.host().done().size(), 1u) << at;
  }
}

// --- 5: answers that lost a race are dropped ---

TEST(Rule5, BytesThatAnswerAnOldQuestionAreNotSent) {
  HostPolicy policy;
  policy.provides = false;
  SessionConfig config = sending();
  config.source_piece = 8192;
  SessionUnderTest sender(config, policy);
  const FileId id = sender.sends(big_file());
  sender.hears("ZRINIT");
  sender.hears("ZRPOS 0");
  sender.hears("ZRPOS 40960");
  ASSERT_EQ(sender.host().wanted().size(), 2u);
  EXPECT_EQ(sender.host().wanted()[0].offset, FileOffset{0});
  EXPECT_EQ(sender.host().wanted()[1].offset, FileOffset{40960});
  sender.says();
  const Buffer zeros(8192);
  sender.session().provide(id, FileOffset{0}, zeros, sender.now());
  sender.pump();
  EXPECT_EQ(sender.says(), "");
  const Buffer right = Content::hashed().slice(40960, 8192);
  sender.session().provide(id, FileOffset{40960}, right, sender.now());
  sender.pump();
  const std::vector<Heard> said = sender.heard();
  ASSERT_FALSE(said.empty());
  const auto* data = std::get_if<HeardData>(&said.front());
  ASSERT_NE(data, nullptr);
  EXPECT_EQ(Content::hashed().differences(40960, data->bytes), 0u);
}

TEST(Rule5, BytesOfAnUnknownFileAreNotSent) {
  HostPolicy policy;
  policy.provides = false;
  SessionUnderTest sender(sending(), policy);
  sender.sends(big_file());
  sender.hears("ZRINIT");
  sender.hears("ZRPOS 0");
  sender.says();
  const Buffer zeros(100000);
  sender.session().provide(FileId{4711}, FileOffset{0}, zeros, sender.now());
  sender.session().provide(FileId{4711}, FileOffset{0}, zeros, sender.now());
  sender.pump();
  EXPECT_EQ(sender.says(), "");
}

// session.h: lent bytes may go at the second later answer to a question of its own; an answer that
// comes too late counts for nothing, and its bytes may go at once.
TEST(Rule5, BytesAreNotUsedBeyondTheirLoan) {
  HostPolicy policy;
  policy.provides = false;
  SessionConfig config = sending();
  config.source_piece = 8192;
  SessionUnderTest sender(config, policy);
  const FileId id = sender.sends(big_file());
  sender.hears("ZRINIT");
  sender.says();
  sender.allow(1000);
  sender.hears("ZRPOS 0");
  const auto lend = [&](std::uint64_t offset) {
    auto bytes = std::make_unique<Buffer>(Content::hashed().slice(offset, 8192));
    sender.session().provide(id, FileOffset{offset}, *bytes, sender.now());
    sender.pump();
    return bytes;
  };
  auto first = lend(0);
  sender.hears("ZRPOS 65536");
  lend(8192).reset();  // late: nobody asks for it any more
  const auto second = lend(65536);
  const auto third = lend(73728);
  first.reset();
  sender.allow(kUnlimited);  // the address sanitizer watches
  WireTap tap(WireTap::Line::raw);
  tap.knows("a.bin", 100000, Content::hashed());
  tap.sees(sender.said_bytes());
  EXPECT_EQ(tap.mislabelled_bytes(), 0u);
}

// --- 6: no early end ---

TEST(Rule6, ASourceThatEndsEarlyIsAFailureAndNeverAShortFile) {
  HostPolicy policy;
  policy.provides = false;
  SessionUnderTest sender(sending(), policy);
  const FileId id = sender.sends(big_file());
  sender.hears("ZRINIT");
  sender.hears("ZRPOS 0");
  sender.says();
  const Buffer some = Content::hashed().slice(0, 5000);
  sender.session().provide(id, FileOffset{0}, some, sender.now());
  sender.pump();
  sender.passes(1s);
  const std::string said = sender.says();
  EXPECT_EQ(said.find("ZEOF"), std::string::npos) << said;
  EXPECT_NE(said.find("CANCEL"), std::string::npos) << said;
  EXPECT_EQ(sender.host().fault(), Fault::source_failed);
  EXPECT_EQ(sender.host().outcome(id), Outcome::failed);
}

TEST(Rule6, GoodByeOnlyAfterTheEndHasBeenAnswered) {
  StartedSender sender(sending(), kUnlimited);
  EXPECT_NE(sender.says().find("ZEOF 100000"), std::string::npos);
  for (const char* other :
       {"ZACK 100000", "ZACK 5", "ZRQINIT", "ZCOMPL", "ZCRC 0", "ZACK 100000"}) {
    sender.hears(other);
    EXPECT_EQ(sender.says(), "") << other;
  }
  EXPECT_TRUE(sender.host().done().empty());
  sender.hears("ZRINIT");
  EXPECT_EQ(sender.says(), "ZFIN");
}

TEST(Rule6, AnAnswerToAnEndThatIsNotYetToldIsNoAnswer) {
  // Every byte is escaped, so that the last data can fill a room that the end no longer fits into.
  const OutgoingFile file{
      .name = "a.bin", .size = 10, .content = Content::of(Buffer(10, std::byte{0x18}))};
  int cases = 0;
  for (std::size_t room = 30; room < 70; ++room) {
    SessionUnderTest sender(sending(), {file});
    sender.hears("ZRINIT");
    sender.says();
    sender.allow(room);
    sender.hears("ZRPOS 0");
    if (sender.says() != "ZDATA 0; DATA 10 end") {
      continue;
    }
    ++cases;
    sender.hears("ZRINIT");
    EXPECT_TRUE(sender.host().done().empty()) << room;
    sender.allow(kUnlimited);
    EXPECT_EQ(sender.says(), "ZEOF 10") << room;
  }
  EXPECT_GT(cases, 0) << "no room was just too small";
}

// --- 7: the window ---

class Rule7 : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(Rule7, TheWindowIsNeverOverrunAndNeverStalls) {
  const std::uint64_t window = GetParam();
  LinkOptions options;
  options.sender.zmodem.window = window;
  options.forward.latency = options.backward.latency = 10ms;
  options.forward.piece = 1000000;
  const std::size_t size = 100 * static_cast<std::size_t>(window) + 17;
  Link link(options);
  link.send(random_bytes(size, window));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_LE(link.tap().most_unacknowledged(), window);
  EXPECT_EQ(link.tap().file_bytes_resent(), 0u);
  // A window each round trip of 20 ms would be 2 s; waiting out one timer would be 10 s more.
  EXPECT_LT(link.elapsed(), 8s);
}

INSTANTIATE_TEST_SUITE_P(Windows, Rule7, ::testing::Values(1, 100, 1000, 1024, 1025, 4096, 5000));

// --- 8: decoded, delivered, committed ---

TEST(Rule8, AStreamingAcknowledgementSpeaksOfWhatIsDecoded) {
  HostPolicy policy;
  policy.commits = false;
  SessionUnderTest receiver(receiving(), policy);
  receiver.hears("ZRQINIT; ZFILE a.bin 1000");
  receiver.says();
  receiver.hears("ZDATA 0; DATA 64 ack-go-on");
  EXPECT_EQ(receiver.says(), "ZACK 64");
  EXPECT_EQ(receiver.session().status().reached, FileOffset{64});
  EXPECT_EQ(receiver.session().status().confirmed, FileOffset{0});
  receiver.hears("DATA 64 go-on damaged");
  EXPECT_EQ(receiver.says(), "ZRPOS 64");
}

TEST(Rule8, AnAnswerThatIsWaitedForComesOnlyWhenAllIsStored) {
  HostPolicy policy;
  policy.commits = false;
  SessionUnderTest receiver(receiving(), policy);
  receiver.hears("ZRQINIT; ZFILE a.bin 1000");
  receiver.says();
  receiver.hears("ZDATA 0; DATA 64 ack-wait");
  EXPECT_EQ(receiver.says(), "");
  const FileId id = receiver.host().incoming().front().id;
  receiver.session().committed(id, FileOffset{63}, receiver.now());
  receiver.pump();
  EXPECT_EQ(receiver.says(), "");
  receiver.session().committed(id, FileOffset{64}, receiver.now());
  receiver.pump();
  EXPECT_EQ(receiver.says(), "ZACK 64");
}

TEST(Rule8, AFileIsAnsweredOnlyWhenItIsFinal) {
  HostPolicy policy;
  policy.saves = false;
  SessionUnderTest receiver(receiving(), policy);
  receiver.hears("ZRQINIT; ZFILE a.bin 64");
  receiver.says();
  receiver.hears("ZDATA 0; DATA 64 end; ZEOF 64");
  receiver.passes(1min);
  receiver.hears("ZEOF 64");
  EXPECT_EQ(receiver.says(), "") << "not before it is final";
  receiver.host().save(receiver.now());
  receiver.pump();
  EXPECT_EQ(receiver.says(), "ZRINIT 23");
}

TEST(Rule8, AnOverstatedCommitIsNotBelieved) {
  HostPolicy policy;
  policy.commits = false;
  SessionUnderTest receiver(receiving(), policy);
  receiver.hears("ZRQINIT; ZFILE a.bin 1000");
  receiver.says();
  receiver.hears("ZDATA 0; DATA 64 go-on");
  const FileId id = receiver.host().incoming().front().id;
  receiver.session().committed(id, FileOffset{1000000}, receiver.now());
  receiver.hears("DATA 64 ack-wait");
  EXPECT_EQ(receiver.says(), "");
  EXPECT_LE(receiver.session().status().confirmed, FileOffset{64});
}

}  // namespace
}  // namespace boardwalk::test
