// One direction of a simulated connection: a buffer of bounded depth, a rate, a latency, and
// damage of every kind, all on virtual time and from a seed. Knows bytes, not protocols.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "boardwalk/time.h"
#include "support/buffer.h"

namespace boardwalk::test {

struct LineOptions {
  Duration latency{};
  std::uint64_t rate = 8_MiB;         // bytes per second
  std::size_t wire_buffer = 256_KiB;  // bytes that wait to leave; more are not taken
  std::size_t piece = 4096;           // largest piece that arrives at once
  bool random_pieces = false;         // 1 … piece instead of always `piece`
  double flips = 0;                   // chance that a byte loses one bit
  std::uint64_t seed = 1;
  bool expand_cr = false;  // a telnet NVT: NUL behind every CR
};

class Line {
 public:
  explicit Line(LineOptions options);

  // --- damage at exact places, counted in bytes written since the beginning ---
  void corrupt_byte(std::uint64_t offset) { corrupt_.insert(offset); }
  void delete_bytes(std::uint64_t offset, std::uint64_t count);
  void insert_bytes(std::uint64_t offset, Buffer bytes) { insertions_[offset] = std::move(bytes); }
  // Everything from here on is lost.
  void cut_at(std::uint64_t offset) { cut_at_ = offset; }
  // Everything not yet delivered is lost, and all that follows.
  void cut_now();

  // --- as the writer sees it ---
  [[nodiscard]] std::size_t room(TimePoint now);
  void write(Bytes bytes, TimePoint now);
  [[nodiscard]] std::uint64_t written() const { return written_; }
  [[nodiscard]] std::uint64_t damaged() const { return damaged_; }

  // --- as the reader sees it ---
  [[nodiscard]] TimePoint next_arrival() const;
  [[nodiscard]] std::optional<Buffer> take_arrived(TimePoint now);

  // When more room appears; kNever if all of it is there.
  [[nodiscard]] TimePoint next_departure(TimePoint now);
  [[nodiscard]] bool is_empty() const { return flying_.empty(); }
  // Everything in flight arrives after the reader has stopped listening: drop it.
  void clear() { flying_.clear(); }

 private:
  struct Flying {
    TimePoint arrives;
    Buffer bytes;
  };
  struct Leaving {
    TimePoint departs;
    std::size_t size;
  };

  Buffer damage(Bytes bytes);
  void draw_next_flip();

  LineOptions options_;
  Random random_;
  std::deque<Flying> flying_;
  std::deque<Leaving> leaving_;
  std::size_t waiting_ = 0;
  std::int64_t free_at_ns_ = 0;  // when the last written byte has left, in nanoseconds
  std::uint64_t written_ = 0;
  std::uint64_t damaged_ = 0;
  std::uint64_t next_flip_ = UINT64_MAX;
  std::uint64_t cut_at_ = UINT64_MAX;
  std::set<std::uint64_t> corrupt_;
  std::set<std::uint64_t> deleted_;
  std::map<std::uint64_t, Buffer> insertions_;
};

}  // namespace boardwalk::test
