// The line to the peer: two descriptors (or one, twice) that never block while this object lives.
//
// A terminal is put into raw mode. Sockets are read and written with MSG_DONTWAIT; anything else
// gets O_NONBLOCK, which other programs may share, so both are put back by close() or, if it never
// comes to that, by undo.h. Knows bytes, not what they mean.
#pragma once

#include <cstddef>

#include "boardwalk/bytes.h"

namespace boardwalk::tool {

class Line {
 public:
  // Borrows the descriptors. They may be the same one (a socket), or two of the same terminal.
  Line(int in, int out);
  ~Line();
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  // Reads what is there; 0: nothing now, or input_ended().
  std::size_t read(MutableBytes room);

  // Writes what fits; fewer than offered: no room now, or output_broken().
  std::size_t write(Bytes bytes);

  [[nodiscard]] bool input_ended() const { return input_ended_; }
  [[nodiscard]] bool output_broken() const { return output_broken_; }
  [[nodiscard]] int in() const { return in_.descriptor; }
  [[nodiscard]] int out() const { return out_.descriptor; }
  [[nodiscard]] bool is_terminal() const { return is_terminal_; }

  // Puts terminal and flags back, after what was written has left. A socket is closed for writing
  // and read until the peer has closed too, for at most a second: closing a socket with unread
  // bytes in it would destroy the last ones we wrote.
  void close();

  // Whether `descriptor` leads to the same place as our output: a message written there would end
  // up among the protocol's bytes.
  [[nodiscard]] bool is_also(int descriptor) const;

 private:
  struct End {
    int descriptor = -1;
    bool is_socket = false;
  };
  static End prepare(int descriptor);
  void make_raw(int descriptor);

  End in_;
  End out_;
  bool is_terminal_ = false;
  bool input_ended_ = false;
  bool output_broken_ = false;
  bool closed_ = false;
};

}  // namespace boardwalk::tool
