// See receiver.h. Here: when something is asked for again, time, and the replies.
// Section 8 of the specification, with the tolerance that today's senders need.
#include <algorithm>
#include <chrono>

#include "base/check.h"
#include "zmodem/receiver.h"

namespace boardwalk::zmodem {

namespace {

constexpr unsigned kMostComparisons = 4;
// A disk or a processor at the other end may take that long.
constexpr Duration kShortestQuiet = std::chrono::milliseconds{300};
constexpr unsigned kMostQuietAsks = 3;

}  // namespace

// Something arrived that cannot be what we wait for. It may have been on its way before our last
// request, so the request is repeated only when that has had time to be answered.
void Receiver::doubt(TimePoint now) {
  if (has_holes()) {
    return;  // what is missing has been asked for, and will be again when its time comes
  }
  const TimePoint when = asked_at_ == TimePoint::min() ? now : asked_at_ + recheck_delay_;
  if (when <= now && !may_be_on_the_way(now)) {
    ask_again(now);
  } else if (!timers_.is_set(TimerName::recheck)) {
    timers_.set(TimerName::recheck, when > now ? when : now + first_doubt());
  }
}

// A slow line with deep buffers behind it goes on for seconds with what was sent before our
// request. Each repetition would make the sender begin anew, and they would be taken for failures.
bool Receiver::may_be_on_the_way(TimePoint now) const {
  return state_ == State::positioning && asked_at_ != TimePoint::min() &&
         heard_ != heard_when_checked_ && heard_ - heard_when_asked_ < on_the_way_ &&
         now - asked_at_ < kLongestDoubt;
}

void Receiver::ask_again(TimePoint now) {
  timers_.stop(TimerName::recheck);
  recheck_delay_ = std::min(recheck_delay_ * 2, kLongestDoubt);
  on_the_way_ *= 2;
  asked_at_ = now;
  if (has_holes()) {
    ask_for_holes_again(now);
  } else if (state_ == State::greeting) {
    ++bad_starts_;
    owe(Debt::nak);
    if (bad_starts_ >= kBadStartsForRemedy) {
      static_cast<void>(remedy(now));
    }
  } else if (state_ == State::comparing) {
    owe(Debt::checksum);
  } else if (state_ == State::positioning || state_ == State::between) {
    repair(now);
  }
}

// After a ZRPOS many senders stop behind their first subpacket and wait for its acknowledgement. If
// its end was damaged nothing more comes, and nothing shows that anything is missing: so a line
// that falls quiet before anything good has come is asked once more, long before it counts as
// silent.
void Receiver::watch_for_quiet(TimePoint now) {
  const auto patience = round_trip_.patience();
  if (!patience || quiet_asks_ >= kMostQuietAsks) {
    timers_.stop(TimerName::quiet);
    return;
  }
  timers_.set(TimerName::quiet,
              now + (std::max(kShortestQuiet, 2 * *patience) * (1 << quiet_asks_)));
}

// Proof that the line has seven bits: everything in flight is lost on it.
void Receiver::hear_lost_eighth_bit(TimePoint now) {
  if (modes_.eighth_bit_is_lost()) {
    bad_starts_ = 0;
    forgive(Debt::nak);
    forgive(Debt::position);
    owe(Debt::init);
  } else {
    doubt(now);
  }
}

// Asks for another way to send the bytes, if there is one left.
bool Receiver::remedy(TimePoint now) {
  if (!modes_.try_next_remedy()) {
    return false;
  }
  bad_starts_ = 0;
  failures_ = 0;
  forgive(Debt::nak);
  forgive(Debt::position);
  owe(Debt::init);
  if (has_file()) {
    timers_.set(TimerName::silence, now + config_.timing.data);
  }
  return true;
}

void Receiver::ask_position(TimePoint now) {
  state_ = State::positioning;
  known_to_ = reported_to_ = ledger_.decoded();
  reopened_count_ = 0;
  hit_.reset();
  ack_when_committed_ = false;
  forgive(Debt::ack);
  owe(Debt::position);
  timers_.set(TimerName::silence, now + config_.timing.data);
}

void Receiver::repair(TimePoint now) {
  ++errors_;
  fail_once(Fault::too_many_errors);
  if (ending_) {
    return;
  }
  if (attention_[0] != std::byte{0}) {
    owe(Debt::attention);
  }
  ask_position(now);
  if (failures_ >= std::min(kFailuresForRemedy, config_.timing.retries)) {
    static_cast<void>(remedy(now));
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
  overlong_ = quiet_asks_ = 0;
  timers_.stop(TimerName::quiet);
  if (!has_holes()) {
    recheck_delay_ = first_doubt();
    on_the_way_ = kOnTheWay;
    timers_.stop(TimerName::recheck);
  }
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
  if (timers_.take(TimerName::compare, now)) {
    if (++comparisons_ < kMostComparisons) {
      owe(Debt::checksum);
      timers_.set(TimerName::compare, now + kChecksumTakes);
    } else {
      tell_checksum(std::nullopt);
    }
  }
  if (timers_.take(TimerName::progress, now)) {
    abandon(Fault::peer_silent);
  } else if (timers_.take(TimerName::silence, now)) {
    drop_subpacket();
    ++errors_;
    fail_once(Fault::peer_silent);
    quiet_asks_ = kMostQuietAsks;  // it is more than quiet
    if (!ending_) {
      ask_position(now);
    }
  } else if (timers_.take(TimerName::quiet, now)) {
    ++quiet_asks_;
    timers_.stop(TimerName::recheck);
    drop_subpacket();
    ++errors_;
    ask_position(now);
  } else if (timers_.take(TimerName::recheck, now)) {
    if (may_be_on_the_way(now)) {
      heard_when_checked_ = heard_;
      timers_.set(TimerName::recheck, now + first_doubt());
    } else {
      ask_again(now);
    }
  }
}

void Receiver::transmit(UnitWriter& out, TimePoint now) {
  for (std::size_t i = 0; i < debts_.size(); ++i) {
    const auto debt = static_cast<Debt>(i);
    if (owes(debt) && !pay(debt, out, now)) {
      return;
    }
  }
}

bool Receiver::pay(Debt debt, UnitWriter& out, TimePoint now) {
  switch (debt) {
    case Debt::attention:
      for (const std::byte value : attention_) {
        if (value == std::byte{0}) {
          break;
        }
        if (value != kAttentionBreak && value != kAttentionPause) {  // TCP has neither
          out.put(value);
        }
      }
      break;
    case Debt::holes:
      if (!pay_holes(out, now)) {
        return false;
      }
      break;
    case Debt::position:
      write_header(out, modes_.position(ledger_.decoded()), modes_.position_form(), {});
      break;
    default:
      write_header(out, reply(debt), modes_.form(), {});
      break;
  }
  if (!out.finish_unit()) {
    return false;
  }
  forgive(debt);
  paid(debt, now);
  return true;
}

Header Receiver::reply(Debt debt) const {
  switch (debt) {
    case Debt::init:
      return modes_.init();
    case Debt::checksum:
      return header_with_number(FrameType::checksum, checksum_length_);
    case Debt::ack:
      return header_with_number(FrameType::ack,
                                static_cast<std::uint32_t>(acknowledged_place().value()));
    case Debt::attention_ack:
      return header_with_number(FrameType::ack, 1);
    case Debt::free_count:
      return header_with_number(FrameType::ack, free_space_on_wire());
    case Debt::command_done:
      return header_with_number(FrameType::command_done, 1);  // a status of "failed": not run
    case Debt::skip:
      return header_with_number(FrameType::skip, 0);
    case Debt::finish:
      return header_with_number(FrameType::finish, 0);
    case Debt::nak:
    case Debt::attention:
    case Debt::position:
    case Debt::holes:
    case Debt::count:
      break;
  }
  return header_with_number(FrameType::nak, 0);
}

// A sender that sends again what is here already waits for the place where its own block ends (sz
// halves its blocks meanwhile), and goes by no other.
FileOffset Receiver::acknowledged_place() const {
  const FileOffset here = ledger_.decoded();
  const bool is_again = state_ == State::between || state_ == State::data;
  return is_again && !modes_.selective() ? std::min(frame_at_, here) : here;
}

std::uint32_t Receiver::free_space_on_wire() const {
  if (!free_space_) {
    return kFreeSpaceUnknown;
  }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(*free_space_, kFreeSpaceUnknown - 1));
}

void Receiver::paid(Debt debt, TimePoint now) {
  asked_at_ = now;
  heard_when_asked_ = heard_when_checked_ = heard_;
  if (debt == Debt::init) {
    invited_ = true;
    modes_.paid_init();
  } else if (debt == Debt::position) {
    round_trip_.asked(ledger_.decoded(), now);
    watch_for_quiet(now);
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
          .crc = frame_form_.crc,
          .mode = frame_form_.mode,
          .escapes_controls = modes_.controls_come_escaped()};
}

}  // namespace boardwalk::zmodem
