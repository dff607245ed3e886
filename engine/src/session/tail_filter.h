// What may trail behind the end of a transfer and does not belong on a screen: the line end of the
// last header, or the rest of a cancel sequence. The first byte of anything else ends the filter.
#pragma once

#include <chrono>
#include <cstddef>

#include "boardwalk/bytes.h"
#include "boardwalk/time.h"
#include "zmodem/header_reader.h"
#include "zmodem/wire.h"

namespace boardwalk {

class TailFilter {
 public:
  void expect_header_end(TimePoint now) {
    kind_ = Kind::header_end;
    trailer_.begin();
    until_ = now + kPatience;
  }
  void expect_cancel_rest(TimePoint now) {
    kind_ = Kind::cancel_rest;
    until_ = now + kPatience;
  }
  void stop() { kind_ = Kind::none; }

  // How many leading bytes of `in` are to be dropped.
  std::size_t read(Bytes in, TimePoint now) {
    if (kind_ == Kind::none || now > until_) {
      stop();
      return 0;
    }
    std::size_t dropped = 0;
    if (kind_ == Kind::header_end) {
      dropped = trailer_.read(in);
    } else {
      while (dropped < in.size() && belongs_to_cancel(in[dropped])) {
        ++dropped;
      }
    }
    if (dropped < in.size() || (kind_ == Kind::header_end && trailer_.done())) {
      stop();
    }
    return dropped;
  }

 private:
  enum class Kind { none, header_end, cancel_rest };
  static constexpr Duration kPatience = std::chrono::milliseconds{500};

  static bool belongs_to_cancel(std::byte value) {
    return value == zmodem::kEscape || value == zmodem::kBackspace || value == zmodem::kXon;
  }

  Kind kind_ = Kind::none;
  zmodem::HeaderTrailer trailer_;
  TimePoint until_{};
};

}  // namespace boardwalk
