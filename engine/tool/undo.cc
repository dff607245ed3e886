// See undo.h. Counters are raised only after their slot is filled, so a handler that interrupts
// a remember_*() sees whole entries only.
#include "tool/undo.h"

#include <fcntl.h>
#include <signal.h>

#include <array>
#include <atomic>
#include <cstddef>

namespace boardwalk::tool::undo {

namespace {

struct Terminal {
  int descriptor;
  termios modes;
};
struct Flags {
  int descriptor;
  int flags;
};

std::array<Terminal, 2> terminals;
std::array<Flags, 4> flag_sets;

// Lock-free atomics are what C++ allows a handler to read.
std::atomic<std::size_t> terminal_count{0};
std::atomic<std::size_t> flag_count{0};
static_assert(std::atomic<std::size_t>::is_always_lock_free);

}  // namespace

bool remember_terminal(int descriptor, const termios& modes) {
  const std::size_t at = terminal_count;
  if (at == terminals.size()) return false;
  terminals[at] = {descriptor, modes};
  terminal_count = at + 1;
  return true;
}

bool remember_flags(int descriptor, int flags) {
  const std::size_t at = flag_count;
  if (at == flag_sets.size()) return false;
  flag_sets[at] = {descriptor, flags};
  flag_count = at + 1;
  return true;
}

void restore_line(Output output) {
  // A background process that changes a terminal's modes is stopped by SIGTTOU unless it blocks
  // it; being stopped here would leave the terminal raw.
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  for (std::size_t left = terminal_count.exchange(0); left > 0; --left) {
    const Terminal& terminal = terminals[left - 1];
    tcsetattr(terminal.descriptor, output == Output::drain ? TCSADRAIN : TCSANOW, &terminal.modes);
  }
  for (std::size_t left = flag_count.exchange(0); left > 0; --left) {
    fcntl(flag_sets[left - 1].descriptor, F_SETFL, flag_sets[left - 1].flags);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace boardwalk::tool::undo
