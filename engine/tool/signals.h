// Signals as something a poll loop can see: a descriptor that becomes readable, and two flags.
//
// The first SIGINT or SIGTERM asks the host to cancel in good order; the second ends the process
// at once (terminal put back, exit status 3). SIGHUP means that the line is
// gone. Broken pipes and full disks are read from return values, never from a signal.
#pragma once

namespace boardwalk::tool {

class Signals {
 public:
  // Installs the handlers; one object per process. A signal that was ignored when the program was
  // started (nohup) stays ignored.
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  // Readable once a signal has come.
  [[nodiscard]] int descriptor() const;

  // Makes the descriptor quiet again; the flags stay.
  void acknowledge() const;

  [[nodiscard]] bool cancel_asked() const;
  [[nodiscard]] bool line_hung_up() const;
};

}  // namespace boardwalk::tool
