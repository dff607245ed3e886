// See tcp.h.
#include "tool/tcp.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>

#include "tool/steady_time.h"

namespace boardwalk::tool {

namespace {

struct FreeAddresses {
  void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

std::string spelled(const Address& address) {
  const bool is_ipv6 = address.host.find(':') != std::string::npos;
  return (is_ipv6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

std::variant<Addresses, TcpFailure> look_up(const Address& address, int flags) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error =
      getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found);
  if (error != 0)
    return TcpFailure{"no such host: " + address.host + " (" + gai_strerror(error) + ")"};
  return Addresses{found};
}

enum class Waited { ready, too_long, cancelled };

// Until `descriptor` is ready for `events`, the limit has passed, or a signal has come.
Waited wait_for(int descriptor, short events, TimePoint limit, const Signals& signals) {
  while (true) {
    if (signals.cancel_asked() || signals.line_hung_up()) return Waited::cancelled;
    int timeout = -1;
    if (limit != kNever) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(limit - now());
      if (left.count() <= 0) return Waited::too_long;
      timeout = static_cast<int>(
          std::min<std::chrono::milliseconds::rep>(left.count(), std::numeric_limits<int>::max()));
    }
    std::array<pollfd, 2> fds{pollfd{descriptor, events, 0},
                              pollfd{signals.descriptor(), POLLIN, 0}};
    if (poll(fds.data(), fds.size(), timeout) > 0 && fds[0].revents != 0) return Waited::ready;
  }
}

TcpFailure cancelled() { return {"cancelled", Fault::cancelled_here}; }
TcpFailure time_is_up() { return {"time is up", Fault::time_is_up}; }

// An answer of a few bytes must not wait for the next (Nagle), a dead peer must be noticed.
void tune(int descriptor) {
  const int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
}

std::string local_name(int descriptor) {
  sockaddr_storage where{};
  socklen_t length = sizeof where;
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  if (getsockname(descriptor, reinterpret_cast<sockaddr*>(&where), &length) != 0 ||
      getnameinfo(reinterpret_cast<sockaddr*>(&where), length, host.data(), host.size(),
                  port.data(), port.size(), NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return "?";
  }
  const std::string name = host.data();
  return (name.find(':') != std::string::npos ? "[" + name + "]" : name) + ":" + port.data();
}

}  // namespace

Socket::~Socket() {
  if (descriptor_ >= 0) close(descriptor_);
}

Socket::Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

std::variant<Socket, TcpFailure> connect_to(const Address& address, Duration patience,
                                            TimePoint stop_at, const Signals& signals) {
  auto found = look_up(address, 0);
  if (auto* failure = std::get_if<TcpFailure>(&found)) return std::move(*failure);
  std::string reason = "no address";
  for (const addrinfo* at = std::get<Addresses>(found).get(); at != nullptr; at = at->ai_next) {
    Socket socket{
        ::socket(at->ai_family, at->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, at->ai_protocol)};
    int error = 0;
    if (socket.descriptor() < 0) {
      error = errno;
    } else if (connect(socket.descriptor(), at->ai_addr, at->ai_addrlen) != 0) {
      error = errno;
      if (error == EINPROGRESS) {
        const TimePoint limit = std::min(now() + patience, stop_at);
        const Waited waited = wait_for(socket.descriptor(), POLLOUT, limit, signals);
        if (waited == Waited::cancelled) return cancelled();
        if (now() >= stop_at) return time_is_up();
        socklen_t length = sizeof error;
        error = ETIMEDOUT;
        if (waited == Waited::ready) {
          getsockopt(socket.descriptor(), SOL_SOCKET, SO_ERROR, &error, &length);
        }
      }
    }
    if (error == 0) {
      tune(socket.descriptor());
      return socket;
    }
    reason = std::strerror(error);
  }
  return TcpFailure{"cannot connect to " + spelled(address) + ": " + reason};
}

std::variant<Socket, TcpFailure> accept_one(
    const Address& address, const std::function<void(const std::string&)>& on_listening,
    TimePoint stop_at, const Signals& signals) {
  auto found = look_up(address, AI_PASSIVE);
  if (auto* failure = std::get_if<TcpFailure>(&found)) return std::move(*failure);
  const addrinfo& at = *std::get<Addresses>(found);
  const Socket listener{
      ::socket(at.ai_family, at.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, at.ai_protocol)};
  const int on = 1;
  if (listener.descriptor() < 0 ||
      setsockopt(listener.descriptor(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
      bind(listener.descriptor(), at.ai_addr, at.ai_addrlen) != 0 ||
      listen(listener.descriptor(), 1) != 0) {
    return TcpFailure{"cannot listen on " + spelled(address) + ": " + std::strerror(errno)};
  }
  on_listening(local_name(listener.descriptor()));
  while (true) {
    const Waited waited = wait_for(listener.descriptor(), POLLIN, stop_at, signals);
    if (waited == Waited::cancelled) return cancelled();
    if (waited == Waited::too_long) return time_is_up();
    Socket caller{accept4(listener.descriptor(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)};
    if (caller.descriptor() >= 0) {
      tune(caller.descriptor());
      return caller;
    }
    // A caller who hung up before being answered is not our failure; anything else is.
    if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) {
      return TcpFailure{"cannot accept a caller: " + std::string{std::strerror(errno)}};
    }
  }
}

}  // namespace boardwalk::tool
