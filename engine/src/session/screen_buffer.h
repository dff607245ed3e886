// Bytes on their way to the screen: gathered during one turn, handed to the host as one span.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/check.h"
#include "boardwalk/bytes.h"

namespace boardwalk {

class ScreenBuffer {
 public:
  explicit ScreenBuffer(std::size_t capacity) : bytes_(capacity) {}

  [[nodiscard]] std::size_t room() const { return bytes_.size() - size_; }
  [[nodiscard]] bool empty() const { return size_ == 0 || taken_; }

  // The caller has looked at room().
  void append(Bytes text) {
    BW_CHECK(text.size() <= room());
    std::copy(text.begin(), text.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += text.size();
  }

  // Everything gathered; valid until begin_turn().
  [[nodiscard]] Bytes take() {
    taken_ = true;
    return Bytes(bytes_).first(size_);
  }

  // Forgets what has been taken.
  void begin_turn() {
    if (taken_) {
      size_ = 0;
      taken_ = false;
    }
  }

 private:
  std::vector<std::byte> bytes_;
  std::size_t size_ = 0;
  bool taken_ = false;
};

}  // namespace boardwalk
