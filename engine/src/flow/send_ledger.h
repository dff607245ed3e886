// The sender's only positions: acked <= sent <= size, in bytes of the current file.
//
// `sent` moves forward in one statement of ours, where a subpacket has been encoded into the
// caller's room, and back in one, when the peer names an older place. There is no other cursor,
// so what we believe sent and what stands on the wire cannot drift apart (accounting rules 1 and
// 4).
//
// A peer that keeps what comes behind a damaged piece asks for that piece alone: a hole. `sent`
// then makes a detour through the hole and returns to where it was.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "boardwalk/position.h"

namespace boardwalk {

class SendLedger {
 public:
  static constexpr std::size_t kMostHoles = 256;

  // A new file of `size` bytes; everything begins at 0.
  void open(FileOffset size);

  // `count` bytes have been encoded for the wire; never past run_end().
  void advance_sent(std::uint64_t count);

  // The peer has everything below `position`. Ignored (false) unless it is news: in (acked,
  // front].
  bool acknowledge(FileOffset position);

  // The peer wants to go on at `position`, which must not be past the file's end, and to get
  // everything from there: holes are forgotten.
  void reposition(FileOffset position);

  // The peer lacks [from, to) and has more behind it. False, and nothing changes, if that is
  // empty, was never sent, is known already, or if there are too many holes.
  bool add_hole(FileOffset from, FileOffset to);
  [[nodiscard]] bool has_holes() const { return hole_count_ != 0; }
  // Between frames: moves `sent` to the next hole, or back to where it came from.
  void enter_next_run();
  // `sent` has reached the end of a hole.
  [[nodiscard]] bool hole_is_done() const { return in_hole_ && sent_ == hole_end_; }
  [[nodiscard]] bool in_hole() const { return in_hole_; }
  // Where the present run ends: the hole's end or the file's.
  [[nodiscard]] FileOffset run_end() const { return in_hole_ ? hole_end_ : size_; }

  // The full offset meant by a number that the wire carries modulo 2^32: the one nearest to what
  // has been sent. Nothing if that lies outside the file.
  [[nodiscard]] std::optional<FileOffset> expand(std::uint32_t low_bits) const;

  [[nodiscard]] FileOffset acked() const { return acked_; }
  [[nodiscard]] FileOffset sent() const { return sent_; }
  // Where new data goes on: `sent`, or where it will return to.
  [[nodiscard]] FileOffset front() const { return in_hole_ ? return_to_ : sent_; }
  [[nodiscard]] FileOffset size() const { return size_; }
  [[nodiscard]] std::uint64_t unacknowledged() const {
    return front() > acked_ ? front() - acked_ : 0;
  }
  // Of the present run.
  [[nodiscard]] std::uint64_t unsent() const { return run_end() - sent_; }
  // Whether everything below `position` was sent at some time.
  [[nodiscard]] bool has_been_sent(FileOffset position) const { return position <= furthest_; }
  // Nothing is left to say about this file but its end.
  [[nodiscard]] bool all_sent() const { return !in_hole_ && hole_count_ == 0 && sent_ == size_; }
  // File bytes that went out more than once, over all files.
  [[nodiscard]] std::uint64_t resent() const { return resent_; }

  void check() const;

 private:
  struct Hole {
    FileOffset from;
    FileOffset to;
  };

  [[nodiscard]] std::array<Hole, kMostHoles>::iterator waiting_end() {
    return holes_.begin() + static_cast<std::ptrdiff_t>(hole_count_);
  }

  FileOffset acked_;
  FileOffset sent_;
  FileOffset furthest_;
  FileOffset size_;
  std::uint64_t resent_ = 0;

  std::array<Hole, kMostHoles> holes_{};  // waiting, in the order they were asked for
  std::size_t hole_count_ = 0;
  bool in_hole_ = false;
  FileOffset hole_end_;
  FileOffset return_to_;
};

}  // namespace boardwalk
