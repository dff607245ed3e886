// See host.h: the turns of the pump. What each event means for the files is in host_events.cc.
#include "tool/host.h"

#include <errno.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

#include "tool/steady_time.h"

namespace boardwalk::tool {

namespace {

constexpr std::size_t kInbox = std::size_t{128} << 10;
// Several of the largest units, little enough that a request to start again costs little.
constexpr std::size_t kOutbox = std::size_t{64} << 10;
static_assert(kOutbox >= kMaxUnit);
// Smaller than the default: three rooms of this size stay in a processor's own cache.
constexpr std::size_t kSourcePiece = std::size_t{128} << 10;

constexpr Duration kTick = std::chrono::milliseconds{250};

// `time_limit`: until --stop-at; a moment that is past already still ends the transfer.
SessionConfig config_for(const Options& options, TimePoint stop_at) {
  SessionConfig config;
  config.opening = options.role == Role::send ? Opening::send : Opening::receive;
  config.telnet.enabled = options.telnet;
  config.zmodem = options.zmodem;
  config.timing = options.timing;
  if (stop_at != kNever) config.timing.time_limit = std::max(stop_at - now(), Duration{1});
  config.source_piece = kSourcePiece;
  return config;
}

// Rounded up: a poll that returns just before the deadline would be called again at once.
int poll_timeout(TimePoint until) {
  if (until == kNever) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - now()).count();
  return static_cast<int>(std::clamp<decltype(left)>(left, 0, std::numeric_limits<int>::max()));
}

}  // namespace

Host::Host(const Options& options, TimePoint stop_at, Line& line, const Signals& signals,
           Report& report, IncomingFiles* incoming, OutgoingFiles* outgoing, Tally tally)
    : report_(report),
      line_(line),
      signals_(signals),
      incoming_(incoming),
      outgoing_(outgoing),
      session_(config_for(options, stop_at)),
      inbox_(std::make_unique_for_overwrite<std::byte[]>(kInbox)),
      outbox_(std::make_unique_for_overwrite<std::byte[]>(kOutbox)),
      tally_(tally) {}

Ending Host::run() {
  const TimePoint began = now();
  if (outgoing_ != nullptr) session_.send_files(outgoing_->offers(), began);
  tell_free_space();
  if (report_.shows_progress()) next_tick_ = began + kTick;
  while (true) {
    turn();
    if (over_ && outbox_begin_ == outbox_end_) break;
    if (now() >= give_up_at_) {
      if (!over_) handle(TransferEnded{Fault::cancelled_here});
      break;
    }
    wait();
  }
  const TransferStatus status = session_.status();
  return {exit_status(fault_, tally_), fault_,       tally_, status.errors,
          status.resent_bytes,         now() - began};
}

// Until nothing moves any more. Looks for signals and the clock in between, because a fast line
// can keep things moving for as long as the transfer takes.
void Host::turn() {
  bool moved = true;
  while (moved) {
    obey_signals();
    session_.advance(now());
    tick();
    moved = receive_some();
    moved |= take_events();
    moved |= send_some();
    if (!moved && !over_) notice_closed_line();
  }
}

bool Host::receive_some() {
  if (over_) return false;  // what follows the transfer is not ours
  if (inbox_begin_ == inbox_end_) {
    inbox_begin_ = 0;
    inbox_end_ = line_.read({inbox_.get(), kInbox});
    if (inbox_end_ == 0) return false;
  }
  const Bytes offered{inbox_.get() + inbox_begin_, inbox_end_ - inbox_begin_};
  const std::size_t taken = session_.receive(offered, now());
  inbox_begin_ += taken;
  return taken > 0;
}

bool Host::take_events() {
  bool any = false;
  while (const auto event = session_.next_event()) {
    any = true;
    std::visit([this](const auto& each) { handle(each); }, *event);
  }
  return any;
}

bool Host::send_some() {
  if (outbox_begin_ == outbox_end_) {
    outbox_begin_ = 0;
    outbox_end_ = session_.transmit({outbox_.get(), kOutbox}, now());
  }
  if (outbox_begin_ == outbox_end_) return false;
  const std::size_t sent =
      line_.write({outbox_.get() + outbox_begin_, outbox_end_ - outbox_begin_});
  outbox_begin_ += sent;
  if (line_.output_broken()) outbox_begin_ = outbox_end_;  // nobody will ever take it
  return sent > 0;
}

// Nothing moves: if the line has ended in one direction, nothing ever will. The session hears of
// it only now, after it has had every byte that came before.
void Host::notice_closed_line() {
  if (wire_closed_told_) {
    if (line_.input_ended() || line_.output_broken()) handle(TransferEnded{Fault::link_lost});
    return;
  }
  if (!line_.input_ended() && !line_.output_broken() && !signals_.line_hung_up()) return;
  wire_closed_told_ = true;
  session_.wire_closed(now());
  take_events();
}

void Host::obey_signals() {
  if (!signals_.cancel_asked() || cancelled_ || over_) return;
  cancel_because("interrupted");
}

void Host::cancel_because(std::string_view reason) {
  if (cancelled_) return;
  cancelled_ = true;
  if (current_) current_->why = reason;
  give_up_at_ = now() + kLastWords;
  report_.step(std::string{reason} + ": cancelling");
  session_.cancel(now());
}

void Host::tick() {
  if (now() < next_tick_) return;
  next_tick_ = now() + kTick;
  if (!current_) return;
  const TransferStatus status = session_.status();
  const std::uint64_t bytes = status.reached.value();
  if (bytes == last_shown_) return;
  last_shown_ = bytes;
  const std::uint64_t from = current_->from.value();
  report_.progress(current_->facts, bytes, bytes > from ? bytes - from : 0, status,
                   now() - current_->started_at);
}

void Host::wait() {
  const bool can_read = !over_ && inbox_begin_ == inbox_end_ && !line_.input_ended();
  const bool must_write = outbox_begin_ != outbox_end_;
  // A negative descriptor is passed over by poll(): a line that has hung up would wake us for ever.
  std::array<pollfd, 3> fds{pollfd{signals_.descriptor(), POLLIN, 0},
                            pollfd{can_read ? line_.in() : -1, POLLIN, 0},
                            pollfd{must_write ? line_.out() : -1, POLLOUT, 0}};
  const TimePoint until = std::min({over_ ? kNever : session_.deadline(),
                                    over_ || !current_ ? kNever : next_tick_, give_up_at_});
  poll(fds.data(), fds.size(), poll_timeout(until));
  if ((fds[0].revents & POLLIN) != 0) signals_.acknowledge();
}

}  // namespace boardwalk::tool
