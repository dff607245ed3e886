// See sender.h. Here: what each of the receiver's headers means in each state. Sections 8.2 and 9
// of the specification, with the quirks of today's receivers.
#include <algorithm>
#include <chrono>

#include "kernels/crc32.h"
#include "zmodem/sender.h"

namespace boardwalk::zmodem {

namespace {

// A receiver that was started first has sent its invitation more than once; the extra ones arrive
// right behind the first. One that comes later is a new one: it did not get our offer.
constexpr Duration kStaleInvitation = std::chrono::seconds{1};

// A receiver that asks for so many holes and never gets any further never will.
constexpr unsigned kMostHolesInVain = 2000;

// How long a receiver has to invite us again after it was told that the line has seven bits.
constexpr Duration kNewInvitation = std::chrono::seconds{2};

// Questions for a checksum before the receiver decides about a file. A new one stands for patience,
// so they must not go on for ever.
constexpr unsigned kMostQuestions = 20;

}  // namespace

void Sender::hear_first(const Header& header, TimePoint now) { hear_header(header, now); }

void Sender::hear(HeaderReader::Found found, TimePoint now) {
  switch (found) {
    case HeaderReader::Found::nothing:
    case HeaderReader::Found::data_tail:
      return;
    case HeaderReader::Found::header:
      hear_header(headers_.header(), now);
      return;
    case HeaderReader::Found::damaged:
      // An answer we wait for has been hit: ask for it once more. While data streams, the receiver
      // sees for itself that its request had no effect.
      if (state_ == State::declaring || state_ == State::offering ||
          state_ == State::awaiting_ack || state_ == State::ending_file) {
        owe(Debt::nak);
      } else if (state_ == State::finishing) {
        owe(Debt::finish);
      }
      return;
    case HeaderReader::Found::cancel:
      if (has_file()) {
        finish_file(Outcome::cancelled);
      }
      end(Fault::cancelled_by_peer, Ending::Farewell::cancel_heard);
      return;
  }
}

void Sender::hear_header(const Header& header, TimePoint now) {
  modes_.heard_form(headers_.form(), header);
  switch (header.type) {
    case FrameType::request_init:
      return;  // the far end echoes, or sends too
    case FrameType::init:
      met_peer_ = true;
      return hear_init(header, now);
    case FrameType::reposition:
      return hear_reposition(header, now);
    case FrameType::ack:
      return hear_ack(header.number(), now);
    case FrameType::nak:
      return hear_nak(now);
    case FrameType::skip:
      return hear_skip(Outcome::skipped_by_peer, now);
    case FrameType::file_error:
      return hear_skip(Outcome::failed, now);
    case FrameType::checksum:
      return hear_checksum_request(header.number(), now);
    case FrameType::challenge:
      met_peer_ = true;
      if (!frame_open_) {  // in the middle of data an answer would be taken for data
        challenge_ = header.number();
        owe(Debt::challenge_ack);
      }
      return;
    case FrameType::finish:
    case FrameType::abort:
      return hear_finish(now);
    default:
      return;
  }
}

void Sender::hear_init(const Header& header, TimePoint now) {
  const bool needs_escapes = modes_.learn(header);
  if (needs_escapes && has_file()) {
    // The receiver has found out what the line does to our bytes: everything again, in another way.
    leave_frame();
    forgive(Debt::end_of_file);
    timers_.stop_all();
    ledger_.reposition(FileOffset{});
    return offer_again(now);
  }
  switch (state_) {
    case State::greeting:
      return declare_or_begin(now);
    case State::declaring:
      if (declared_ && needs_escapes) {
        next_file(now);
      }
      return;
    case State::choosing:
      return;  // it repeats itself while the person chooses
    case State::offering:
      if (!owes(Debt::file) && now - offered_at_ >= kStaleInvitation) {
        fail_once(Fault::too_many_errors);
        if (!ending_) {
          offer_again(now);
        }
      }
      return;
    case State::checksumming:
      return;
    case State::sending:
    case State::awaiting_ack:
      // The receiver has lost the file. Once is bad luck; twice is its last word.
      leave_frame();
      if (offered_again_) {
        finish_file(Outcome::failed);
        return next_file(now);
      }
      offered_again_ = true;
      timers_.stop_all();
      ledger_.reposition(FileOffset{});
      return offer_again(now);
    case State::ending_file:
      if (owes(Debt::end_of_file)) {
        return;  // it cannot be the answer to what has not been said
      }
      static_cast<void>(ledger_.acknowledge(ledger_.size()));
      finish_file(Outcome::complete);
      return next_file(now);
    case State::skipping:
      return next_file(now);
    case State::finishing:
      if (!owes(Debt::finish)) {
        owe(Debt::finish);  // it did not hear our good-bye
      }
      return;
  }
}

void Sender::hear_reposition(const Header& header, TimePoint now) {
  if (!has_file()) {
    return;
  }
  const bool is_hole =
      is_variable(headers_.form()) && (header.params[kPositionFlags] & kWantHole) != 0;
  if (is_hole && modes_.selective()) {
    return hear_hole(header, now);
  }
  if (!owes(Debt::file)) {
    modes_.obey(header, headers_.form());
  }
  hear_position(header.number(), now);
}

// It has what follows, and lacks only this.
void Sender::hear_hole(const Header& header, TimePoint now) {
  if (state_ != State::sending && state_ != State::awaiting_ack && state_ != State::ending_file) {
    return;
  }
  const auto from = ledger_.expand(header.number());
  const auto to = ledger_.expand(header.number_at(kPositionFlags + 1));
  if (!from || !to) {
    return abandon(Fault::peer_broke_rules);
  }
  bool again = false;
  for (const Filled& filled : filled_) {
    if (filled.at != TimePoint::min() && filled.from == *from && *to <= filled.to) {
      // A report that has seen our answer cannot be here sooner than one round trip after it.
      if (now - filled.at < round_trip_ * 3 / 4) {
        return;  // they have crossed
      }
      again = true;
    }
  }
  if (!ledger_.add_hole(*from, *to)) {
    return;
  }
  ++errors_;
  block_size_.was_hit(*to - *from);
  if (again && *from == ledger_.acked()) {
    fail_once(Fault::too_many_errors);  // nothing moves at the very front
  } else if (++holes_in_vain_ > kMostHolesInVain) {
    abandon(Fault::too_many_errors);
  }
  if (ending_) {
    return;
  }
  if (*to > best_hole_) {
    best_hole_ = *to;
    failures_ = holes_in_vain_ = 0;
    block_size_.made_progress();
  }
  recovering_to_ = std::max(recovering_to_, *to);
  if (ledger_.in_hole()) {
    return;  // one after the other
  }
  leave_frame();
  forgive(Debt::end_of_file);
  sure_first_ = false;
  state_ = State::sending;
  timers_.stop(TimerName::reply);
  timers_.stop(TimerName::inquiry);
  timers_.set(TimerName::stall, now + config_.timing.stall);
  go_on_after_frame(now);
}

void Sender::hear_position(std::uint32_t low_bits, TimePoint now) {
  if (state_ == State::offering || state_ == State::checksumming) {
    if (owes(Debt::file)) {
      return;  // about an earlier file, or an earlier offer: ours is not out yet
    }
    const FileOffset at{low_bits};  // nothing has been sent: it can only be meant literally
    if (at > ledger_.size()) {
      return abandon(Fault::peer_broke_rules);
    }
    if (asked_at_ && state_ == State::offering) {
      round_trip_ = now - *asked_at_;
      error_window_.answered_after(round_trip_);
    }
    asked_at_.reset();
    return begin_data(at, now);
  }
  if (state_ != State::sending && state_ != State::awaiting_ack && state_ != State::ending_file) {
    return;
  }
  const auto at = ledger_.expand(low_bits);
  if (!at) {
    return abandon(Fault::peer_broke_rules);
  }
  if (repositioned_to_ == *at) {
    if (owes(Debt::data_header)) {
      return;  // our answer to it is about to go out
    }
    if (repositioned_at_ && now - *repositioned_at_ < guard()) {
      // An echo of the request that we have answered, or a cry that the answer was damaged too.
      // Time will tell.
      timers_.set(TimerName::repeat, *repositioned_at_ + guard());
      return;
    }
  }
  if (*at > best_position_) {
    make_progress(*at);
  } else {
    fail_once(Fault::too_many_errors);
    if (ending_) {
      return;
    }
  }
  reposition(*at, now);
}

void Sender::hear_ack(std::uint32_t low_bits, TimePoint now) {
  if (state_ == State::declaring && !owes(Debt::declaration)) {
    if (!modes_.awaits_seven_bit()) {
      return next_file(now);
    }
    declared_ = true;
    timers_.set(TimerName::reply, now + kNewInvitation);
    return;
  }
  if (state_ != State::sending && state_ != State::awaiting_ack && state_ != State::ending_file) {
    return;
  }
  const auto at = ledger_.expand(low_bits);
  if (!at) {
    return;
  }
  if (state_ == State::awaiting_ack && *at > ledger_.front() && ledger_.has_been_sent(*at)) {
    // An acknowledgement was lost, so we went back; the receiver has all that and more.
    ledger_.reposition(*at);
  } else if (!ledger_.acknowledge(*at)) {
    return;
  }
  make_progress(*at);
  error_window_.acknowledged(*at, now);
  timers_.stop(TimerName::repeat);
  if (state_ == State::sending) {
    timers_.stop(TimerName::inquiry);
  }
  if (state_ == State::awaiting_ack && *at == ledger_.sent()) {
    if (asked_at_) {
      round_trip_ = now - *asked_at_;
      asked_at_.reset();
    }
    resume_after_ack(now);
  }
}

void Sender::hear_nak(TimePoint now) {
  fail_once(Fault::too_many_errors);
  if (ending_) {
    return;
  }
  switch (state_) {
    case State::greeting:
      return owe(Debt::call);
    case State::declaring:
      if (!declared_) {
        owe(Debt::declaration);
      }
      return;
    case State::offering:
      return owe(Debt::file);
    case State::sending:
    case State::awaiting_ack:
      return reposition(ledger_.acked(), now);
    case State::ending_file:
      return owe(Debt::end_of_file);
    case State::skipping:
      return owe(Debt::skip);
    case State::finishing:
      return owe(Debt::finish);
    case State::choosing:
    case State::checksumming:
      return;
  }
}

void Sender::hear_checksum_request(std::uint32_t count, TimePoint) {
  if (state_ != State::offering || owes(Debt::file)) {
    return;
  }
  if (++questions_ > kMostQuestions) {
    return abandon(Fault::too_many_errors);  // asking is not deciding
  }
  state_ = State::checksumming;
  failures_ = 0;
  timers_.stop_all();
  checksum_ = kernels::kCrc32Start;
  checksum_at_ = FileOffset{};
  checksum_end_ = count == 0 ? ledger_.size() : std::min(ledger_.size(), FileOffset{count});
  advance_checksum();
}

void Sender::hear_skip(Outcome outcome, TimePoint now) {
  if (state_ == State::skipping) {
    return next_file(now);
  }
  if (!has_file() || owes(Debt::file)) {
    return;
  }
  finish_file(outcome);
  next_file(now);
}

void Sender::hear_finish(TimePoint) {
  if (state_ == State::finishing) {
    end(std::nullopt, Ending::Farewell::said);
    owe(Debt::over_and_out);
    return;
  }
  if (has_file()) {
    finish_file(Outcome::cancelled);
  }
  const bool close = owes(Debt::close_frame);
  end(Fault::cancelled_by_peer, Ending::Farewell::said);
  if (close) {
    owe(Debt::close_frame);  // our good-bye must not be taken for data
  }
  owe(Debt::finish);  // so that it does not wait for us
}

}  // namespace boardwalk::zmodem
