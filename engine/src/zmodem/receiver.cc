// See receiver.h. Here: the loop over incoming bytes, and what each header means in each state.
// Data is in receiver_data.cc, the life of a file in receiver_files.cc, time and the replies in
// receiver_speaking.cc.
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
constexpr std::size_t kRoomWithHoles = 64 * 1024;

}  // namespace

Receiver::Receiver(const SessionConfig& config, EventQueue& events, SinkWindow& window,
                   std::uint32_t& next_file_id, Begin begin, TimePoint now)
    : config_(config),
      events_(events),
      window_(window),
      next_file_id_(next_file_id),
      met_peer_(begin == Begin::on_request),
      modes_(config.zmodem),
      recheck_delay_(kFirstDoubt) {
  window_.clear();
  owe(Debt::init);
  timers_.set(TimerName::contact, now + config_.timing.contact);
}

bool Receiver::has_file() const {
  return state_ == State::offered || state_ == State::comparing || state_ == State::positioning ||
         state_ == State::data || state_ == State::between || state_ == State::saving;
}

std::size_t Receiver::room() const {
  // What is being decoded, what may come, and one more subpacket that may begin behind it.
  const std::size_t reserved = std::max(partial(), window_.extent()) + kMaxSubpacket;
  const std::size_t room = window_.reach() > reserved ? window_.reach() - reserved : 0;
  // With holes the wire must never stand still: what fills them is behind what cannot be kept.
  return has_holes() ? std::max(room, kRoomWithHoles) : room;
}

void Receiver::begin_turn() {
  strings_.clear();
  window_.recycle(partial());
  if (is_decoding()) {
    follow_window();
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
  if (timers_.is_set(TimerName::quiet)) {
    watch_for_quiet(now);
  }
  heard_ += in.size();
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
      if (trailer_.saw_nul_after_cr() && state_ == State::greeting &&
          modes_.carriage_return_is_changed() && invited_) {
        owe(Debt::init);
      }
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
      probe_.watch(in.first(step.consumed));
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
      headers_.header().type == FrameType::finish && ++failures_ <= config_.timing.retries) {
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
      if (headers_.eighth_bit_lost()) {
        return hear_lost_eighth_bit(now);
      }
      // Nobody but a sender makes a binary header, whole or not.
      if ((met_peer_ || !is_hex(headers_.form())) && state_ != State::offered &&
          state_ != State::saving) {
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
  modes_.hear_form(form);
  if (is_hex(form)) {
    trailer_.begin();
    reading_ = Reading::trailer;
    after_trailer_ = Reading::headers;
  }
  switch (header.type) {
    case FrameType::request_init:
      modes_.hear_call(header);
      return hear_request(now);
    case FrameType::sender_init:
      timers_.stop(TimerName::init_hold);
      modes_.hear_declaration(header);
      return begin_block(Reading::attention, form);
    case FrameType::file:
      timers_.stop(TimerName::init_hold);
      file_header_ = header;
      file_form_ = form;
      return begin_block(Reading::info, form);
    case FrameType::command:
      return begin_block(Reading::command, form);
    case FrameType::message:
      return begin_block(Reading::message, form);
    case FrameType::checksum:
      return hear_checksum(header);
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

void Receiver::hear_end_of_file(const Header& header, TimePoint now) {
  if (state_ == State::positioning || state_ == State::between) {
    if (ledger_.is_here(header.number())) {
      end_of_data(now);
    } else {
      hear_early_end(ledger_.expand(header.number()), now);
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
  failures_ = 0;
  debts_.fill(false);
  owe(Debt::finish);
  timers_.stop_all();
}

// "Say that again": the last thing we said, whatever it was.
void Receiver::hear_nak(TimePoint now) {
  if (state_ == State::greeting) {
    owe(Debt::init);
  } else if (state_ == State::comparing) {
    owe(Debt::checksum);
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

}  // namespace boardwalk::zmodem
