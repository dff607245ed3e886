// See sender.h. Here: the life of a file, the positions in it, time. What goes out is in
// sender_speaking.cc, what the receiver's headers mean in sender_hearing.cc.
#include "zmodem/sender.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/check.h"
#include "kernels/crc32.h"

namespace boardwalk::zmodem {

namespace {

// Positions have 32 bits on the wire: from here on a receiver without more gets lost.
constexpr FileOffset kEndOf32Bits{std::uint64_t{1} << 32};
// Even on the shortest line an acknowledgement waits for the processor, or for a disk.
constexpr std::chrono::milliseconds kLeastPatience{300};

}  // namespace

Sender::Sender(const SessionConfig& config, EventQueue& events, UploadQueue& queue, Begin begin,
               WhenEmpty when_empty, EscapeChoice line_escapes, TimePoint now)
    : config_(config),
      events_(events),
      queue_(queue),
      when_empty_(when_empty),
      modes_(config.zmodem, line_escapes),
      source_(std::max(config.source_piece, kMaxSubpacket)),
      block_size_(config.zmodem.first_block, config.zmodem.largest_block) {
  if (begin == Begin::unasked) {
    owe(Debt::call);
    timers_.set(TimerName::reply, now + config_.timing.contact);
  }
}

bool Sender::has_file() const { return file_.has_value(); }

std::size_t Sender::room() const { return std::size_t{1} << 20; }

std::size_t Sender::receive(Bytes in, TimePoint now) {
  std::size_t taken = 0;
  while (taken < in.size() && !ending_) {
    const HeaderReader::Step step = headers_.read(in.subspan(taken));
    taken += step.consumed;
    hear(step.found, now);
  }
  return taken;
}

// The receiver is there. Tell it about our data if it has to know before the first file.
void Sender::declare_or_begin(TimePoint now) {
  if (!modes_.must_declare()) {
    return next_file(now);
  }
  state_ = State::declaring;
  owe(Debt::declaration);
  timers_.set(TimerName::reply, now + config_.timing.reply);
}

void Sender::next_file(TimePoint now) {
  timers_.stop_all();
  forget_debts();
  failures_ = 0;
  offered_again_ = false;
  questions_ = 0;
  repositioned_to_.reset();
  repositioned_at_.reset();
  repairing_ = false;
  filled_ = {};
  modes_.forget_file();
  file_ = queue_.take();
  if (file_) {
    block_ = 0;  // after the last file, what is told is still how that one travelled
    ledger_.open(FileOffset{file_->size});
    source_.open();
    best_position_ = last_polled_ = frame_from_ = FileOffset{};
    recovering_to_ = best_hole_ = FileOffset{};
    error_window_.begin_file();
    offer_again(now);
  } else if (when_empty_ == WhenEmpty::ask && files_done_ == 0) {
    state_ = State::choosing;
    events_.push(UploadWanted{});
  } else {
    state_ = State::finishing;
    owe(Debt::finish);
    timers_.set(TimerName::reply, now + config_.timing.reply);
  }
}

void Sender::offer_again(TimePoint now) {
  state_ = State::offering;
  offered_at_ = now;
  owe(Debt::file);
  timers_.set(TimerName::reply, now + config_.timing.reply);
}

void Sender::files_queued(TimePoint now) {
  if (state_ == State::choosing) {
    next_file(now);
  }
}

// The receiver has decided: data from `at` on.
void Sender::begin_data(FileOffset at, TimePoint) {
  ledger_.reposition(at);
  best_position_ = last_polled_ = frame_from_ = at;
  repositioned_to_ = at;
  state_ = State::sending;
  frame_open_ = false;
  sure_first_ = false;
  repairing_ = false;
  failures_ = 0;
  timers_.stop_all();
  owe(Debt::data_header);
  events_.push(FileStarted{file_->id, at});
}

// Something was damaged: back to `at`, with a block that has to be acknowledged, so that the answer
// shows whether the repair arrived before more is sent after it. A receiver that keeps what comes
// behind a hole needs no such care.
void Sender::reposition(FileOffset at, TimePoint now) {
  ++errors_;
  block_size_.was_hit(ledger_.front() > at ? ledger_.front() - at : 0);
  error_window_.hit(at, ledger_.front() - std::min(ledger_.front(), ledger_.acked()));
  leave_frame();
  ledger_.reposition(at);
  last_polled_ = frame_from_ = at;
  repositioned_to_ = at;
  repositioned_at_.reset();
  state_ = State::sending;
  sure_first_ = !modes_.selective();
  repairing_ = true;
  forgive(Debt::end_of_file);
  owe(Debt::data_header);
  timers_.stop(TimerName::reply);
  timers_.stop(TimerName::repeat);
  timers_.stop(TimerName::inquiry);
  timers_.set(TimerName::stall, now + config_.timing.stall);
}

void Sender::resume_after_ack(TimePoint now) {
  state_ = State::sending;
  frame_from_ = last_polled_ = ledger_.sent();
  timers_.stop(TimerName::reply);
  timers_.stop(TimerName::repeat);
  timers_.stop(TimerName::inquiry);
  timers_.set(TimerName::stall, now + config_.timing.stall);
  go_on_after_frame(now);
}

// A frame is over: the next one fills a hole, goes on with the file, or there is nothing more.
void Sender::go_on_after_frame(TimePoint now) {
  if (ledger_.hole_is_done() || (!ledger_.in_hole() && ledger_.has_holes())) {
    ledger_.enter_next_run();
    if (ledger_.in_hole()) {
      filled_[next_filled_++ % filled_.size()] = {ledger_.sent(), ledger_.run_end(), now};
    }
  }
  if (ledger_.all_sent()) {
    state_ = State::ending_file;
    owe(Debt::end_of_file);
    timers_.stop(TimerName::stall);
    timers_.set(TimerName::reply, now + config_.timing.reply);
  } else {
    owe(Debt::data_header);
  }
}

// A frame that is cut short ends with an empty subpacket, so that the next header is not taken for
// data (what lsz and sexyz do).
void Sender::leave_frame() {
  if (frame_open_) {
    frame_open_ = false;
    owe(Debt::close_frame);
  }
  forgive(Debt::data_header);
  forgive(Debt::inquiry);
}

// What was owed about a file that is over; only the frame it left open has still to be closed.
void Sender::forget_debts() {
  const bool close = owes(Debt::close_frame);
  debts_.fill(false);
  if (close) {
    owe(Debt::close_frame);
  }
}

void Sender::finish_file(Outcome outcome) {
  leave_frame();
  ++files_done_;
  const FileId id = file_->id;
  file_.reset();
  events_.push(FileDone{id, outcome, ledger_.acked().value()});
}

void Sender::skip(FileId id, TimePoint now) {
  if (!has_file() || file_->id != id) {
    return;
  }
  if (state_ == State::ending_file && !owes(Debt::end_of_file)) {
    return;  // all of it has gone out: the receiver decides now
  }
  finish_file(Outcome::skipped_here);
  forget_debts();
  owe(Debt::skip);
  state_ = State::skipping;
  failures_ = 0;
  timers_.stop_all();
  timers_.set(TimerName::reply, now + config_.timing.reply);
}

void Sender::provide(FileId id, FileOffset offset, Bytes data, TimePoint) {
  if (!has_file() || file_->id != id) {
    return;
  }
  switch (source_.provide(offset, data)) {
    case SourceWindow::Answer::unwanted:
      break;  // too late for its question; but with it the loan of an older piece may be over
    case SourceWindow::Answer::too_short:
      source_failed(id);
      return;
    case SourceWindow::Answer::taken:
      break;
  }
  if (state_ == State::checksumming) {
    advance_checksum();
  } else {
    ask_source();
  }
}

void Sender::source_failed(FileId id) {
  if (!has_file() || file_->id != id) {
    return;
  }
  finish_file(Outcome::failed);
  end(Fault::source_failed, Ending::Farewell::cancel_owed);
}

// Only while data may be wanted: a question costs the host a read. Asked at the end of a turn,
// since a peer may name many places in one.
void Sender::ask_source() {
  if (!has_file() || (state_ != State::sending && state_ != State::awaiting_ack)) {
    return;
  }
  if (const auto question = source_.ask(ledger_.sent(), ledger_.run_end())) {
    events_.push(FileWanted{file_->id, question->offset, question->length});
  }
}

void Sender::advance_checksum() {
  while (checksum_at_ < checksum_end_) {
    Bytes bytes = source_.at(checksum_at_);
    bytes = bytes.first(static_cast<std::size_t>(
        std::min<std::uint64_t>(bytes.size(), checksum_end_ - checksum_at_)));
    checksum_ = kernels::crc32(checksum_, bytes);
    checksum_at_ += bytes.size();
    if (checksum_at_ < checksum_end_) {
      if (const auto question = source_.ask(checksum_at_, checksum_end_)) {
        events_.push(FileWanted{file_->id, question->offset, question->length});
      }
    }
    if (bytes.empty()) {
      return;  // the rest comes with the next answer of the host
    }
  }
  owe(Debt::checksum);
}

// How long an echo of the latest reposition may still be on its way.
Duration Sender::guard() const {
  using std::chrono::milliseconds;
  if (const auto delay = error_window_.latest_delay()) {
    return std::max<Duration>(milliseconds{20}, 2 * std::max(*delay, round_trip_));
  }
  return std::max<Duration>(milliseconds{500}, 2 * round_trip_);
}

// An answer may be asked for again unless the receiver can take nothing while it writes, or says
// nothing while it reads.
bool Sender::may_inquire() const { return modes_.full_duplex() && modes_.peer_buffer() == 0; }

// Nothing goes out before an acknowledgement comes. If what asks for it was damaged together with
// its header, rz hunts for another one without a word for 20 s.
void Sender::expect_ack_by(TimePoint now) {
  if (!may_inquire() || timers_.is_set(TimerName::inquiry)) {
    return;
  }
  const Duration usual = error_window_.latest_delay().value_or(round_trip_);
  const Duration patience = std::max<Duration>(kLeastPatience, 4 * usual) * (1 << inquiries_);
  if (patience < config_.timing.reply) {
    timers_.set(TimerName::inquiry, now + patience);
  }
}

// A header with the place that we have got to, and an empty subpacket that wants an answer: whoever
// has all of it acknowledges, whoever has not names the place where it went wrong.
void Sender::inquire(TimePoint now) {
  ++inquiries_;
  leave_frame();
  owe(Debt::inquiry);
  if (state_ == State::sending) {
    state_ = State::awaiting_ack;
    timers_.stop(TimerName::stall);
    timers_.set(TimerName::reply, now + config_.timing.reply);
  }
  asked_at_.reset();  // the answer may be to either question
  error_window_.asked_again();
  expect_ack_by(now);
}

void Sender::fail_once(Fault fault) {
  const auto calls = static_cast<unsigned>(
      std::max<Duration::rep>(config_.timing.contact_limit / config_.timing.contact, 1));
  if (++failures_ > (met_peer_ ? config_.timing.retries : calls - 1)) {
    const bool is_lost = fault == Fault::too_many_errors && has_file() &&
                         best_position_ >= kEndOf32Bits && ledger_.front() >= kEndOf32Bits;
    abandon(is_lost ? Fault::peer_lacks_64_bit : fault);
  }
}

// The receiver has named a place; beyond the furthest one so far that is progress.
void Sender::make_progress(FileOffset at) {
  if (at > best_position_) {
    best_position_ = at;
    failures_ = holes_in_vain_ = inquiries_ = 0;
    block_size_.made_progress();
  }
}

void Sender::advance(TimePoint now) {
  if (ending_) {
    return;
  }
  if (timers_.take(TimerName::stall, now)) {
    abandon(Fault::peer_silent);
    return;
  }
  if (timers_.take(TimerName::repeat, now)) {
    fail_once(Fault::too_many_errors);
    if (!ending_) {
      reposition(*repositioned_to_, now);
      ask_source();
    }
    return;
  }
  if (timers_.take(TimerName::inquiry, now)) {
    return inquire(now);
  }
  if (!timers_.take(TimerName::reply, now)) {
    return;
  }
  if (state_ == State::declaring && declared_) {
    return next_file(now);  // it does not know lines of seven bits
  }
  fail_once(Fault::peer_silent);
  if (ending_) {
    return;
  }
  timers_.set(TimerName::reply, now + config_.timing.reply);
  switch (state_) {
    case State::greeting:
      timers_.set(TimerName::reply, now + config_.timing.contact);
      owe(Debt::call);
      break;
    case State::declaring:
      owe(Debt::declaration);
      break;
    case State::offering:
      owe(Debt::file);
      break;
    case State::awaiting_ack:
      reposition(ledger_.acked(), now);
      break;
    case State::ending_file:
      owe(Debt::end_of_file);
      break;
    case State::skipping:
      owe(Debt::skip);
      break;
    case State::finishing:
      owe(Debt::finish);
      break;
    case State::choosing:
    case State::checksumming:
    case State::sending:
      timers_.stop(TimerName::reply);
      break;
  }
  ask_source();
}

void Sender::abandon(Fault fault) {
  if (ending_) {
    return;
  }
  if (has_file()) {
    finish_file(Outcome::cancelled);
  }
  end(fault, Ending::Farewell::cancel_owed);
}

void Sender::lose_link() {
  if (ending_) {
    return;
  }
  // Every file has been acknowledged once ZFIN is out: a line that closes then loses nothing.
  const bool all_done = state_ == State::finishing;
  if (has_file()) {
    finish_file(Outcome::failed);
  }
  end(all_done ? std::nullopt : std::optional(Fault::link_lost), Ending::Farewell::said);
}

void Sender::end(std::optional<Fault> fault, Ending::Farewell farewell) {
  timers_.stop_all();
  debts_.fill(false);
  ending_ = Ending{fault, farewell};
}

TransferStatus Sender::status() const {
  return {.active = !ending_,
          .direction = Direction::upload,
          .file = file_ ? file_->id : FileId{},
          .confirmed = ledger_.acked(),
          .reached = ledger_.sent(),
          .resent_bytes = ledger_.resent(),
          .errors = errors_,
          .block = block_,
          .crc = frame_form_.crc,
          .mode = frame_form_.mode,
          .escapes_controls = modes_.escapes_all_controls()};
}

}  // namespace boardwalk::zmodem
