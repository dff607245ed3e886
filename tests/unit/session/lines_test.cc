// The simulated line itself: what it promises to the tests that stand on it.
#include <gtest/gtest.h>

#include "support/line.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kStart = TimePoint{} + 1s;

Buffer through(const NoiseOptions& options, Bytes bytes, std::size_t piece = 1000) {
  Noise noise(options);
  Buffer arrived;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    append(arrived, noise.pass(bytes.subspan(at, std::min(piece, bytes.size() - at))));
  }
  return arrived;
}

std::size_t differences(Bytes left, Bytes right) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < std::min(left.size(), right.size()); ++at) {
    count += left[at] == right[at] ? 0u : 1u;
  }
  return count;
}

TEST(Noise, DependsOnTheSeedAndNotOnHowItsBytesAreCut) {
  const Buffer sent = random_bytes(100000, 1);
  NoiseOptions options;
  options.flips = options.deletions = options.insertions = 1e-3;
  options.burst_every = 9000;
  const Buffer whole = through(options, sent, sent.size());
  EXPECT_EQ(through(options, sent, 1), whole);
  EXPECT_EQ(through(options, sent, 777), whole);
  options.seed = 2;
  EXPECT_NE(through(options, sent, sent.size()), whole);
}

TEST(Noise, StrikesAboutAsOftenAsItWasTold) {
  const Buffer sent = random_bytes(1000000, 1);
  for (double NoiseOptions::*kind :
       {&NoiseOptions::flips, &NoiseOptions::deletions, &NoiseOptions::insertions}) {
    NoiseOptions options;
    options.*kind = 1e-3;
    Noise noise(options);
    const Buffer arrived = noise.pass(sent);
    EXPECT_NEAR(static_cast<double>(noise.accidents()), 1000.0, 150.0);
    const std::int64_t growth =
        static_cast<std::int64_t>(arrived.size()) - static_cast<std::int64_t>(sent.size());
    const auto accidents = static_cast<std::int64_t>(noise.accidents());
    EXPECT_EQ(growth, kind == &NoiseOptions::flips       ? 0
                      : kind == &NoiseOptions::deletions ? -accidents
                                                         : accidents);
  }
  NoiseOptions bursts;
  bursts.burst_every = 10000;
  bursts.burst_size = 50;
  const Buffer arrived = through(bursts, sent);
  EXPECT_EQ(arrived.size(), sent.size());
  EXPECT_NEAR(static_cast<double>(differences(sent, arrived)), 5000.0, 100.0);
}

TEST(Noise, SomeCharactersDoNotPass) {
  const Buffer sent = from_hex("0d0a8d1193ff41c1");
  NoiseOptions strip;
  strip.strip_bit_7 = true;
  EXPECT_EQ(to_hex(through(strip, sent)), "0d0a0d11137f4141");
  NoiseOptions eat;
  eat.eats = from_hex("1193");
  EXPECT_EQ(to_hex(through(eat, sent)), "0d0a8dff41c1");
  NoiseOptions expand;
  expand.expand_cr = true;
  EXPECT_EQ(to_hex(through(expand, sent)), "0d000a8d1193ff41c1");
  NoiseOptions all = strip;
  all.expand_cr = true;
  all.eats = from_hex("11");
  EXPECT_EQ(to_hex(through(all, sent)), "0d000a0d00137f4141");
}

TEST(Line, StallsBeforeTheByteItWasTold) {
  Line line(LineOptions{});
  line.stall_at(100, 7s);
  line.write(random_bytes(300, 1), kStart);
  ASSERT_TRUE(line.take_arrived(kStart + 1s).has_value());
  EXPECT_EQ(line.take_arrived(kStart + 6999ms), std::nullopt);
  EXPECT_EQ(line.take_arrived(kStart + 7001ms).value().size(), 200u);
}

TEST(Line, TricklesFromTheByteItWasTold) {
  Line line(LineOptions{});
  line.trickle_from(100, 9s);
  line.write(random_bytes(103, 1), kStart);
  EXPECT_EQ(line.take_arrived(kStart + 1s).value().size(), 100u);
  for (int byte = 1; byte <= 3; ++byte) {
    EXPECT_EQ(line.take_arrived(kStart + byte * 9s - 1ms), std::nullopt);
    EXPECT_EQ(line.take_arrived(kStart + byte * 9s + 1ms).value().size(), 1u);
  }
  EXPECT_EQ(line.next_arrival(), kNever);
}

TEST(Line, IsCutWhereItWasTold) {
  Line line(LineOptions{});
  line.cut_at(150);
  line.write(random_bytes(300, 1), kStart);
  EXPECT_EQ(line.take_arrived(kStart + 1s).value().size(), 150u);
  line.write(random_bytes(300, 1), kStart);
  EXPECT_EQ(line.next_arrival(), kNever);
}

}  // namespace
}  // namespace boardwalk::test
