// The sender's only positions: acked <= sent <= size, in bytes of the current file.
//
// `sent` moves forward in one statement of ours, where a subpacket has been encoded into the
// caller's room, and back in one, when the peer names an older place. There is no other cursor,
// so what we believe sent and what stands on the wire cannot drift apart (accounting rules 1 and
// 4).
#pragma once

#include <cstdint>
#include <optional>

#include "boardwalk/position.h"

namespace boardwalk {

class SendLedger {
 public:
  // A new file of `size` bytes; everything begins at 0.
  void open(FileOffset size);

  // `count` bytes have been encoded for the wire.
  void advance_sent(std::uint64_t count);

  // The peer has everything below `position`. Ignored (false) unless it is news: in (acked, sent].
  bool acknowledge(FileOffset position);

  // The peer wants to go on at `position`, which must not be past the file's end.
  void reposition(FileOffset position);

  // The full offset meant by a number that the wire carries modulo 2^32: the one nearest to what
  // has been sent. Nothing if that lies outside the file.
  [[nodiscard]] std::optional<FileOffset> expand(std::uint32_t low_bits) const;

  [[nodiscard]] FileOffset acked() const { return acked_; }
  [[nodiscard]] FileOffset sent() const { return sent_; }
  [[nodiscard]] FileOffset size() const { return size_; }
  [[nodiscard]] std::uint64_t unacknowledged() const { return sent_ - acked_; }
  [[nodiscard]] std::uint64_t unsent() const { return size_ - sent_; }
  // File bytes that went out more than once, over all files.
  [[nodiscard]] std::uint64_t resent() const { return resent_; }

  void check() const;

 private:
  FileOffset acked_;
  FileOffset sent_;
  FileOffset furthest_;
  FileOffset size_;
  std::uint64_t resent_ = 0;
};

}  // namespace boardwalk
