// Whole transfers between two sessions over simulated lines without damage: sizes, blocks, pieces,
// rooms, delays, telnet, hosts that are slow or say no.
#include "support/link.h"

#include <gtest/gtest.h>

#include "support/allocated_bytes.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

const std::vector<std::size_t> kBoundarySizes = {0,    1,    127,  128,  129, 1023,
                                                 1024, 1025, 8191, 8192, 8193};

void send_boundary_sizes(Link& link) {
  for (const std::size_t size : kBoundarySizes) {
    link.send(random_bytes(size, size + 1));
  }
}

LinkOptions over_telnet() {
  LinkOptions options;
  options.sender.telnet.enabled = options.receiver.telnet.enabled = true;
  return options;
}

// Random bytes, every fourth of them 0xFF, every eighth CR, some CR NUL and CR LF.
Buffer telnet_hostile_bytes(std::size_t size, std::uint64_t seed) {
  Buffer bytes = random_bytes(size, seed);
  Random random(seed);
  for (std::size_t at = 0; at + 1 < size; ++at) {
    const std::uint64_t dice = random.below(16);
    if (dice < 4) {
      bytes[at] = std::byte{0xff};
    } else if (dice < 6) {
      bytes[at] = std::byte{0x0d};
      bytes[at + 1] = dice == 4 ? std::byte{0} : std::byte{0x0a};
    }
  }
  return bytes;
}

TEST(Link, ACleanTransferArrivesWholeAndIsSentOnce) {
  Link link;
  link.send(random_bytes(1_MiB, 1));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.tap().file_bytes(), 1_MiB);
  EXPECT_EQ(link.tap().file_bytes_resent(), 0u);
  EXPECT_EQ(link.tap().headers(Frame::zdata), 1_MiB / 8_KiB) << "frames that holes end in";
  EXPECT_EQ(link.back_tap().headers(Frame::zrpos), 1u);
  EXPECT_LT(link.tap().wire_bytes(), 1_MiB * 106 / 100);
  // 1 MiB at 8 MiB/s, and nothing waited for.
  EXPECT_LT(link.elapsed(), 1s);
}

TEST(Link, AReceiverThatKeepsNothingGetsOneFrame) {
  LinkOptions options;
  options.receiver.zmodem.selective_repeat = false;
  Link link(options);
  link.send(random_bytes(1_MiB, 1));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.tap().headers(Frame::zdata), 1u);
}

class BoundarySizes : public ::testing::TestWithParam<std::size_t> {};

TEST_P(BoundarySizes, ABatchOfThemArrivesWithBlocksOfThisSize) {
  LinkOptions options;
  options.sender.zmodem.first_block = options.sender.zmodem.largest_block = GetParam();
  Link link(options);
  send_boundary_sizes(link);
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.tap().largest_subpacket(), std::min<std::size_t>(GetParam(), 8192));
}

INSTANTIATE_TEST_SUITE_P(Blocks, BoundarySizes,
                         ::testing::Values(128, 129, 1000, 1024, 4096, 8192));

TEST(Link, BlocksGrowFromTheFirstToTheLargest) {
  LinkOptions options;
  options.sender.zmodem.first_block = 1024;
  options.sender.zmodem.largest_block = 8192;
  Link link(options);
  link.send(random_bytes(512_KiB, 4));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.tap().largest_subpacket(), 8192u);
}

class Pieces : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Pieces, TheSizeOfWhatArrivesAtOnceDoesNotMatter) {
  LinkOptions options;
  options.forward.piece = options.backward.piece = GetParam();
  options.sender.zmodem.window = 16384;
  Link link(options);
  link.send(random_bytes(60000, 2));
  send_boundary_sizes(link);
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.tap().file_bytes_resent(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Pieces, Pieces, ::testing::Values(1, 2, 3, 7, 100, 1460, 65536));

TEST(Link, RandomPiecesDoNotMatter) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    LinkOptions options;
    options.forward.piece = options.backward.piece = 3000;
    options.forward.random_pieces = options.backward.random_pieces = true;
    options.forward.seed = seed;
    Link link(options);
    link.send(random_bytes(50000, seed));
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
  }
}

class TinyRooms : public ::testing::TestWithParam<std::size_t> {};

TEST_P(TinyRooms, OnlySlowTheTransferDown) {
  LinkOptions options;
  options.tiny_rooms = GetParam();
  options.sender.zmodem.first_block = options.sender.zmodem.largest_block = 512;
  Link link(options);
  link.send(random_bytes(50000, 3));
  send_boundary_sizes(link);
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.tap().file_bytes_resent(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Rooms, TinyRooms, ::testing::Values(1, 20, 100, 1100, 5000));

TEST(Link, ALongWayIsNoObstacle) {
  LinkOptions options;
  options.forward.latency = options.backward.latency = 200ms;
  Link link(options);
  link.send(random_bytes(1_MiB, 5));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.tap().file_bytes_resent(), 0u);
  EXPECT_LT(link.elapsed(), 5s);  // a handful of round trips of 0.4 s
}

TEST(Link, AModemOf2400BitsIsNoObstacle) {
  LinkOptions options;
  options.forward.rate = options.backward.rate = 240;
  options.forward.piece = 16;
  options.forward.wire_buffer = 4096;  // one block and its escapes fit
  options.sender.zmodem.first_block = options.sender.zmodem.largest_block = 256;
  Link link(options);
  link.send(random_bytes(100000, 6));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.tap().file_bytes_resent(), 0u);
  EXPECT_LT(link.elapsed(), 500s);
}

TEST(Link, UnequalBlocksAndChecksumsAgree) {
  for (const CrcKind sender : {CrcKind::crc16, CrcKind::crc32}) {
    for (const CrcKind receiver : {CrcKind::crc16, CrcKind::crc32}) {
      LinkOptions options;
      options.sender.zmodem.crc = sender;
      options.receiver.zmodem.crc = receiver;
      options.sender.zmodem.first_block = 256;
      options.sender.zmodem.largest_block = 2048;
      Link link(options);
      link.send(random_bytes(100000, 7));
      ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
      link.expect_all_complete();
    }
  }
}

TEST(Link, ThreeHundredFilesAreOneBatch) {
  Link link;
  for (std::size_t number = 0; number < 300; ++number) {
    link.send(random_bytes(number * 7 % 500, number));
  }
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  const auto& files = link.receiver_host().incoming();
  ASSERT_EQ(files.size(), 300u);
  EXPECT_EQ(files.front().files_left, 300u);
  EXPECT_EQ(files.back().files_left, 1u);
  EXPECT_EQ(files.back().bytes_left, files.back().bytes.size());
}

TEST(Link, WhatTheSenderKnowsOfAFileArrives) {
  Link link;
  link.send(OutgoingFile{.name = "DOOR GAME.ZIP",
                         .size = 10,
                         .content = Content::hashed(),
                         .modified = 1234567890,
                         .mode = 0755});
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  const IncomingFile& file = link.receiver_host().incoming().front();
  EXPECT_EQ(file.claimed_size, 10u);
  EXPECT_EQ(file.modified, 1234567890);
  EXPECT_EQ(file.mode, 0755u);
  EXPECT_EQ(file.files_left, 1u);
  EXPECT_EQ(file.bytes_left, 10u);
}

// --- telnet ---

TEST(TelnetLink, EveryByteValueArrivesAndPositionsCountFileBytes) {
  Link link(over_telnet());
  link.send(telnet_hostile_bytes(300000, 1));
  send_boundary_sizes(link);
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.tap().file_bytes_resent(), 0u);
}

TEST(TelnetLink, ByteByByteAndInTinyRoomsToo) {
  LinkOptions options = over_telnet();
  options.forward.piece = options.backward.piece = 1;
  options.tiny_rooms = 700;
  Link link(options);
  link.send(telnet_hostile_bytes(40000, 2));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.tap().file_bytes_resent(), 0u);
}

// A line that is not in BINARY and puts a NUL behind every CR, as RFC 854 says.
TEST(TelnetLink, ALineThatExpandsCarriageReturns) {
  for (const bool both_ways : {false, true}) {
    LinkOptions options = over_telnet();
    options.forward.expand_cr = true;
    options.backward.expand_cr = both_ways;
    Link link(options);
    link.send(telnet_hostile_bytes(100000, 3));
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    EXPECT_EQ(link.tap().file_bytes_resent(), 0u);
  }
}

// --- hosts ---

TEST(SlowHost, IsWaitedForAndLosesNothing) {
  LinkOptions options;
  options.receiver_host.answer_delay = 45s;
  options.receiver_host.commit_delay = 300ms;
  options.receiver_host.save_delay = 45s;
  options.sender_host.source_delay = 250ms;
  options.sender.source_piece = 64_KiB;
  Link link(options);
  link.send(random_bytes(400000, 8));
  link.send(random_bytes(1, 8));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.tap().file_bytes_resent(), 0u);
}

// The host stops reading while its disk is behind: TCP holds the sender, nothing is lost.
TEST(SlowHost, BrakesTheSenderInsteadOfDroppingOrGrowing) {
  LinkOptions options;
  options.receiver_host.commit_delay = 100ms;
  options.receiver_host.most_uncommitted = 64_KiB;
  options.receiver.sink_window = 64_KiB;
  Link link(options);
  link.send(random_bytes(1_MiB, 9));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
}

TEST(Skips, LeaveOutOneFileAndNothingElse) {
  for (const std::size_t skipped : {0u, 1u, 2u}) {
    LinkOptions options;
    options.receiver_host.on_offer = [skipped](const std::string& name) {
      const bool skip = name == "file-" + std::to_string(skipped) + ".bin";
      return OfferAnswer{skip ? OfferAnswer::Kind::skip : OfferAnswer::Kind::accept, 0};
    };
    Link link(options);
    std::vector<FileId> ids;
    for (std::size_t number = 0; number < 3; ++number) {
      ids.push_back(link.send(random_bytes(3000, number)));
    }
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    for (std::size_t number = 0; number < 3; ++number) {
      const bool skip = number == skipped;
      EXPECT_EQ(link.sender_host().outcome(ids[number]),
                skip ? Outcome::skipped_by_peer : Outcome::complete);
      EXPECT_EQ(link.receiver_host().incoming().at(number).outcome,
                skip ? Outcome::skipped_here : Outcome::complete);
    }
    EXPECT_TRUE(link.sender_host().ended());
    EXPECT_EQ(link.sender_host().fault(), std::nullopt);
    EXPECT_EQ(link.receiver_host().fault(), std::nullopt);
  }
}

// A file that is no longer wanted in its middle, from either side, at many places.
TEST(Skips, InTheMiddleOfAFileFromEitherSide) {
  for (std::uint64_t at = 100; at < 300000; at += 23456) {
    for (const bool by_sender : {true, false}) {
      LinkOptions options;
      options.forward.latency = options.backward.latency = 30ms;
      options.forward.wire_buffer = 64_KiB;
      Link link(options);
      const FileId first = link.send(random_bytes(300000, 1));
      const FileId second = link.send(random_bytes(5000, 2));
      link.when_written(at, [&link, first, by_sender] {
        if (by_sender) {
          link.sender().skip(first, link.now());
        } else if (!link.receiver_host().incoming().empty()) {
          link.receiver().skip(link.receiver_host().incoming().front().id, link.now());
        }
      });
      ASSERT_EQ(link.run_until_idle(), RunEnd::idle) << at;
      EXPECT_EQ(link.sender_host().outcome(second), Outcome::complete) << at << ' ' << by_sender;
      EXPECT_EQ(link.sender_host().fault(), std::nullopt) << at << ' ' << by_sender;
      EXPECT_EQ(link.receiver_host().fault(), std::nullopt) << at << ' ' << by_sender;
      const auto& files = link.receiver_host().incoming();
      ASSERT_EQ(files.size(), 2u) << at << ' ' << by_sender;
      EXPECT_TRUE(files[1].bytes == random_bytes(5000, 2));
      if (by_sender) {
        EXPECT_EQ(link.sender_host().outcome(first), Outcome::skipped_here);
        EXPECT_EQ(files[0].outcome, Outcome::skipped_by_peer);
        EXPECT_FALSE(files[0].final);
      }
      EXPECT_EQ(link.tap().mislabelled_bytes(), 0u);
      EXPECT_EQ(link.tap().malformed(), 0u);
      if (HasFailure()) {
        return;
      }
    }
  }
}

TEST(Resume, BothSidesBeginInTheMiddle) {
  for (const std::uint64_t from : {1u, 1024u, 77777u, 99999u}) {
    LinkOptions options;
    options.receiver_host.on_offer = [from](const std::string&) {
      return OfferAnswer{OfferAnswer::Kind::accept, from};
    };
    Link link(options);
    link.send(random_bytes(100000, 1));
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    EXPECT_EQ(link.tap().file_bytes(), 100000 - from);
  }
}

// --- memory ---

// The data path holds fixed windows: a larger file needs no more of the heap.
TEST(Memory, DoesNotGrowWithTheFile) {
  const auto heap_after = [](std::uint64_t size) {
    HostPolicy policy;
    policy.commits = false;
    SessionUnderTest receiver(receiving(), policy);
    receiver.hears("ZRQINIT; ZFILE a.bin 100000000");
    receiver.hears("ZDATA 0");
    const std::size_t before = allocated_bytes();
    for (std::uint64_t sent = 0; sent < size; sent += 1000) {
      receiver.hears("DATA 1000 go-on");
    }
    // What the host keeps is the test's own.
    return allocated_bytes() - before - receiver.host().incoming().front().bytes.capacity();
  };
  heap_after(10000);
  EXPECT_LT(heap_after(1000000), heap_after(10000) + 64_KiB);
}

}  // namespace
}  // namespace boardwalk::test
