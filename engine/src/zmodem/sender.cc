// See sender.h. Here: what goes out and when, the positions in the file, time. What the receiver's
// headers mean is in sender_hearing.cc.
#include "zmodem/sender.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/check.h"
#include "kernels/crc32.h"
#include "zmodem/file_info.h"
#include "zmodem/subpacket_writer.h"

namespace boardwalk::zmodem {

namespace {

// Without a window an acknowledgement is still asked for now and then: it costs a few bytes, the
// person sees what has really arrived, and a repair knows where it stands.
constexpr std::uint64_t kPollInterval = 128 * 1024;

}  // namespace

Sender::Sender(const SessionConfig& config, EventQueue& events, UploadQueue& queue, Begin begin,
               WhenEmpty when_empty, EscapeChoice line_escapes, TimePoint now)
    : config_(config),
      events_(events),
      queue_(queue),
      when_empty_(when_empty),
      escape_choice_(line_escapes),
      escapes_(make_escapes(line_escapes)),
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

void Sender::next_file(TimePoint now) {
  timers_.stop_all();
  forget_debts();
  failures_ = 0;
  offered_again_ = false;
  repositioned_to_.reset();
  repositioned_at_.reset();
  file_ = queue_.take();
  if (file_) {
    ledger_.open(FileOffset{file_->size});
    source_.open(FileOffset{file_->size});
    best_position_ = last_polled_ = frame_from_ = FileOffset{};
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
  failures_ = 0;
  timers_.stop_all();
  owe(Debt::data_header);
  events_.push(FileStarted{file_->id, at});
}

// Something was damaged: back to `at`, with a block that is small and has to be acknowledged, so
// that the answer shows whether the repair arrived before more is sent after it.
void Sender::reposition(FileOffset at, TimePoint now) {
  ++errors_;
  block_size_.went_wrong();
  leave_frame();
  ledger_.reposition(at);
  last_polled_ = frame_from_ = at;
  repositioned_to_ = at;
  repositioned_at_.reset();
  state_ = State::sending;
  sure_first_ = true;
  forgive(Debt::end_of_file);
  owe(Debt::data_header);
  timers_.stop(TimerName::reply);
  timers_.stop(TimerName::repeat);
  timers_.set(TimerName::stall, now + config_.timing.stall);
}

void Sender::resume_after_ack(TimePoint now) {
  state_ = State::sending;
  frame_from_ = last_polled_ = ledger_.sent();
  timers_.stop(TimerName::reply);
  timers_.stop(TimerName::repeat);
  timers_.set(TimerName::stall, now + config_.timing.stall);
  if (ledger_.unsent() == 0) {
    state_ = State::ending_file;
    owe(Debt::end_of_file);
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
  if (state_ == State::ending_file && ledger_.unsent() == 0 && !owes(Debt::end_of_file)) {
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
      return;
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
  if (const auto question = source_.ask(ledger_.sent())) {
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
      if (const auto question = source_.ask(checksum_at_)) {
        events_.push(FileWanted{file_->id, question->offset, question->length});
      }
    }
    if (bytes.empty()) {
      return;  // the rest comes with the next answer of the host
    }
  }
  owe(Debt::checksum);
}

void Sender::transmit(UnitWriter& out, TimePoint now) {
  for (std::size_t i = 0; i < debts_.size(); ++i) {
    const auto debt = static_cast<Debt>(i);
    if (owes(debt)) {
      if (!pay(debt, out, now)) {
        return;
      }
    }
  }
  while (state_ == State::sending && !ending_ && send_data(out, now)) {
  }
  if (state_ == State::ending_file && owes(Debt::end_of_file)) {
    static_cast<void>(pay(Debt::end_of_file, out, now));
  }
}

bool Sender::pay(Debt debt, UnitWriter& out, TimePoint now) {
  const auto put = [&](const Header& header, HeaderForm form) {
    write_header(out, header, form, escapes_);
  };
  switch (debt) {
    case Debt::call:
      if (config_.zmodem.announce_with_rz && !announced_) {
        for (const char c : {'r', 'z', '\r'}) {
          out.put(static_cast<unsigned>(c));
        }
      }
      put(header_with_number(FrameType::request_init, 0), HeaderForm::hex);
      break;
    case Debt::challenge_ack:
      put(header_with_number(FrameType::ack, challenge_), HeaderForm::hex);
      break;
    case Debt::close_frame:
      write_subpacket(out, {}, SubpacketEnd::frame_ends, data_form(), escapes_);
      break;
    case Debt::checksum:
      put(header_with_number(FrameType::checksum, kernels::crc32_final(checksum_)),
          HeaderForm::hex);
      break;
    case Debt::nak:
      put(header_with_number(FrameType::nak, 0), HeaderForm::hex);
      break;
    case Debt::file:
      write_file_offer(out);
      break;
    case Debt::skip:
      put(header_with_number(FrameType::skip, 0), HeaderForm::hex);
      break;
    case Debt::data_header:
      put(header_with_number(FrameType::data, static_cast<std::uint32_t>(ledger_.sent().value())),
          binary_form());
      break;
    case Debt::end_of_file:
      put(header_with_number(FrameType::end_of_file,
                             static_cast<std::uint32_t>(ledger_.size().value())),
          binary_form());
      break;
    case Debt::finish:
      put(header_with_number(FrameType::finish, 0), HeaderForm::hex);
      break;
    case Debt::over_and_out:
      out.put('O' + 0u);
      out.put('O' + 0u);
      break;
    case Debt::count:
      return true;
  }
  if (!out.finish_unit()) {
    return false;
  }
  forgive(debt);
  if (debt == Debt::call) {
    announced_ = true;
  } else if (debt == Debt::data_header) {
    frame_open_ = true;
    frame_from_ = ledger_.sent();
    timers_.set(TimerName::stall, now + config_.timing.stall);
    if (sure_first_) {
      repositioned_at_ = now;
    }
  } else if (debt == Debt::file) {
    offered_at_ = now;
    asked_at_ = now;
  } else if (debt == Debt::checksum) {
    state_ = State::offering;  // it decides now, or asks once more
    offered_at_ = now;
    timers_.set(TimerName::reply, now + config_.timing.reply);
  }
  return true;
}

void Sender::write_file_offer(UnitWriter& out) const {
  std::array<std::byte, kMaxInfo> block;
  const FileInfo info{
      .name = file_->name,
      .size = file_->size,
      .modified = file_->modified,
      .mode = file_->mode,
      .files_left = static_cast<std::uint32_t>(queue_.count() + 1),
      .bytes_left = queue_.bytes() + file_->size,
  };
  const std::size_t size = write_file_info(info, config_.zmodem.name_encoding, block);
  // ZCBIN: a receiver that would convert text leaves the bytes alone.
  write_header(out, header_with_flags(FrameType::file, 1), binary_form(), escapes_);
  write_subpacket(out, Bytes(block).first(size), SubpacketEnd::ack_then_wait, data_form(), escapes_);
}

// One subpacket. false: nothing more can go out now.
bool Sender::send_data(UnitWriter& out, TimePoint now) {
  if (owes(Debt::data_header) && !pay(Debt::data_header, out, now)) {
    return false;
  }
  std::uint64_t most = std::min<std::uint64_t>(block_size_.current(), ledger_.unsent());
  if (window_ != 0) {
    if (ledger_.unacknowledged() >= window_ && ledger_.unsent() != 0) {
      return false;  // the ask for an acknowledgement is out; see choose_end()
    }
    most = std::min(most, window_ - ledger_.unacknowledged());
  }
  if (peer_buffer_ != 0) {
    most = std::min<std::uint64_t>(most, peer_buffer_ - (ledger_.sent() - frame_from_));
  }
  const Bytes available = source_.at(ledger_.sent());
  if (available.empty() && most != 0) {
    timers_.stop(TimerName::stall);  // waiting for our own disk, not for the peer
    ask_source();
    return false;
  }
  Bytes payload = available.first(std::min(available.size(), static_cast<std::size_t>(most)));
  if (escapes_all_controls_) {
    payload = payload.first(length_without_false_header(payload));
  }
  SubpacketEnd end = choose_end(payload.size());
  while (escapes_all_controls_ && payload.size() > 1 &&
         checksum_looks_like_header(payload, end, data_form())) {
    payload = payload.first(payload.size() - 1);
    end = choose_end(payload.size());
  }
  write_subpacket(out, payload, end, data_form(), escapes_);
  if (!out.finish_unit()) {
    return false;
  }
  ledger_.advance_sent(
      payload.size());  // the peer names offsets in this space: count what is encoded
  block_ = payload.size();
  block_size_.went_well();
  timers_.set(TimerName::stall, now + config_.timing.stall);
  if (end == SubpacketEnd::ack_and_go_on || end == SubpacketEnd::ack_then_wait) {
    last_polled_ = ledger_.sent();
  }
  if (end == SubpacketEnd::ack_then_wait) {
    frame_open_ = false;
    sure_first_ = false;
    state_ = State::awaiting_ack;
    asked_at_ = now;
    timers_.stop(TimerName::stall);
    timers_.set(TimerName::reply, now + config_.timing.reply);
  } else if (end == SubpacketEnd::frame_ends) {
    frame_open_ = false;
    sure_first_ = false;
    state_ = State::ending_file;
    owe(Debt::end_of_file);
    timers_.stop(TimerName::stall);
    timers_.set(TimerName::reply, now + config_.timing.reply);
  }
  ask_source();
  return state_ == State::sending;
}

SubpacketEnd Sender::choose_end(std::size_t count) const {
  const FileOffset end = ledger_.sent() + count;
  if (end == ledger_.size()) {
    return SubpacketEnd::frame_ends;
  }
  const std::uint64_t in_frame = end - frame_from_;
  if (sure_first_ || (peer_buffer_ != 0 && in_frame >= peer_buffer_)) {
    return SubpacketEnd::ack_then_wait;
  }
  const std::uint64_t interval =
      window_ != 0 ? std::max<std::uint64_t>(window_ / 4, 1) : kPollInterval;
  const bool window_full = window_ != 0 && end - ledger_.acked() >= window_;
  if (end - last_polled_ < interval && !window_full) {
    return SubpacketEnd::goes_on;
  }
  if (peer_full_duplex_) {
    return SubpacketEnd::ack_and_go_on;
  }
  return window_ != 0 ? SubpacketEnd::ack_then_wait : SubpacketEnd::goes_on;
}

// How long an echo of the latest reposition may still be on its way.
Duration Sender::guard() const {
  return std::max<Duration>(std::chrono::milliseconds{500}, 2 * round_trip_);
}

void Sender::fail_once(Fault fault) {
  const auto calls = static_cast<unsigned>(
      std::max<Duration::rep>(config_.timing.contact_limit / config_.timing.contact, 1));
  if (++failures_ > (met_peer_ ? config_.timing.retries : calls - 1)) {
    abandon(fault);
  }
}

void Sender::make_progress() { failures_ = 0; }

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
  if (!timers_.take(TimerName::reply, now)) {
    return;
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
          .crc = crc_,
          .mode = data_form().mode,
          .escapes_controls = escapes_all_controls_};
}

}  // namespace boardwalk::zmodem
