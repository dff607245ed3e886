// One direction of a simulated connection: a buffer of bounded depth, a rate, a latency, stalls,
// and whatever noise.h does to the bytes; all on virtual time. Knows bytes, not protocols.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "boardwalk/time.h"
#include "support/buffer.h"
#include "support/noise.h"

namespace boardwalk::test {

struct LineOptions : NoiseOptions {
  Duration latency{};
  std::uint64_t rate = 8_MiB;         // bytes per second
  std::size_t wire_buffer = 256_KiB;  // bytes that wait to leave; more are not taken
  std::size_t piece = 4096;           // largest piece that arrives at once
  bool random_pieces = false;         // 1 … piece instead of always `piece`
};

class Line {
 public:
  explicit Line(const LineOptions& options);

  // --- accidents at exact places, counted in bytes written since the beginning ---
  void corrupt_byte(std::uint64_t offset) { noise_.corrupt_byte(offset); }
  void delete_bytes(std::uint64_t offset, std::uint64_t count) {
    noise_.delete_bytes(offset, count);
  }
  void insert_bytes(std::uint64_t offset, Buffer bytes) {
    noise_.insert_bytes(offset, std::move(bytes));
  }
  // Everything from here on is lost.
  void cut_at(std::uint64_t offset) { noise_.cut_at(offset); }
  // Everything not yet delivered is lost, and all that follows.
  void cut_now();
  // Nothing leaves for so long before this byte does.
  void stall_at(std::uint64_t offset, Duration time) { stalls_[offset] = time; }
  // From this byte on, one byte leaves each so long.
  void trickle_from(std::uint64_t offset, Duration each) { trickle_ = {offset, each}; }

  // --- as the writer sees it ---
  [[nodiscard]] std::size_t room(TimePoint now);
  void write(Bytes bytes, TimePoint now);
  [[nodiscard]] std::uint64_t written() const { return noise_.offset(); }
  [[nodiscard]] std::uint64_t damaged() const { return noise_.accidents(); }

  // --- as the reader sees it ---
  [[nodiscard]] TimePoint next_arrival() const;
  [[nodiscard]] std::optional<Buffer> take_arrived(TimePoint now);

  // When more room appears; kNever if all of it is there.
  [[nodiscard]] TimePoint next_departure(TimePoint now);

 private:
  struct Flying {
    TimePoint arrives;
    Buffer bytes;
  };
  struct Leaving {
    TimePoint departs;
    std::size_t size;
  };

  [[nodiscard]] std::size_t next_piece(std::size_t left);
  [[nodiscard]] std::int64_t transmission_ns(std::size_t size) const;

  LineOptions options_;
  Noise noise_;
  Random piece_random_;
  std::deque<Flying> flying_;
  std::deque<Leaving> leaving_;
  std::size_t waiting_ = 0;
  std::int64_t free_at_ns_ = 0;  // when the last written byte has left, in nanoseconds
  std::map<std::uint64_t, Duration> stalls_;
  std::pair<std::uint64_t, Duration> trickle_{UINT64_MAX, {}};
};

}  // namespace boardwalk::test
