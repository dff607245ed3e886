// Owned bytes for tests, the files that go through them, and where they come from: hex, text, a
// seeded generator, a file of the test data.
//
// Knows nothing of the engine but its span types.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "boardwalk/bytes.h"

namespace boardwalk::test {

using Buffer = std::vector<std::byte>;

inline constexpr std::size_t operator""_KiB(unsigned long long count) { return count << 10; }
inline constexpr std::size_t operator""_MiB(unsigned long long count) { return count << 20; }

// Deterministic on every machine (std:: distributions are not).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  // 0 … bound - 1.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  // In [0, 1).
  double fraction() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t state_;
};

Buffer from_hex(std::string_view digits);
std::string to_hex(Bytes bytes);
Buffer from_text(std::string_view text);
// Printable as it is, everything else as \n, \r, \t, \\, \" or \xNN.
std::string escaped(Bytes bytes);
Buffer random_bytes(std::size_t size, std::uint64_t seed);
void append(Buffer& to, Bytes bytes);
Buffer joined(std::initializer_list<Buffer> parts);

// A file of tests/unit, by its path inside it; fails the test when it is missing.
Buffer test_data(std::string_view path);

// What a file holds, for any offset: bytes in memory, or a formula for files too big to make.
class Content {
 public:
  static Content of(Buffer bytes);
  // Every 8 bytes are a hash of their offset and the seed: no period, so a byte under a wrong
  // offset shows.
  static Content hashed(std::uint64_t seed = 1);
  static Content formula(std::function<std::byte(std::uint64_t)> byte_at);

  void fill(std::uint64_t offset, MutableBytes into) const;
  [[nodiscard]] Buffer slice(std::uint64_t offset, std::size_t size) const;
  // How many bytes of `bytes` differ from this content at `offset`.
  [[nodiscard]] std::size_t differences(std::uint64_t offset, Bytes bytes) const;

 private:
  std::shared_ptr<const Buffer> bytes_;
  std::function<std::byte(std::uint64_t)> byte_at_;
  std::uint64_t seed_ = 0;
};

}  // namespace boardwalk::test
