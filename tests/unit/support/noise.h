// What a line does to the bytes on it: bits flipped, bytes lost and added, bursts, characters that
// do not pass. Everything is drawn from the seed by the offset of a byte, counted in bytes written
// since the beginning: how the writer cuts its bytes changes nothing.
//
// Knows neither time (line.h) nor protocols.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>

#include "support/buffer.h"

namespace boardwalk::test {

struct NoiseOptions {
  std::uint64_t seed = 1;

  // --- accidents ---
  double flips = 0;               // chance that a byte gets one bit flipped
  double deletions = 0;           // chance that a byte is lost
  double insertions = 0;          // chance that a random byte comes before a byte
  std::uint64_t burst_every = 0;  // in so many bytes, `burst_size` in a row are random; 0: never
  std::uint64_t burst_size = 50;

  // --- properties; after the accidents ---
  bool strip_bit_7 = false;
  Buffer eats;             // characters that never arrive
  bool expand_cr = false;  // a telnet NVT: NUL behind every CR
};

class Noise {
 public:
  explicit Noise(const NoiseOptions& options);

  // --- accidents at exact places ---
  void corrupt_byte(std::uint64_t offset) { corrupt_.insert(offset); }
  void delete_bytes(std::uint64_t offset, std::uint64_t count);
  void insert_bytes(std::uint64_t offset, Buffer bytes) { insertions_[offset] = std::move(bytes); }
  // Everything from here on is lost.
  void cut_at(std::uint64_t offset) { cut_at_ = offset; }

  // What arrives of the next bytes.
  [[nodiscard]] Buffer pass(Bytes bytes);

  // How many bytes came in; how many accidents happened to them (a burst is one).
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  [[nodiscard]] std::uint64_t accidents() const { return accidents_; }

 private:
  // Independent rare events: the distances between them are geometric.
  class Strikes {
   public:
    Strikes(double chance, std::uint64_t seed);
    [[nodiscard]] std::uint64_t next() const { return next_; }
    // Whether it strikes here; asked for every offset, in order.
    bool hits(std::uint64_t offset);
    Random& random() { return random_; }

   private:
    void draw(std::uint64_t from);

    double chance_;
    Random random_;
    std::uint64_t next_ = UINT64_MAX;
  };

  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t place, std::uint64_t end) const;
  [[nodiscard]] bool in_burst(std::uint64_t offset) const;
  void arrive(Buffer& arriving, std::byte value) const;

  NoiseOptions options_;
  Strikes flips_;
  Strikes deletions_;
  Strikes insertions_drawn_;
  Random burst_random_;
  std::uint64_t first_burst_ = UINT64_MAX;
  bool has_filter_ = false;
  std::array<bool, 256> eaten_{};
  std::uint64_t offset_ = 0;
  std::uint64_t accidents_ = 0;
  std::uint64_t cut_at_ = UINT64_MAX;
  std::set<std::uint64_t> corrupt_;
  std::set<std::uint64_t> deleted_;
  std::map<std::uint64_t, Buffer> insertions_;
};

}  // namespace boardwalk::test
