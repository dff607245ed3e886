// See receiver.h. Here: the loop over incoming bytes, what each header means in each state, time,
// and the replies. Subpackets, files and the host's answers are in receiver_files.cc.
// Section 8 of the specification, with the tolerance that today's senders need.
#include "zmodem/receiver.h"

#include <algorithm>
#include <chrono>

#include "base/check.h"
#include "zmodem/escaping.h"

namespace boardwalk::zmodem {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// A sender that had already read our first invitation has a file right behind its own call; a
// second invitation would reach it in the middle of that file and make it skip the file.
constexpr Duration kInitHold = milliseconds{300};
// How soon a request is repeated when what arrives cannot be its answer; doubled each time, since
// data that was on its way before the request looks the same.
constexpr Duration kFirstDoubt = milliseconds{500};
constexpr Duration kLongestDoubt = seconds{8};

}  // namespace

Receiver::Receiver(const SessionConfig& config, EventQueue& events, SinkWindow& window,
                   std::uint32_t& next_file_id, Begin begin, TimePoint now)
    : config_(config),
      events_(events),
      window_(window),
      next_file_id_(next_file_id),
      met_peer_(begin == Begin::on_request),
      recheck_delay_(kFirstDoubt) {
  window_.clear();
  owe(Debt::init);
  timers_.set(TimerName::contact, now + config_.timing.contact);
}

bool Receiver::has_file() const {
  return state_ == State::offered || state_ == State::positioning || state_ == State::data ||
         state_ == State::between || state_ == State::saving;
}

std::size_t Receiver::room() const {
  // What is being decoded, what may come, and one more subpacket that may begin behind it.
  const std::size_t partial = reading_ == Reading::file_data ? subpacket_.size() : 0;
  const std::size_t reserved = partial + kMaxSubpacket;
  return window_.room() > reserved ? window_.room() - reserved : 0;
}

void Receiver::begin_turn() {
  while (names_.size() > 1) {
    names_.pop_front();
  }
  const bool decoding = reading_ == Reading::file_data ||
                        (reading_ == Reading::trailer && after_trailer_ == Reading::file_data);
  window_.recycle(decoding ? subpacket_.size() : 0);
  if (decoding) {
    subpacket_.move_to(window_.free_part().first(kMaxSubpacket));
  }
}

void Receiver::end_turn() {
  deliver();
  ledger_.check();
}

std::size_t Receiver::receive(Bytes in, TimePoint now) {
  BW_CHECK(in.size() <= room());
  if (timers_.is_set(TimerName::silence)) {
    timers_.set(TimerName::silence, now + config_.timing.data);
  }
  std::size_t taken = 0;
  while (taken < in.size() && !ending_) {
    taken += read_some(in.subspan(taken), now);
  }
  return taken;
}

std::size_t Receiver::read_some(Bytes in, TimePoint now) {
  switch (reading_) {
    case Reading::trailer: {
      const std::size_t taken = trailer_.read(in);
      if (trailer_.done()) {
        reading_ = after_trailer_;
      }
      return taken;
    }
    case Reading::headers: {
      if (state_ == State::farewell) {
        return read_farewell(in);
      }
      const HeaderReader::Step step = headers_.read(in);
      hear(step.found, now);
      return step.consumed;
    }
    default: {
      const SubpacketReader::Step step = subpacket_.read(in);
      if (step.found != SubpacketReader::Found::nothing) {
        hear_subpacket(step.found, now);
      }
      return step.consumed;
    }
  }
}

// After ZFIN: two letters O, or ZFIN again because our answer was lost. With a terminal waiting,
// any other byte is already its business (and the router answers a late ZFIN).
std::size_t Receiver::read_farewell(Bytes in) {
  const std::byte value = in.front();
  if (value == std::byte{'O'}) {
    if (++letters_ == 2) {
      end(fault_at_farewell_, Ending::Farewell::said);
    }
    return 1;
  }
  letters_ = 0;
  if (config_.opening == Opening::terminal) {
    end(fault_at_farewell_, Ending::Farewell::said);
    return 0;
  }
  if (headers_.read(in.first(1)).found == HeaderReader::Found::header &&
      headers_.header().type == FrameType::finish) {
    owe(Debt::finish);
  }
  return 1;
}

void Receiver::hear(HeaderReader::Found found, TimePoint now) {
  switch (found) {
    case HeaderReader::Found::nothing:
      return;
    case HeaderReader::Found::header:
      hear_header(headers_.header(), now);
      return;
    case HeaderReader::Found::cancel:
      if (has_file()) {
        finish_file(Outcome::cancelled);
      }
      end(Fault::cancelled_by_peer, Ending::Farewell::cancel_heard);
      return;
    case HeaderReader::Found::damaged:
      if (met_peer_ && state_ != State::offered && state_ != State::saving) {
        doubt(now);
      }
      return;
    case HeaderReader::Found::data_tail:
      if (state_ == State::positioning || state_ == State::between) {
        doubt(now);
      }
      return;
  }
}

void Receiver::hear_header(const Header& header, TimePoint now) {
  met_peer_ = true;
  const HeaderForm form = headers_.form();
  if (form == HeaderForm::hex) {
    trailer_.begin();
    reading_ = Reading::trailer;
    after_trailer_ = Reading::headers;
  }
  switch (header.type) {
    case FrameType::request_init:
      return hear_request(now);
    case FrameType::sender_init:
      timers_.stop(TimerName::init_hold);
      sender_escapes_controls_ = (header.flags(0) & kEscapeControls) != 0;
      return begin_subpacket(Reading::attention, form);
    case FrameType::file:
      timers_.stop(TimerName::init_hold);
      return begin_subpacket(Reading::info, form);
    case FrameType::command:
      return begin_subpacket(Reading::command, form);
    case FrameType::message:
      return begin_subpacket(Reading::message, form);
    case FrameType::data:
      return hear_data(header, now);
    case FrameType::end_of_file:
      return hear_end_of_file(header, now);
    case FrameType::finish:
      return hear_finish();
    case FrameType::abort:
      fault_at_farewell_ = Fault::cancelled_by_peer;
      return hear_finish();
    case FrameType::nak:
      return hear_nak(now);
    case FrameType::skip:
      return hear_sender_skip(Outcome::skipped_by_peer, now);
    case FrameType::file_error:
      return hear_sender_skip(Outcome::failed, now);
    case FrameType::free_count:
      return owe(Debt::free_count);
    default:
      return;  // an echo of ours, or an answer to nothing we asked
  }
}

void Receiver::hear_request(TimePoint now) {
  if (state_ != State::greeting) {
    return;
  }
  if (!invited_) {
    owe(Debt::init);
  } else {
    timers_.set(TimerName::init_hold, now + kInitHold);
  }
}

void Receiver::hear_data(const Header& header, TimePoint now) {
  if (state_ != State::positioning && state_ != State::between) {
    return;  // left over from a file that was skipped
  }
  if (ledger_.is_here(header.number())) {
    state_ = State::data;
    forgive(Debt::position);
    timers_.stop(TimerName::recheck);
    begin_subpacket(Reading::file_data, headers_.form());
  } else {
    doubt(now);
  }
}

void Receiver::hear_end_of_file(const Header& header, TimePoint now) {
  if (state_ == State::positioning || state_ == State::between) {
    if (ledger_.is_here(header.number())) {
      end_of_data(now);
    } else {
      doubt(now);
    }
  } else if (state_ == State::greeting && last_end_ == header.number()) {
    owe(Debt::init);  // it did not hear that the file arrived
  }
}

void Receiver::hear_finish() {
  if (state_ == State::saving) {
    return;  // it has not heard from us yet and will say so again
  }
  if (has_file()) {
    finish_file(Outcome::cancelled);
    fault_at_farewell_ = Fault::cancelled_by_peer;
  }
  state_ = State::farewell;
  letters_ = 0;
  debts_.fill(false);
  owe(Debt::finish);
  timers_.stop_all();
}

// "Say that again": the last thing we said, whatever it was.
void Receiver::hear_nak(TimePoint now) {
  if (state_ == State::greeting) {
    owe(Debt::init);
  } else if (state_ == State::positioning) {
    ask_position(now);
  } else if (state_ == State::between && !ack_when_committed_) {
    owe(Debt::ack);
  }
}

void Receiver::hear_sender_skip(Outcome outcome, TimePoint now) {
  if (has_file() && state_ != State::saving) {
    leave_file(outcome, now);
    owe(Debt::init);
  }
}

// Something arrived that cannot be what we wait for. It may have been on its way before our last
// request, so the request is repeated only when that has had time to be answered.
void Receiver::doubt(TimePoint now) {
  const TimePoint when = asked_at_ == TimePoint::min() ? now : asked_at_ + recheck_delay_;
  if (when <= now) {
    ask_again(now);
  } else if (!timers_.is_set(TimerName::recheck)) {
    timers_.set(TimerName::recheck, when);
  }
}

void Receiver::ask_again(TimePoint now) {
  timers_.stop(TimerName::recheck);
  recheck_delay_ = std::min(recheck_delay_ * 2, kLongestDoubt);
  asked_at_ = now;
  if (state_ == State::greeting) {
    owe(Debt::nak);
  } else if (state_ == State::positioning || state_ == State::between) {
    repair(now);
  }
}

void Receiver::ask_position(TimePoint now) {
  state_ = State::positioning;
  ack_when_committed_ = false;
  forgive(Debt::ack);
  owe(Debt::position);
  timers_.set(TimerName::silence, now + config_.timing.data);
}

void Receiver::repair(TimePoint now) {
  ++errors_;
  fail_once(Fault::too_many_errors);
  if (!ending_) {
    ask_position(now);
  }
}

void Receiver::fail_once(Fault fault) {
  const auto calls = static_cast<unsigned>(
      std::max<Duration::rep>(config_.timing.contact_limit / config_.timing.contact, 1));
  if (++failures_ > (met_peer_ ? config_.timing.retries : calls - 1)) {
    abandon(fault);
  }
}

void Receiver::make_progress(TimePoint now) {
  failures_ = 0;
  overlong_ = 0;
  recheck_delay_ = kFirstDoubt;
  timers_.stop(TimerName::recheck);
  timers_.set(TimerName::progress, now + config_.timing.stall);
}

void Receiver::advance(TimePoint now) {
  if (ending_) {
    return;
  }
  if (timers_.take(TimerName::farewell, now)) {
    end(fault_at_farewell_, Ending::Farewell::said);
    return;
  }
  if (timers_.take(TimerName::init_hold, now)) {
    owe(Debt::init);
  }
  if (timers_.take(TimerName::contact, now)) {
    timers_.set(TimerName::contact, now + config_.timing.contact);
    owe(Debt::init);
    fail_once(Fault::peer_silent);
  }
  if (timers_.take(TimerName::progress, now)) {
    abandon(Fault::peer_silent);
  } else if (timers_.take(TimerName::silence, now)) {
    expect_headers();
    ++errors_;
    fail_once(Fault::peer_silent);
    if (!ending_) {
      ask_position(now);
    }
  } else if (timers_.take(TimerName::recheck, now)) {
    ask_again(now);
  }
}

void Receiver::transmit(UnitWriter& out, TimePoint now) {
  for (std::size_t i = 0; i < debts_.size(); ++i) {
    const auto debt = static_cast<Debt>(i);
    if (!owes(debt)) {
      continue;
    }
    write_header(out, reply(debt), HeaderForm::hex, {});
    if (!out.finish_unit()) {
      return;
    }
    forgive(debt);
    paid(debt, now);
  }
}

Header Receiver::reply(Debt debt) const {
  const auto here = static_cast<std::uint32_t>(ledger_.decoded().value());
  switch (debt) {
    case Debt::init: {
      const std::uint8_t crc32 = config_.zmodem.crc == CrcKind::crc32 ? kCanCrc32 : 0;
      return header_with_flags(FrameType::init,
                               static_cast<std::uint8_t>(kCanFullDuplex | kCanOverlapDisk | crc32));
    }
    case Debt::position:
      return header_with_number(FrameType::reposition, here);
    case Debt::ack:
      return header_with_number(FrameType::ack, here);
    case Debt::attention_ack:
      return header_with_number(FrameType::ack, 1);
    case Debt::free_count:
      return header_with_number(FrameType::ack, kFreeSpaceUnknown);
    case Debt::command_done:
      return header_with_number(FrameType::command_done, 1);  // a status of "failed": not run
    case Debt::skip:
      return header_with_number(FrameType::skip, 0);
    case Debt::finish:
      return header_with_number(FrameType::finish, 0);
    case Debt::nak:
    case Debt::count:
      break;
  }
  return header_with_number(FrameType::nak, 0);
}

void Receiver::paid(Debt debt, TimePoint now) {
  asked_at_ = now;
  if (debt == Debt::init) {
    invited_ = true;
  } else if (debt == Debt::position) {
    timers_.set(TimerName::silence, now + config_.timing.data);
  } else if (debt == Debt::finish && !ending_) {
    const bool terminal = config_.opening == Opening::terminal;
    timers_.set(TimerName::farewell,
                now + (terminal ? config_.timing.finish : config_.timing.linger));
  }
}

void Receiver::expect_headers() {
  headers_.reset();
  reading_ = Reading::headers;
}

TransferStatus Receiver::status() const {
  return {.active = !ending_,
          .direction = Direction::download,
          .file = file_,
          .confirmed = ledger_.committed(),
          .reached = ledger_.decoded(),
          .resent_bytes = 0,
          .errors = errors_,
          .block = block_,
          .crc = form_.crc,
          .mode = form_.mode,
          .escapes_controls = sender_escapes_controls_};
}

}  // namespace boardwalk::zmodem
