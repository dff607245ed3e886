// Transfers over lines that damage, lose, add and cut. Every run has its own seed: a fixed first
// error would make repeats no evidence. Time is virtual, so the load of the machine does not
// matter.
#include <gtest/gtest.h>

#include "support/link.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

struct Gate {
  std::size_t size;
  double flips;
  std::uint64_t window;  // 0: streaming
  std::uint64_t seeds;
};

std::string name_of_gate(const ::testing::TestParamInfo<Gate>& gate) {
  const int exponent = static_cast<int>(gate.param.flips * 1e6 + 0.5);
  return std::to_string(gate.param.size / 1024) + "KiB_" + std::to_string(exponent) + "ppm_" +
         (gate.param.window == 0 ? "streaming" : "windowed");
}

class ErrorGate : public ::testing::TestWithParam<Gate> {};

TEST_P(ErrorGate, EverySeedPassesWithBoundedCost) {
  const Gate& gate = GetParam();
  for (std::uint64_t seed = 1; seed <= gate.seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    LinkOptions options;
    options.forward.flips = options.backward.flips = gate.flips;
    options.forward.seed = seed;
    options.backward.seed = seed + 1000;
    options.forward.wire_buffer = 64_KiB;
    options.forward.latency = options.backward.latency = 5ms;
    options.sender.zmodem.window = gate.window;
    Link link(options);
    link.send(random_bytes(gate.size, seed));
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    // One error costs what is in flight: the wire's buffer, the path, and the repair itself.
    const std::uint64_t per_error = 64_KiB + 8_MiB / 100 + 32_KiB;
    EXPECT_LE(link.tap().file_bytes_resent(),
              (link.forward().damaged() + link.backward().damaged() + 1) * per_error);
    if (HasFailure()) {
      return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Flips, ErrorGate,
                         ::testing::Values(Gate{8_MiB, 3e-6, 0, 2}, Gate{8_MiB, 3e-6, 32768, 2},
                                           Gate{8_MiB, 1e-5, 0, 1}, Gate{8_MiB, 1e-5, 32768, 1},
                                           Gate{256_KiB, 3e-5, 0, 15},
                                           Gate{256_KiB, 3e-5, 32768, 25},
                                           Gate{128_KiB, 1e-4, 0, 25},
                                           Gate{128_KiB, 1e-4, 8192, 25}),
                         name_of_gate);

TEST(Damage, ARepairIsQuick) {
  // One error in the middle of a fast line: the whole costs a fraction of a second, not a timer.
  LinkOptions options;
  options.forward.latency = options.backward.latency = 40ms;
  options.forward.rate = 2_MiB;
  Link link(options);
  link.send(random_bytes(1_MiB, 1));
  link.forward().corrupt_byte(300'000);
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_LT(link.elapsed(), 2s);
  EXPECT_LT(link.tap().file_bytes_resent(), 512_KiB);
  EXPECT_LE(link.back_tap().headers(Frame::zrpos), 3u);
}

// Every single byte of a short session, one at a time, in each direction: headers, offers, data,
// checksums, ends, good-bye.
TEST(Damage, AnySingleByteMayBeHit) {
  const Buffer content = random_bytes(700, 1);
  std::uint64_t forward = 0;
  std::uint64_t backward = 0;
  {
    Link link;
    link.send(content);
    link.run_until_idle();
    forward = link.forward().written();
    backward = link.backward().written();
  }
  for (std::uint64_t at = 0; at < forward + backward; ++at) {
    SCOPED_TRACE(at < forward ? "forward byte " + std::to_string(at)
                              : "backward byte " + std::to_string(at - forward));
    Link link;
    link.send(content);
    if (at < forward) {
      link.forward().corrupt_byte(at);
    } else {
      link.backward().corrupt_byte(at - forward);
    }
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    if (HasFailure()) {
      return;
    }
  }
}

TEST(Damage, AnySingleByteMayBeLost) {
  const Buffer content = random_bytes(700, 2);
  std::uint64_t forward = 0;
  {
    Link link;
    link.send(content);
    link.run_until_idle();
    forward = link.forward().written();
  }
  for (std::uint64_t at = 0; at < forward; ++at) {
    SCOPED_TRACE("byte " + std::to_string(at));
    Link link;
    link.send(content);
    link.forward().delete_bytes(at, 1);
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    if (HasFailure()) {
      return;
    }
  }
}

TEST(Damage, RunsOfBytesMayBeLostOrAdded) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    LinkOptions options;
    options.forward.wire_buffer = 48_KiB;
    options.sender.zmodem.window = seed % 2 == 0 ? 8192 : 0;
    Link link(options);
    link.send(random_bytes(60000, seed));
    // A line that loses by count and not by time eats whole retries, and these are small: more than
    // ten of them would be the end of any transfer.
    for (int hit = 0; hit < 3; ++hit) {
      const std::uint64_t at = 100 + random.below(60000);
      if (random.below(2) == 0) {
        link.forward().delete_bytes(at, 1 + random.below(1000));
      } else {
        link.forward().insert_bytes(at, random_bytes(1 + random.below(1000), seed + at));
      }
    }
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    if (HasFailure()) {
      return;
    }
  }
}

TEST(Damage, OnATelnetLineToo) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    LinkOptions options;
    options.sender.telnet.enabled = options.receiver.telnet.enabled = true;
    options.forward.flips = 3e-5;
    options.forward.seed = seed;
    options.forward.wire_buffer = 64_KiB;
    Link link(options);
    link.send(random_bytes(200000, seed));
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    if (HasFailure()) {
      return;
    }
  }
}

TEST(Damage, ALongLossyWayByteByByte) {
  LinkOptions options;
  options.forward.latency = options.backward.latency = 200ms;
  options.forward.flips = options.backward.flips = 3e-4;
  options.forward.piece = 1;
  options.forward.rate = 100000;
  options.forward.wire_buffer = 40000;
  Link link(options);
  link.send(random_bytes(25000, 3));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
}

// A line that is beyond help ends in a plain fault on both sides, and no file that is not whole is
// called complete.
TEST(Damage, AHopelessLineIsGivenUp) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    LinkOptions options;
    options.forward.flips = 0.02;
    options.forward.seed = seed;
    Link link(options);
    const FileId id = link.send(random_bytes(100000, seed));
    ASSERT_EQ(link.run_until_idle(24h), RunEnd::idle) << seed;
    EXPECT_TRUE(link.sender_host().ended());
    EXPECT_TRUE(link.receiver_host().ended());
    EXPECT_NE(link.sender_host().outcome(id), Outcome::complete);
    EXPECT_NE(link.sender_host().fault(), std::nullopt);
    EXPECT_NE(link.receiver_host().fault(), std::nullopt);
  }
}

// --- cancel, close, cut: at many places ---

enum class Stop { sender_cancels, receiver_cancels, wire_closes, forward_dies, backward_dies };

class StoppedAnywhere : public ::testing::TestWithParam<Stop> {};

TEST_P(StoppedAnywhere, BothSidesEndAndNothingFalseIsSaid) {
  const Buffer content = random_bytes(20000, 1);
  for (std::uint64_t at = 0; at < 22000; at += at < 200 ? 5 : 997) {
    SCOPED_TRACE("at " + std::to_string(at));
    LinkOptions options;
    options.forward.latency = options.backward.latency = 2ms;
    options.forward.rate = 100000;
    options.forward.wire_buffer = 40000;
    Link link(options);
    const FileId first = link.send(content);
    const FileId second = link.send(content);
    const TimePoint limit = link.now() + 10min;
    link.when_written(at, [&link] {
      switch (GetParam()) {
        case Stop::sender_cancels:
          link.sender().cancel(link.now());
          break;
        case Stop::receiver_cancels:
          link.receiver().cancel(link.now());
          break;
        case Stop::wire_closes:
          link.wire_closes();
          break;
        case Stop::forward_dies:
          link.forward().cut_now();
          break;
        case Stop::backward_dies:
          link.backward().cut_now();
          break;
      }
    });
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    EXPECT_LT(link.now(), limit);
    EXPECT_TRUE(link.sender_host().ended());
    EXPECT_TRUE(link.receiver_host().ended());
    for (const FileId id : {first, second}) {
      ASSERT_TRUE(link.sender_host().outcome(id).has_value());
    }
    // The sender may call a file complete only if the receiver has made it final.
    std::size_t complete = 0;
    for (const IncomingFile& file : link.receiver_host().incoming()) {
      complete += file.outcome == Outcome::complete ? 1u : 0u;
      if (file.outcome == Outcome::complete) {
        EXPECT_TRUE(file.bytes == content);
      } else {
        EXPECT_FALSE(file.final);
      }
    }
    for (const FileId id : {first, second}) {
      if (link.sender_host().outcome(id) == Outcome::complete) {
        EXPECT_GT(complete--, 0u);
      }
    }
    EXPECT_EQ(link.tap().mislabelled_bytes(), 0u);
    EXPECT_EQ(link.tap().malformed(), 0u) << link.tap().stray_text();
    EXPECT_EQ(link.back_tap().malformed(), 0u) << link.back_tap().stray_text();
    if (HasFailure()) {
      return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Stops, StoppedAnywhere,
                         ::testing::Values(Stop::sender_cancels, Stop::receiver_cancels,
                                           Stop::wire_closes, Stop::forward_dies,
                                           Stop::backward_dies),
                         [](const auto& test) {
                           switch (test.param) {
                             case Stop::sender_cancels:
                               return "SenderCancels";
                             case Stop::receiver_cancels:
                               return "ReceiverCancels";
                             case Stop::wire_closes:
                               return "WireCloses";
                             case Stop::forward_dies:
                               return "ForwardDies";
                             default:
                               return "BackwardDies";
                           }
                         });

}  // namespace
}  // namespace boardwalk::test
