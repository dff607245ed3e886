// Files beyond 4 GiB: positions on the wire are 32 bits wide and come round again, positions of the
// host never do. The boundary is crossed by resuming shortly before it, with a content that has no
// period, so that a byte under a place that is 4 GiB away shows.
#include <gtest/gtest.h>

#include "support/link.h"
#include "support/session_under_test.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t k4GiB = std::uint64_t{1} << 32;

OutgoingFile big_file(std::uint64_t size) {
  return {.name = "big.bin", .size = size, .content = Content::hashed(77)};
}

LinkOptions resuming_from(std::uint64_t from) {
  LinkOptions options;
  options.receiver_host.on_offer = [from](const std::string&) {
    return OfferAnswer{OfferAnswer::Kind::accept, from};
  };
  options.forward.wire_buffer = 32_KiB;
  options.forward.latency = options.backward.latency = 5ms;
  options.sender.source_piece = 64_KiB;
  options.receiver.sink_window = 64_KiB;
  return options;
}

void arrives(LinkOptions options, std::uint64_t size) {
  Link link(std::move(options));
  const FileId id = link.send(big_file(size));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.sender_host().done().at(id).bytes, size);
  EXPECT_EQ(link.receiver_host().incoming().front().claimed_size, size);
}

TEST(FourGiB, TheBoundaryIsCrossed) {
  for (const std::uint64_t window : {0u, 8192u}) {
    for (const std::size_t block : {1000u, 1024u, 8192u}) {
      LinkOptions options = resuming_from(k4GiB - 200'000);
      options.sender.zmodem.window = window;
      options.sender.zmodem.first_block = options.sender.zmodem.largest_block = block;
      arrives(options, k4GiB + 100'000);
      ASSERT_FALSE(HasFailure()) << "window " << window << ", block " << block;
    }
  }
}

TEST(FourGiB, FilesMayEndOnItAndAroundIt) {
  for (const std::uint64_t size : {k4GiB - 1, k4GiB, k4GiB + 1, k4GiB + 1024}) {
    for (const std::uint64_t from : {k4GiB - 5000, k4GiB - 1}) {
      arrives(resuming_from(from), size);
      ASSERT_FALSE(HasFailure()) << size << " from " << from;
    }
  }
}

// A repair names a place on the other side of the boundary: back across it, and forward.
TEST(FourGiB, DamageAroundItIsRepaired) {
  // The boundary lies 20000 bytes behind the beginning, and about 640 escapes more on the wire.
  for (std::uint64_t at = 18'500; at < 23'000; at += 250) {
    LinkOptions options = resuming_from(k4GiB - 20'000);
    options.sender.zmodem.window = at % 500 == 0 ? 0 : 8192;
    Link link(options);
    link.send(big_file(k4GiB + 20'000));
    link.forward().corrupt_byte(at);
    link.forward().corrupt_byte(at + 1500);
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    EXPECT_GE(link.back_tap().headers(Frame::zrpos), 2u);
    ASSERT_FALSE(HasFailure()) << "damage at " << at;
  }
}

TEST(FourGiB, ABadLineIsNoObstacle) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    LinkOptions options = resuming_from(k4GiB - 30'000);
    options.forward.flips = options.backward.flips = 3e-4;
    options.forward.seed = seed;
    options.backward.seed = seed + 100;
    options.sender.zmodem.window = seed % 2 == 0 ? 4096 : 0;
    arrives(options, k4GiB + 30'000);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

// What a number means to a sender: the place nearest to where it is.
TEST(FourGiB, ASenderExpandsPlacesNearWhereItIs) {
  SessionUnderTest sender(sending(), {big_file(k4GiB + 100'000)});
  sender.hears("ZRINIT");
  sender.says();
  sender.allow(60'000);
  sender.hears("ZRPOS " + std::to_string(k4GiB - 20'000));
  sender.says();
  EXPECT_GT(sender.session().status().reached, FileOffset{k4GiB + 10'000});
  sender.allow(0);
  sender.hears("ZRPOS 500");
  EXPECT_EQ(sender.session().status().reached, FileOffset{k4GiB + 500});
  sender.hears("ZRPOS " + std::to_string(k4GiB - 300));
  EXPECT_EQ(sender.session().status().reached, FileOffset{k4GiB - 300});
}

TEST(FourGiB, AReceiverNamesPlacesModulo) {
  HostPolicy policy;
  policy.on_offer = [](const std::string&) {
    return OfferAnswer{OfferAnswer::Kind::accept, k4GiB - 100};
  };
  SessionUnderTest receiver(receiving(), policy);
  receiver.hears("ZRQINIT; ZFILE big.bin " + std::to_string(k4GiB + 100));
  EXPECT_EQ(receiver.says(), "ZRINIT 23; ZRPOS 4294967196");
  receiver.hears("ZDATA 4294967196; DATA 64 ack-go-on; DATA 64 ack-go-on");
  EXPECT_EQ(receiver.says(), "ZACK 28");
  receiver.hears("DATA 64 go-on damaged");
  EXPECT_EQ(receiver.says(), "ZRPOS 28");
  EXPECT_EQ(receiver.session().status().reached, FileOffset{k4GiB + 28});
  receiver.hears("ZDATA 28; DATA 72 end; ZEOF 100");
  EXPECT_EQ(receiver.says(), "ZRINIT 23");
  const IncomingFile& file = receiver.host().incoming().front();
  EXPECT_EQ(file.from + file.bytes.size(), k4GiB + 100);
  EXPECT_EQ(file.outcome, Outcome::complete);
}

}  // namespace
}  // namespace boardwalk::test
