// The two ledgers: the only positions of a transfer, and that a wrong one stops a debug build
// (accounting rule 9).
#include <gtest/gtest.h>

#include "flow/receive_ledger.h"
#include "flow/send_ledger.h"

namespace boardwalk::test {
namespace {

TEST(SendLedger, CountsWhatWentOutMoreThanOnce) {
  SendLedger ledger;
  ledger.open(FileOffset{1000});
  ledger.advance_sent(600);
  ledger.reposition(FileOffset{500});
  EXPECT_EQ(ledger.sent(), FileOffset{500});
  EXPECT_EQ(ledger.acked(), FileOffset{500});
  ledger.advance_sent(300);
  EXPECT_EQ(ledger.resent(), 100u);
  EXPECT_EQ(ledger.unsent(), 200u);
  EXPECT_EQ(ledger.unacknowledged(), 300u);
  ledger.check();
}

TEST(SendLedger, MayBeginBeyondEverythingSent) {
  SendLedger ledger;
  ledger.open(FileOffset{1000});
  ledger.reposition(FileOffset{700});
  ledger.check();
  ledger.advance_sent(300);
  EXPECT_EQ(ledger.resent(), 0u);
}

TEST(SendLedger, TakesOnlyAcknowledgementsThatAreNews) {
  SendLedger ledger;
  ledger.open(FileOffset{1000});
  ledger.advance_sent(600);
  EXPECT_FALSE(ledger.acknowledge(FileOffset{601}));
  EXPECT_TRUE(ledger.acknowledge(FileOffset{300}));
  EXPECT_FALSE(ledger.acknowledge(FileOffset{300}));
  EXPECT_FALSE(ledger.acknowledge(FileOffset{200}));
  EXPECT_TRUE(ledger.acknowledge(FileOffset{600}));
}

TEST(SendLedger, ExpandsAWirePositionToTheNearestPlaceOfTheFile) {
  constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
  SendLedger ledger;
  ledger.open(FileOffset{10 * kGiB});
  ledger.reposition(FileOffset{4 * kGiB + 100});
  EXPECT_EQ(ledger.expand(50), FileOffset{4 * kGiB + 50});
  EXPECT_EQ(ledger.expand(0xffffff00), FileOffset{4 * kGiB - 256});
  ledger.reposition(FileOffset{8 * kGiB - 10});
  EXPECT_EQ(ledger.expand(5), FileOffset{8 * kGiB + 5});
  EXPECT_EQ(ledger.expand(0xfffffff0), FileOffset{8 * kGiB - 16});
  ledger.open(FileOffset{1000});
  EXPECT_EQ(ledger.expand(1000), FileOffset{1000});
  EXPECT_EQ(ledger.expand(1001), std::nullopt);
  EXPECT_EQ(ledger.expand(0xffffffff), std::nullopt);
}

TEST(ReceiveLedger, KeepsDecodedDeliveredAndCommittedInOrder) {
  ReceiveLedger ledger;
  ledger.open(FileOffset{64});
  ledger.advance_decoded(100);
  ledger.advance_delivered(60);
  ledger.commit(FileOffset{1000});  // the host may not have more than it was given
  EXPECT_EQ(ledger.committed(), FileOffset{124});
  ledger.commit(FileOffset{100});  // nor less than it has said
  EXPECT_EQ(ledger.committed(), FileOffset{124});
  EXPECT_FALSE(ledger.all_committed());
  ledger.advance_delivered(40);
  ledger.commit(FileOffset{164});
  EXPECT_TRUE(ledger.all_committed());
}

TEST(ReceiveLedger, NamesItsPlaceModuloFourGibibytes) {
  ReceiveLedger ledger;
  ledger.open(FileOffset{(std::uint64_t{1} << 32) + 7});
  EXPECT_TRUE(ledger.is_here(7));
  EXPECT_FALSE(ledger.is_here(8));
}

#ifndef NDEBUG
TEST(LedgerDeathTest, MoreSentThanTheFileHoldsStopsADebugBuild) {
  SendLedger ledger;
  ledger.open(FileOffset{10});
  EXPECT_DEATH(ledger.advance_sent(11), "");
}

TEST(LedgerDeathTest, MoreDeliveredThanDecodedStopsADebugBuild) {
  ReceiveLedger ledger;
  ledger.open(FileOffset{0});
  ledger.advance_decoded(10);
  EXPECT_DEATH(ledger.advance_delivered(11), "");
}
#endif

}  // namespace
}  // namespace boardwalk::test
