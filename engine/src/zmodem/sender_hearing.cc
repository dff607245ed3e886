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

// A receiver that wants all controls escaped may be rz, which counts every 64 KiB or so of data
// that was on its way behind an error as one more error, and gives up after 20. Without a limit of
// our own, what a network holds would decide whether one flipped bit ends the transfer.
constexpr std::uint64_t kWindowWithEscapes = 128 * 1024;

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
      if (state_ == State::offering || state_ == State::awaiting_ack ||
          state_ == State::ending_file) {
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
  switch (header.type) {
    case FrameType::request_init:
      return;  // the far end echoes, or sends too
    case FrameType::init:
      met_peer_ = true;
      return hear_init(header, now);
    case FrameType::reposition:
      return hear_position(header.number(), now);
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
      challenge_ = header.number();
      return owe(Debt::challenge_ack);
    case FrameType::finish:
    case FrameType::abort:
      return hear_finish(now);
    default:
      return;
  }
}

void Sender::learn_abilities(const Header& header) {
  const std::uint8_t abilities = header.flags(0);
  const bool crc32 = (abilities & kCanCrc32) != 0 && config_.zmodem.crc == CrcKind::crc32;
  crc_ = crc32 ? CrcKind::crc32 : CrcKind::crc16;
  peer_full_duplex_ = (abilities & kCanFullDuplex) != 0;
  peer_buffer_ = header.number() & 0xffff;  // ZP0 and ZP1
  if ((abilities & kCanOverlapDisk) == 0 && peer_buffer_ == 0) {
    // It cannot listen while it writes: one block, one answer.
    peer_buffer_ = config_.zmodem.first_block;
  }
  EscapeChoice choice = escape_choice_;
  choice.all_controls = choice.all_controls || (abilities & kEscapeControls) != 0;
  escapes_all_controls_ = choice.all_controls;
  window_ = config_.zmodem.window;
  if (window_ == 0 && escapes_all_controls_) {
    window_ = kWindowWithEscapes;
  }
  escapes_ = make_escapes(choice);
}

void Sender::hear_init(const Header& header, TimePoint now) {
  switch (state_) {
    case State::greeting:
      learn_abilities(header);
      return next_file(now);
    case State::choosing:
      return learn_abilities(header);  // it repeats itself while the person chooses
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

void Sender::hear_position(std::uint32_t low_bits, TimePoint now) {
  if (!has_file()) {
    return;
  }
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
    best_position_ = *at;
    make_progress();
  } else {
    fail_once(Fault::too_many_errors);
    if (ending_) {
      return;
    }
  }
  reposition(*at, now);
}

void Sender::hear_ack(std::uint32_t low_bits, TimePoint now) {
  if (state_ != State::sending && state_ != State::awaiting_ack && state_ != State::ending_file) {
    return;
  }
  const auto at = ledger_.expand(low_bits);
  if (!at || !ledger_.acknowledge(*at)) {
    return;
  }
  if (*at > best_position_) {
    best_position_ = *at;
    make_progress();
  }
  timers_.stop(TimerName::repeat);
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
  end(Fault::cancelled_by_peer, Ending::Farewell::said);
  owe(Debt::finish);  // so that it does not wait for us
}

}  // namespace boardwalk::zmodem
