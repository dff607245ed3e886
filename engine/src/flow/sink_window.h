// Decoded file bytes waiting to be taken by the host: one fixed buffer, filled from the front by
// the decoder, lent to the host as a whole, and begun again at the next receive.
//
// Layout: [ decoded, not yet delivered | being decoded | free ]. Only checked bytes are delivered.
#pragma once

#include <cstddef>
#include <vector>

#include "boardwalk/bytes.h"

namespace boardwalk {

class SinkWindow {
 public:
  explicit SinkWindow(std::size_t capacity) : buffer_(capacity) {}

  // Where the next subpacket is decoded to.
  [[nodiscard]] MutableBytes free_part() { return MutableBytes(buffer_).subspan(decoded_); }
  [[nodiscard]] std::size_t room() const { return buffer_.size() - decoded_; }

  // The first `count` bytes of free_part() have passed their checksum.
  void advance_decoded(std::size_t count) { decoded_ += count; }

  // What the host has not been handed yet; handing it over is final.
  [[nodiscard]] Bytes undelivered() const {
    return Bytes(buffer_).first(decoded_).subspan(delivered_);
  }
  void mark_delivered() { delivered_ = decoded_; }

  // Starts again at the front once everything decoded has been delivered; the `partial` bytes
  // being decoded move along. Spans handed out before are invalid from here on.
  void recycle(std::size_t partial);

  void clear() { decoded_ = delivered_ = 0; }

 private:
  std::vector<std::byte> buffer_;
  std::size_t decoded_ = 0;
  std::size_t delivered_ = 0;
};

}  // namespace boardwalk
