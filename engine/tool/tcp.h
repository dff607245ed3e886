// TCP for --listen and --connect: one connection, then the line is a socket like any other.
//
// Waits in poll() only, so that a signal ends the wait. Looking a host name up is the system's
// resolver's business and is not interrupted by the first signal.
#pragma once

#include <functional>
#include <string>
#include <variant>

#include "boardwalk/event.h"
#include "boardwalk/time.h"
#include "tool/options.h"
#include "tool/signals.h"

namespace boardwalk::tool {

// Owns a descriptor.
class Socket {
 public:
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  ~Socket();
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

struct TcpFailure {
  std::string message;  // a sentence without a full stop
  // cancelled_here: by a signal, time_is_up: at the given time; neither needs words.
  Fault fault = Fault::link_lost;
};

// Both give up at `stop_at`, a time of tool::now().
// Tries every address of the host, each for at most `patience`.
[[nodiscard]] std::variant<Socket, TcpFailure> connect_to(const Address& address, Duration patience,
                                                          TimePoint stop_at,
                                                          const Signals& signals);

// Waits for one caller, for as long as it takes. `on_listening` is called once with "HOST:PORT" as
// it is.
[[nodiscard]] std::variant<Socket, TcpFailure> accept_one(
    const Address& address, const std::function<void(const std::string&)>& on_listening,
    TimePoint stop_at, const Signals& signals);

}  // namespace boardwalk::tool
