// CRC-32 of a whole file, for people and scripts that compare what was stored with what was sent,
// and of the beginning of one, to see whether it can be continued.
//
// The engine's own CRC-32 kernel: one implementation, tested once. Bytes go in in file order.
#pragma once

#include <cstdint>
#include <optional>

#include "boardwalk/bytes.h"
#include "kernels/crc32.h"
#include "tool/descriptor.h"

namespace boardwalk::tool {

// Whether checksums are kept; they cost a pass over every byte, so only if somebody will see them.
enum class Checksums { none, crc32 };

class FileChecksum {
 public:
  void add(Bytes data) { state_ = kernels::crc32(state_, data); }

  // Of everything added so far.
  [[nodiscard]] std::uint32_t value() const { return kernels::crc32_final(state_); }

 private:
  std::uint32_t state_ = kernels::kCrc32Start;
};

// Of the first `length` bytes of an open file; nothing if there are not as many to be read. Takes
// as long as reading them takes, during which nothing else is done: the peer is waiting for exactly
// this, and has more patience than a disk needs for 4 GiB.
[[nodiscard]] std::optional<FileChecksum> checksum_of(const Descriptor& file, std::uint64_t length);

}  // namespace boardwalk::tool
