// Decoded file bytes waiting to be taken by the host: one fixed buffer, filled from the front by
// the decoder, lent to the host as a whole, and begun again at the next receive.
//
// Layout: [ decoded, not yet delivered | being decoded | free ]. Only checked bytes are delivered.
// Checked bytes that came too early stand at their place in the free part, as segments behind a
// hole; when the hole has been filled they are decoded bytes like all others, without a copy.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "boardwalk/bytes.h"

namespace boardwalk {

class SinkWindow {
 public:
  static constexpr std::size_t kMostSegments = 256;

  // A stretch of the free part; distances are counted from the end of what is decoded.
  struct Stretch {
    std::size_t from = 0;
    std::size_t to = 0;
  };

  explicit SinkWindow(std::size_t capacity) : buffer_(capacity) {}

  // Where the next subpacket in order is decoded to.
  [[nodiscard]] MutableBytes free_part() { return part_at(0); }
  // The memory of bytes that belong `distance` behind what is decoded.
  [[nodiscard]] MutableBytes part_at(std::size_t distance) {
    return MutableBytes(buffer_).subspan(decoded_ + distance);
  }
  // Memory behind everything that is kept.
  [[nodiscard]] std::size_t room() const { return buffer_.size() - decoded_ - extent(); }
  [[nodiscard]] std::size_t capacity() const { return buffer_.size(); }
  // Memory behind what is decoded, whether something is kept in it or not.
  [[nodiscard]] std::size_t reach() const { return buffer_.size() - decoded_; }

  // The first `count` bytes of free_part() have passed their checksum; returns how many bytes are
  // decoded now that were not before: more, if that filled a hole.
  std::size_t advance_decoded(std::size_t count);

  // Whether all of this stretch is kept already.
  [[nodiscard]] bool has(Stretch stretch) const;
  // Bytes that came too early have passed their checksum. Where there are too many holes, those
  // that are furthest ahead are not kept, and false means that these are the ones.
  bool keep(Stretch stretch);
  // A damaged piece has been written over this stretch: nothing in it is kept any more.
  void spoil(Stretch stretch);

  [[nodiscard]] bool has_segments() const { return segment_count_ != 0; }
  // How far the last segment reaches.
  [[nodiscard]] std::size_t extent() const {
    return segment_count_ == 0 ? 0 : segments_[segment_count_ - 1].to;
  }
  // Holes in order: the n-th lies before the n-th segment.
  [[nodiscard]] std::size_t hole_count() const { return segment_count_; }
  [[nodiscard]] Stretch hole(std::size_t n) const {
    return {n == 0 ? 0 : segments_[n - 1].to, segments_[n].from};
  }

  // What the host has not been handed yet; handing it over is final.
  [[nodiscard]] Bytes undelivered() const {
    return Bytes(buffer_).first(decoded_).subspan(delivered_);
  }
  void mark_delivered() { delivered_ = decoded_; }

  // Starts again at the front once everything decoded has been delivered; the first `partial` bytes
  // of the free part and all segments move along. Spans handed out before are invalid from here on.
  void recycle(std::size_t partial);

  void clear() {
    decoded_ = delivered_ = 0;
    segment_count_ = 0;
  }
  void forget_segments() { segment_count_ = 0; }

 private:
  std::vector<std::byte> buffer_;
  std::size_t decoded_ = 0;
  std::size_t delivered_ = 0;
  std::array<Stretch, kMostSegments> segments_{};  // in order, apart from each other
  std::size_t segment_count_ = 0;
};

}  // namespace boardwalk
