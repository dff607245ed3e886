// Writes one unit (a header, a subpacket, a telnet command, a few keys) into the room the caller
// lends: the whole unit or nothing.
//
// A unit is begun, filled and then either kept or undone; a unit that did not fit is undone as a
// whole, so that a reposition always falls between units. It knows no protocol but one fact of the
// line below it: on a telnet line a data byte 0xFF is written twice (RFC 854).
#pragma once

#include <cstddef>

#include "boardwalk/bytes.h"

namespace boardwalk {

enum class LineKind { raw, telnet };

class UnitWriter {
 public:
  // `room` must outlive the writer.
  UnitWriter(MutableBytes room, LineKind line) : room_(room), line_(line) {}

  // A data byte; 0xFF is doubled on a telnet line. Past the end of the room it is counted as
  // overflow and the unit will be undone.
  void put(std::byte value);
  void put(Bytes values);
  void put(unsigned value) { put(static_cast<std::byte>(value)); }

  // A byte of the line's own language (IAC and what follows it): never doubled.
  void put_verbatim(std::byte value);
  void put_verbatim(unsigned value) { put_verbatim(static_cast<std::byte>(value)); }

  // Ends the unit. true: it fitted and is part of the output; false: nothing of it is.
  [[nodiscard]] bool finish_unit();

  // What is left for the next unit.
  [[nodiscard]] std::size_t room() const { return room_.size() - finished_; }

  // Raw access for encoders that fill in place: the free part of the room behind the bytes put so
  // far, and the report of how much of it was filled. The encoder doubles 0xFF itself.
  [[nodiscard]] MutableBytes free_part() const { return room_.subspan(used_); }
  void filled(std::size_t count) { used_ += count; }
  // The unit needs more than there is.
  void overflow() { overflowed_ = true; }

  // Bytes of finished units.
  [[nodiscard]] std::size_t size() const { return finished_; }
  [[nodiscard]] LineKind line() const { return line_; }

 private:
  MutableBytes room_;
  LineKind line_;
  std::size_t finished_ = 0;
  std::size_t used_ = 0;
  bool overflowed_ = false;
};

}  // namespace boardwalk
