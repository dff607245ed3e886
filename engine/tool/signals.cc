// See signals.h. The handler only counts, writes one byte into a pipe that never blocks, and in
// the second and last resort undoes and leaves; all of it async-signal-safe.
#include "tool/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>

#include "tool/result.h"
#include "tool/undo.h"

namespace boardwalk::tool {

namespace {

std::array<int, 2> wake_pipe = {-1, -1};
std::atomic<int> cancels{0};
std::atomic<bool> hung_up{false};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void on_signal(int signal) {
  const int saved_errno = errno;
  if (signal == SIGABRT) {  // a check of the engine stopped us: leave the terminal usable, then go
    undo::restore_line(undo::Output::leave);
    std::signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
    return;
  }
  if (signal == SIGHUP) {
    hung_up = true;
  } else if (++cancels > 1) {
    undo::restore_line(undo::Output::leave);
    _exit(static_cast<int>(ExitStatus::cancelled));
  }
  const char one = 1;
  [[maybe_unused]] const auto written = write(wake_pipe[1], &one, 1);  // a full pipe wakes as well
  errno = saved_errno;
}

void install(int signal, void (*handler)(int)) {
  struct sigaction before {};
  sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

Signals::Signals() {
  if (pipe2(wake_pipe.data(), O_NONBLOCK | O_CLOEXEC) != 0) wake_pipe = {-1, -1};
  for (const int signal : {SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGABRT}) install(signal, on_signal);
  // EPIPE and EFBIG say the same where it can be answered. A stopped transfer would leave the
  // terminal raw in the hands of the shell.
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGTSTP}) install(signal, SIG_IGN);
}

Signals::~Signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGABRT}) install(signal, SIG_DFL);
  for (int& end : wake_pipe) {
    if (end >= 0) close(end);
    end = -1;
  }
}

int Signals::descriptor() const { return wake_pipe[0]; }

void Signals::acknowledge() const {
  std::array<char, 16> bytes;
  while (read(wake_pipe[0], bytes.data(), bytes.size()) > 0) {
  }
}

bool Signals::cancel_asked() const { return cancels > 0; }
bool Signals::line_hung_up() const { return hung_up; }

}  // namespace boardwalk::tool
