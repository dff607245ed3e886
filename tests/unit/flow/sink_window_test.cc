// Decoded bytes on their way to the host, and what is kept ahead of its turn: against a model that
// remembers every byte by its place.
#include "flow/sink_window.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/buffer.h"

namespace boardwalk::test {
namespace {

constexpr std::size_t kCapacity = 64 * 1024;

// The bytes at a distance behind what is decoded; `offset` is where that stands in the file.
void write(SinkWindow& window, std::uint64_t offset, std::size_t distance, std::size_t size) {
  const Buffer bytes = Content::hashed().slice(offset + distance, size);
  std::copy(bytes.begin(), bytes.end(), window.part_at(distance).begin());
}

TEST(SinkWindow, JoinsWhatFillsAHole) {
  SinkWindow window(kCapacity);
  write(window, 0, 100, 50);
  EXPECT_TRUE(window.keep({100, 150}));
  EXPECT_EQ(window.hole_count(), 1u);
  EXPECT_EQ(window.hole(0).from, 0u);
  EXPECT_EQ(window.hole(0).to, 100u);
  EXPECT_TRUE(window.has({110, 140}));
  EXPECT_FALSE(window.has({90, 110}));
  write(window, 0, 0, 100);
  EXPECT_EQ(window.advance_decoded(100), 150u);
  EXPECT_FALSE(window.has_segments());
  EXPECT_EQ(Content::hashed().differences(0, window.undelivered()), 0u);
}

TEST(SinkWindow, ForgetsWhatWasWrittenOver) {
  SinkWindow window(kCapacity);
  EXPECT_TRUE(window.keep({100, 200}));
  window.spoil({120, 130});
  EXPECT_TRUE(window.has({100, 120}));
  EXPECT_TRUE(window.has({130, 200}));
  EXPECT_FALSE(window.has({119, 121}));
  EXPECT_EQ(window.advance_decoded(100), 120u);
}

TEST(SinkWindow, PrefersWhatIsNearerWhenThereAreTooManyHoles) {
  SinkWindow window(kCapacity);
  for (std::size_t n = 1; n <= SinkWindow::kMostSegments; ++n) {
    ASSERT_TRUE(window.keep({n * 20, n * 20 + 10}));
  }
  const std::size_t furthest = SinkWindow::kMostSegments * 20;
  EXPECT_FALSE(window.keep({furthest + 20, furthest + 30})) << "further than all";
  EXPECT_TRUE(window.keep({5, 10}));
  EXPECT_TRUE(window.has({5, 10}));
  EXPECT_FALSE(window.has({furthest, furthest + 10})) << "it made place";
  EXPECT_TRUE(window.keep({10, 20})) << "joins two";
  EXPECT_TRUE(window.has({5, 30}));
}

// Random pieces, damage over them, deliveries and moves: whatever is handed over is right, and all
// of it comes in the end.
TEST(SinkWindow, NeverHandsOverAWrongByte) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    SinkWindow window(kCapacity);
    std::uint64_t decoded = 0;
    std::uint64_t delivered = 0;
    for (int step = 0; step < 300; ++step) {
      const std::size_t size = 1 + random.below(600);
      const std::size_t distance = random.below(3) == 0 ? 0 : random.below(6000);
      if (distance + size > window.reach()) {
        continue;
      }
      write(window, decoded, distance, size);
      if (random.below(5) == 0) {
        window.part_at(distance)[random.below(size)] ^= std::byte{1};
        window.spoil({distance, distance + size});
      } else if (distance == 0) {
        decoded += window.advance_decoded(size);
      } else {
        static_cast<void>(window.keep({distance, distance + size}));
      }
      if (random.below(4) == 0) {
        const Bytes bytes = window.undelivered();
        ASSERT_EQ(Content::hashed().differences(delivered, bytes), 0u) << "seed " << seed;
        delivered += bytes.size();
        window.mark_delivered();
        window.recycle(0);
      }
    }
    ASSERT_GT(delivered, 10000u);
  }
}

}  // namespace
}  // namespace boardwalk::test
