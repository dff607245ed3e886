// See line.h.
#include "tool/line.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <chrono>

#include "tool/undo.h"

namespace boardwalk::tool {

namespace {

constexpr std::chrono::milliseconds kGoodbye{1000};

bool nothing_now() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

bool are_one_terminal(int a, int b) {
  struct stat facts_a {};
  struct stat facts_b {};
  return isatty(a) != 0 && isatty(b) != 0 && fstat(a, &facts_a) == 0 && fstat(b, &facts_b) == 0 &&
         facts_a.st_rdev == facts_b.st_rdev;
}

}  // namespace

Line::End Line::prepare(int descriptor) {
  struct stat facts {};
  const bool is_socket = fstat(descriptor, &facts) == 0 && S_ISSOCK(facts.st_mode);
  if (!is_socket) {
    const int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0 && (flags & O_NONBLOCK) == 0 && undo::remember_flags(descriptor, flags)) {
      fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
    }
  }
  return {descriptor, is_socket};
}

void Line::make_raw(int descriptor) {
  termios modes{};
  if (tcgetattr(descriptor, &modes) != 0) return;
  is_terminal_ = true;
  if (!undo::remember_terminal(descriptor, modes)) return;
  cfmakeraw(&modes);
  // Beyond cfmakeraw: no XON/XOFF by the driver either, the protocol escapes what it must.
  modes.c_iflag &= static_cast<tcflag_t>(~(IXOFF | IXANY));
  modes.c_cc[VMIN] = 1;
  modes.c_cc[VTIME] = 0;
  tcsetattr(descriptor, TCSADRAIN, &modes);
}

Line::Line(int in, int out) {
  make_raw(in);
  if (!are_one_terminal(in, out)) make_raw(out);  // else its old modes would be read as raw
  in_ = prepare(in);
  out_ = out == in ? in_ : prepare(out);
}

Line::~Line() { close(); }

std::size_t Line::read(MutableBytes room) {
  if (input_ended_) return 0;
  const ssize_t got = in_.is_socket ? recv(in_.descriptor, room.data(), room.size(), MSG_DONTWAIT)
                                    : ::read(in_.descriptor, room.data(), room.size());
  if (got > 0) return static_cast<std::size_t>(got);
  if (got == 0 || !nothing_now()) input_ended_ = true;  // a lost carrier or peer reads as an error
  return 0;
}

std::size_t Line::write(Bytes bytes) {
  if (output_broken_) return 0;
  const ssize_t put = out_.is_socket ? send(out_.descriptor, bytes.data(), bytes.size(),
                                            MSG_DONTWAIT | MSG_NOSIGNAL)
                                     : ::write(out_.descriptor, bytes.data(), bytes.size());
  if (put >= 0) return static_cast<std::size_t>(put);
  if (!nothing_now()) output_broken_ = true;
  return 0;
}

void Line::close() {
  if (closed_) return;
  closed_ = true;
  undo::restore_line(undo::Output::drain);
  if (!out_.is_socket) return;
  shutdown(out_.descriptor, SHUT_WR);
  if (!in_.is_socket || input_ended_) return;
  using SteadyClock = std::chrono::steady_clock;
  const auto end = SteadyClock::now() + kGoodbye;
  std::array<std::byte, 4096> discarded;
  while (!input_ended_) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - SteadyClock::now());
    if (left.count() <= 0) return;
    pollfd wait{in_.descriptor, POLLIN, 0};
    if (poll(&wait, 1, static_cast<int>(left.count())) > 0) {
      read(discarded);
    } else if (errno != EINTR) {
      return;
    }
  }
}

bool Line::is_also(int descriptor) const {
  if (are_one_terminal(out_.descriptor, descriptor)) return true;
  struct stat ours {};
  struct stat other {};
  if (fstat(out_.descriptor, &ours) != 0 || fstat(descriptor, &other) != 0) return false;
  // Other devices (/dev/null) may be shared without harm.
  return !S_ISCHR(ours.st_mode) && ours.st_dev == other.st_dev && ours.st_ino == other.st_ino;
}

}  // namespace boardwalk::tool
