// See receiver.h. Here: data frames. Where each subpacket belongs, what is damaged, what is asked
// for again.
//
// A sender that can fill holes (docs/decisions/0007) goes on behind a damaged subpacket; what comes
// there is kept at its place in the window. Any other sender starts again where we say, and nothing
// is ever kept ahead of its turn.
#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "zmodem/joined.h"
#include "zmodem/receiver.h"

namespace boardwalk::zmodem {

namespace {

// A sender whose subpackets are larger than anybody's will never do better; a damaged frame end
// looks the same once or twice.
constexpr unsigned kMostOverlong = 3;
// A line that changes a character (a NUL behind every CR) hits nearly every piece that is sent
// again.
constexpr unsigned kRefillsForRemedy = 1024;
// How much that we have already is read once more, rather than asking the sender to jump.
constexpr std::uint64_t kMostReadTwice = 32 * 1024;
// After damage, how long the sender's next header is waited for at the most: it says where the hole
// ends.
constexpr Duration kHoleEnd = std::chrono::milliseconds{300};

}  // namespace

void Receiver::hear_data(const Header& header, TimePoint now) {
  if (state_ != State::positioning && state_ != State::between) {
    return;  // left over from a file that was skipped
  }
  const FileOffset at = ledger_.expand(header.number());
  const FileOffset here = ledger_.decoded();
  const bool is_ahead = at > here;
  if (is_ahead ? !modes_.selective() || at - here >= window_.reach() : here - at > kMostReadTwice) {
    doubt(now);
    return;
  }
  learn_end_of_hit(at);
  if (!is_ahead) {
    forgive(Debt::position);
  }
  if (is_ahead) {
    known_to_ = std::max(known_to_, at);
    report_holes(now);
  } else if (!has_holes()) {
    timers_.stop(TimerName::recheck);
  }
  round_trip_.answered(at, now);
  state_ = State::data;
  frame_at_ = at;
  frame_block_ = 0;
  frame_form_ = subpacket_form(headers_.form());
  reading_ = Reading::file_data;
  if (is_hex(headers_.form())) {
    reading_ = Reading::trailer;
    after_trailer_ = Reading::file_data;
  }
  if (!begin_data_subpacket()) {
    state_ = State::between;
    expect_headers();
  }
}

// False: what the frame carries lies outside of what can be kept.
bool Receiver::begin_data_subpacket() {
  const FileOffset here = ledger_.decoded();
  MutableBytes room = scratch_;
  if (frame_at_ >= here) {
    const std::uint64_t distance = frame_at_ - here;
    if (distance + kMaxSubpacket > window_.reach()) {
      return false;
    }
    room = window_.part_at(static_cast<std::size_t>(distance)).first(kMaxSubpacket);
  }
  subpacket_.begin(room, frame_form_, raw_controls());
  return true;
}

// The memory of the subpacket being decoded, after the window has moved.
void Receiver::follow_window() {
  if (frame_at_ >= ledger_.decoded()) {
    subpacket_.move_to(window_.part_at(distance_of(frame_at_)).first(kMaxSubpacket));
  }
}

// How much of the window's free part is in use by the subpacket being decoded.
std::size_t Receiver::partial() const {
  return is_decoding() && frame_at_ >= ledger_.decoded()
             ? distance_of(frame_at_) + subpacket_.size()
             : 0;
}

// A subpacket larger than the one before it may be two; what looks so is asked for once more, and
// believed when it comes again. In a stream of equal ones nothing is looked at twice.
bool Receiver::is_suspicious() {
  const std::size_t count = subpacket_.size();
  const bool grew = count > frame_block_;
  frame_block_ = count;
  if (!grew || frame_form_.crc != CrcKind::crc16 || suspected_at_ == frame_at_) {
    return false;
  }
  const Bytes data = frame_at_ >= ledger_.decoded() ? window_.part_at(distance_of(frame_at_))
                                                    : MutableBytes(scratch_);
  if (!reads_as_two(data.first(count))) {
    return false;
  }
  suspected_at_ = frame_at_;
  return true;
}

void Receiver::hear_file_data(TimePoint now) {
  if (is_suspicious()) {
    hear_data_damage(SubpacketReader::Found::damaged, now);
    return;
  }
  const std::size_t count = subpacket_.size();
  const FileOffset here = ledger_.decoded();
  const FileOffset end = frame_at_ + count;
  bool is_new = count != 0;
  if (frame_at_ > here) {
    const std::size_t from = distance_of(frame_at_);
    const SinkWindow::Stretch stretch{from, from + count};
    is_new = count != 0 && !window_.has(stretch) && window_.keep(stretch);
    known_to_ = std::max(known_to_, end);
  } else if (end > here) {
    const auto fresh = static_cast<std::size_t>(end - here);
    if (frame_at_ < here) {
      std::memcpy(window_.free_part().data(), scratch_.data() + (count - fresh), fresh);
    }
    advance_decoded(fresh, now);
  } else {
    is_new = false;  // read twice
  }
  frame_at_ = end;
  if (count != 0) {
    block_ = std::max(block_, count);
  }
  if (is_new) {
    make_progress(now);
  }
  switch (subpacket_.end()) {
    case SubpacketEnd::ack_and_go_on:
      owe(Debt::ack);
      [[fallthrough]];
    case SubpacketEnd::goes_on:
      if (!begin_data_subpacket()) {
        state_ = State::between;
        expect_headers();  // too far ahead to be kept: the rest is a hole
      }
      return;
    case SubpacketEnd::ack_then_wait:
      // The sender may forget these bytes once it hears from us: so not before they are stored.
      ack_when_committed_ = true;
      break;
    case SubpacketEnd::frame_ends:
      break;
  }
  state_ = State::between;
  expect_headers();
  settle(now);
}

void Receiver::advance_decoded(std::size_t count, TimePoint now) {
  const std::size_t advanced = window_.advance_decoded(count);
  ledger_.advance_decoded(advanced);
  round_trip_.passed(ledger_.decoded());
  if (advanced != count) {
    owe(Debt::ack);  // a sender that waits for this hole to close asks for nothing meanwhile
  }
  known_to_ = std::max(known_to_, ledger_.decoded());
  reported_to_ = std::max(reported_to_, ledger_.decoded());
  hits_here_ = refills_hit_ = 0;
  recheck_delay_ = first_doubt();
  if (has_holes()) {
    timers_.set(TimerName::recheck, now + recheck_delay_);
  } else {
    timers_.stop(TimerName::recheck);
  }
}

// Gives up the subpacket that is being read. What has been written before its checksum was seen may
// lie over bytes that were good.
void Receiver::drop_subpacket() {
  if (is_decoding() && frame_at_ >= ledger_.decoded()) {
    const std::size_t from = distance_of(frame_at_);
    window_.spoil({from, from + subpacket_.size()});
  }
  expect_headers();
}

void Receiver::hear_data_damage(SubpacketReader::Found found, TimePoint now) {
  drop_subpacket();
  if (found == SubpacketReader::Found::too_long && ++overlong_ >= kMostOverlong) {
    abandon(Fault::peer_broke_rules);
    return;
  }
  if (frame_form_.mode == DataMode::turbo) {
    modes_.give_up_turbo();
  }
  if (!modes_.selective()) {
    repair(now);
    return;
  }
  ++errors_;
  state_ = State::between;
  if (frame_at_ == ledger_.decoded()) {
    ++hits_here_;
    if (hits_here_ >= kFailuresForRemedy && remedy(now)) {
      hits_here_ = 0;
      return;
    }
    if (hits_here_ > config_.timing.retries) {
      abandon(Fault::too_many_errors);
      return;
    }
  }
  if (frame_at_ < known_to_) {
    if (++refills_hit_ >= kRefillsForRemedy && remedy(now)) {
      refills_hit_ = 0;
      return;
    }
    reopen_hole(now);
  } else {
    timers_.set(TimerName::recheck, now + std::min(kHoleEnd, first_doubt()));
  }
}

// A hole that was being filled has been hit again. How much of it is lost shows when the sender's
// next header comes: what lies between is all that is asked for, since the rest is on its way.
void Receiver::reopen_hole(TimePoint now) {
  for (std::size_t n = 0; const auto missing = hole(n); ++n) {
    if (missing->from <= frame_at_ && frame_at_ < missing->to) {
      if (missing->to > reported_to_) {
        break;  // not asked for before: goes with the others
      }
      hit_ = Hole{frame_at_, missing->to};
      timers_.set(TimerName::recheck, now + recheck_delay_);
      return;
    }
  }
  report_holes(now);
}

// The sender goes on at `next`.
void Receiver::learn_end_of_hit(FileOffset next) {
  if (!hit_) {
    return;
  }
  if (reopened_count_ < reopened_.size()) {  // else its turn comes with the timer
    const bool is_inside = hit_->from < next && next < hit_->to;
    reopened_[reopened_count_++] = {hit_->from, is_inside ? next : hit_->to};
    owe(Debt::holes);
  }
  hit_.reset();
}

bool Receiver::has_holes() const { return known_to_ > ledger_.decoded(); }

// The n-th hole, from the front; nothing behind the last one. A hole ends where something is kept,
// or where the sender is known to have been.
std::optional<Receiver::Hole> Receiver::hole(std::size_t n) const {
  const FileOffset here = ledger_.decoded();
  if (n < window_.hole_count()) {
    return Hole{here + window_.hole(n).from, here + window_.hole(n).to};
  }
  const FileOffset kept_to = here + window_.extent();
  if (n == window_.hole_count() && known_to_ > kept_to) {
    return Hole{kept_to, known_to_};
  }
  return std::nullopt;
}

// Owes a report about every hole that has not been reported yet.
void Receiver::report_holes(TimePoint now) {
  for (std::size_t n = 0; const auto missing = hole(n); ++n) {
    if (missing->to > reported_to_) {
      owe(Debt::holes);
      timers_.set(TimerName::recheck, now + recheck_delay_);
      return;
    }
  }
}

// As many as there is room for. False: there was not room for all.
bool Receiver::pay_holes(UnitWriter& out, TimePoint now) {
  for (; reopened_count_ != 0; --reopened_count_) {
    const Hole& again = reopened_[reopened_count_ - 1];
    write_header(out, modes_.hole(again.from, again.to), HeaderForm::variable_hex, {});
    if (!out.finish_unit()) {
      return false;
    }
  }
  for (std::size_t n = 0; const auto missing = hole(n); ++n) {
    if (missing->to <= reported_to_) {
      continue;
    }
    const FileOffset from = std::max(missing->from, reported_to_);
    write_header(out, modes_.hole(from, missing->to), HeaderForm::variable_hex, {});
    if (!out.finish_unit()) {
      return false;
    }
    round_trip_.asked(from, now);
    reported_to_ = missing->to;
  }
  return true;
}

void Receiver::ask_for_holes_again(TimePoint now) {
  ++errors_;
  fail_once(Fault::too_many_errors);
  if (ending_) {
    return;
  }
  reopened_count_ = 0;
  hit_.reset();
  reported_to_ = ledger_.decoded();
  report_holes(now);
}

// The file ends at `end`, which is not where we are.
void Receiver::hear_early_end(FileOffset end, TimePoint now) {
  learn_end_of_hit(end);
  if (!modes_.selective() || end <= ledger_.decoded() ||
      end - ledger_.decoded() > window_.reach()) {
    doubt(now);
    return;
  }
  known_to_ = std::max(known_to_, end);
  report_holes(now);
}

}  // namespace boardwalk::zmodem
