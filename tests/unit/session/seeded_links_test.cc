// Thousands of short transfers over bad lines, each from its own seed: what kind of damage, in
// which directions, how far away, how the sender divides its data, all drawn from it.
//
// However bad the line: both sides end, in bounded time and with bounded bytes on the wire, and no
// file is called complete that is not the file that was sent. On lines of a kind that people have
// (up to one damaged byte in ten thousand), everything arrives.
#include <gtest/gtest.h>

#include "support/link.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

struct Kind {
  const char* name;
  double flips = 0;
  double deletions = 0;
  double insertions = 0;
  std::uint64_t burst_every = 0;
  std::uint64_t seeds = 200;
  // How many of them must arrive; the others must end well.
  std::uint64_t complete = seeds;
};

void damage(LineOptions& line, const Kind& kind) {
  line.flips = kind.flips;
  line.deletions = kind.deletions;
  line.insertions = kind.insertions;
  line.burst_every = kind.burst_every;
}

// Everything but the kind of damage comes from the seed.
LinkOptions drawn(const Kind& kind, Random& random) {
  LinkOptions options;
  const std::uint64_t direction = random.below(4);  // forward alone is the usual measure
  if (direction != 0) {
    damage(options.forward, kind);
  }
  if (direction <= 1) {
    damage(options.backward, kind);
  }
  constexpr std::array kLatencies = {0ms, 20ms, 500ms};
  options.forward.latency = options.backward.latency = kLatencies[random.below(3)];
  options.forward.seed = random.next();
  options.backward.seed = random.next();
  options.forward.wire_buffer = 32_KiB;
  options.forward.piece = options.backward.piece = random.below(8) == 0 ? 100 : 1460;

  ZmodemConfig& sender = options.sender.zmodem;
  constexpr std::array<std::size_t, 5> kBlocks = {128, 512, 1024, 1024, 8192};
  sender.largest_block = kBlocks[random.below(kBlocks.size())];
  sender.first_block = std::min<std::size_t>(sender.largest_block, 1024);
  sender.crc = random.below(4) == 0 ? CrcKind::crc16 : CrcKind::crc32;
  switch (random.below(5)) {
    case 0:
      sender.window = 4096;
      break;
    case 1:
      sender.window = 16384;
      break;
    case 2:
      sender.segmented = true;
      break;
    case 3:
      options.receiver.zmodem.receive_buffer = 4096;
      break;
    default:
      break;
  }
  ZmodemConfig& receiver = options.receiver.zmodem;
  receiver.selective_repeat = random.below(4) != 0;
  switch (random.below(16)) {
    case 0:
      receiver.escape_controls = true;
      break;
    case 1:
      sender.escape_controls = true;
      break;
    case 2:
      receiver.escape_8th = true;
      break;
    case 3:
      receiver.pack7 = sender.pack7 = true;
      break;
    case 4:
      receiver.turbo = true;
      break;
    case 5:
      receiver.rle = true;
      break;
    case 6:
      receiver.variable_headers = sender.variable_headers = true;
      break;
    case 7:
      options.sender.telnet.enabled = options.receiver.telnet.enabled = true;
      break;
    default:
      break;
  }
  options.sender.source_piece = 16_KiB;
  options.receiver.sink_window = 64_KiB;
  return options;
}

class SeededLinks : public ::testing::TestWithParam<Kind> {};

TEST_P(SeededLinks, EndSoundlyAndArriveWhereTheyShould) {
  const Kind& kind = GetParam();
  std::uint64_t complete = 0;
  std::string incomplete;  // the seeds that ended with a fault
  for (std::uint64_t seed = 1; seed <= kind.seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed * 1000003);
    Link link(drawn(kind, random));
    const std::uint64_t files = 1 + random.below(2);
    std::size_t size = 0;
    for (std::uint64_t file = 0; file < files; ++file) {
      const std::size_t length = random.below((4_KiB << random.below(5)) / files);
      size += length;
      link.send(random_bytes(length, random.next()));
    }
    ASSERT_EQ(link.run_until_idle(48h), RunEnd::idle);
    link.expect_sound();
    if (link.is_all_complete()) {
      ++complete;
    } else {
      incomplete += " " + std::to_string(seed);
    }
    // A byte costs at most what the seven-bit coding makes of it; a repair, what is on its way and
    // what is said about it.
    const std::uint64_t accidents = link.forward().damaged() + link.backward().damaged();
    EXPECT_LE(link.tap().wire_bytes(), size * 17 / 10 + 4_KiB + accidents * 48_KiB);
    EXPECT_LE(link.back_tap().wire_bytes(), 4_KiB + size / 4 + accidents * 2_KiB);
    if (HasFailure()) {
      return;
    }
  }
  EXPECT_GE(complete, kind.complete) << "not complete:" << incomplete;
  RecordProperty("complete", static_cast<int>(complete));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, SeededLinks,
    ::testing::Values(Kind{.name = "Flips10ppm", .flips = 1e-5, .seeds = 400},
                      Kind{.name = "Flips100ppm", .flips = 1e-4, .seeds = 600},
                      Kind{.name = "Flips300ppm", .flips = 3e-4},
                      Kind{.name = "Flips1000ppm", .flips = 1e-3},
                      Kind{.name = "Deletions", .deletions = 1e-4, .seeds = 400},
                      Kind{.name = "Insertions", .insertions = 1e-4, .seeds = 400},
                      Kind{.name = "Bursts", .burst_every = 15000, .seeds = 400},
                      Kind{.name = "Everything",
                           .flips = 1e-4,
                           .deletions = 5e-5,
                           .insertions = 5e-5,
                           .burst_every = 25000,
                           .seeds = 400}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace boardwalk::test
