// See router.h.
#include "session/router.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "zmodem/wire.h"

namespace boardwalk {

namespace {

using std::chrono::seconds;

constexpr std::size_t kScreenWindow = 64 * 1024;
// What the detector may add to the bytes it is given: a header it had held back.
constexpr std::size_t kHeldBack = 64;
constexpr std::size_t kMostKeys = 64 * 1024;
constexpr std::size_t kKeysPerUnit = 256;
constexpr std::size_t kSmallestSinkWindow = 64 * 1024;
// A person said no; the board repeats its call until it notices.
constexpr Duration kRefusalHolds = seconds{30};
// A sender whose good-bye was not answered repeats it about that long.
constexpr Duration kFinishRepeats = seconds{60};
constexpr Duration kLongestDrain = seconds{10};

SessionConfig adjusted(SessionConfig config) {
  config.sink_window = std::max(config.sink_window, kSmallestSinkWindow);
  if (config.opening == Opening::terminal) {
    config.zmodem.announce_with_rz = false;  // a menu would take the letters for choices
  }
  return config;
}

}  // namespace

Router::Router(SessionConfig config)
    : config_(adjusted(std::move(config))),
      screen_(kScreenWindow),
      window_(config_.sink_window),
      options_(config_.telnet),
      pace_(config_.timing) {}

void Router::tell_time(TimePoint now) {
  now_ = std::max(now_, now);
  if (!opened_ && config_.opening == Opening::receive) {
    opened_ = true;
    begin_download(zmodem::Receiver::Begin::unasked);
  }
}

std::size_t Router::input_room() const {
  const std::size_t for_screen = screen_.room() > kHeldBack ? screen_.room() - kHeldBack : 0;
  return mode_ == Mode::transfer ? std::min(for_screen, transfer_->room()) : for_screen;
}

std::size_t Router::receive(Bytes in, TimePoint now) {
  tell_time(now);
  screen_.begin_turn();
  departed_.clear();
  began_this_turn_ = false;
  if (mode_ == Mode::transfer) {
    transfer_->begin_turn();
  }
  std::size_t taken = 0;
  while (taken < in.size() && !events_.crowded() && !ended_) {
    const Bytes offered = in.subspan(taken, std::min(input_room(), in.size() - taken));
    if (offered.empty()) {
      break;
    }
    if (!config_.telnet.enabled) {
      route(offered);
      taken += offered.size();
      continue;
    }
    const telnet::Decoder::Piece piece = decoder_.next(offered);
    taken += piece.consumed;
    if (piece.kind == telnet::Decoder::Piece::Kind::data) {
      route(piece.data);
    } else {
      options_.hear(piece, now_);
      update_cr_rule();
    }
  }
  if (mode_ == Mode::transfer) {
    transfer_->end_turn();
    keep_pace();
    settle();
  }
  return taken;
}

void Router::route(Bytes data) {
  data = data.subspan(tail_.read(data, now_));
  while (!data.empty()) {
    switch (mode_) {
      case Mode::transfer:
        data = data.subspan(transfer_->receive(data, now_));
        settle();
        data = data.subspan(tail_.read(data, now_));
        break;
      case Mode::draining:
        quiet_at_ = std::min(now_ + config_.timing.quiet, drain_limit_);
        return;
      case Mode::terminal:
        data = data.subspan(route_to_terminal(data));
        break;
    }
  }
}

std::size_t Router::route_to_terminal(Bytes data) {
  if (config_.opening != Opening::terminal) {
    screen_.append(data);
    return data.size();
  }
  std::size_t taken = 0;
  for (;;) {
    const zmodem::Detector::Found found = detector_.look(data.subspan(taken), now_);
    taken += found.consumed;
    screen_.append(found.text);
    if (found.start != zmodem::Start::none) {
      hear_start(found);
      return taken;
    }
    if (taken == data.size() && found.text.empty()) {
      return taken;
    }
  }
}

void Router::hear_start(const zmodem::Detector::Found& found) {
  if (found.start == zmodem::Start::stray_finish) {
    owes_finish_ = now_ < answer_finish_until_;
    return;
  }
  if (now_ < no_start_until_) {
    no_start_until_ = now_ + kRefusalHolds;
    return;
  }
  if (transfer_) {
    finish_transfer();  // its last words come too late for a peer that begins anew
  }
  if (began_this_turn_) {
    return;  // nobody honest begins twice in one breath; a call is repeated anyway
  }
  zmodem::Header header{.type = zmodem::FrameType::request_init};
  for (std::size_t i = 0; i < found.params.size(); ++i) {
    header.params[i] = std::to_integer<std::uint8_t>(found.params[i]);
  }
  if (found.start == zmodem::Start::download) {
    begin_download(zmodem::Receiver::Begin::on_request).hear_first(header);
    return;
  }
  header.type = zmodem::FrameType::init;
  begin_upload(zmodem::Sender::Begin::on_request).hear_first(header, now_);
  settle();
}

zmodem::Receiver& Router::begin_download(zmodem::Receiver::Begin how) {
  auto receiver =
      std::make_unique<zmodem::Receiver>(config_, events_, window_, next_file_id_, how, now_);
  zmodem::Receiver& made = *receiver;
  if (free_space_) {
    made.tell_free_space(*free_space_);
  }
  begin(Direction::download, std::move(receiver));
  return made;
}

zmodem::Sender& Router::begin_upload(zmodem::Sender::Begin how) {
  using zmodem::Sender;
  const bool telnet = config_.telnet.enabled;
  const zmodem::EscapeChoice escapes{.all_controls = false,
                                     .telnet_ff = telnet,
                                     .carriage_return = telnet && !options_.binary_out()};
  const auto when_empty =
      config_.opening == Opening::terminal ? Sender::WhenEmpty::ask : Sender::WhenEmpty::finish;
  auto sender = std::make_unique<Sender>(config_, events_, queue_, how, when_empty, escapes, now_);
  Sender& made = *sender;
  begin(Direction::upload, std::move(sender));
  return made;
}

void Router::begin(Direction direction, std::unique_ptr<Transfer> transfer) {
  transfer_ = std::move(transfer);
  began_this_turn_ = true;
  direction_ = direction;
  mode_ = Mode::transfer;
  transfer_has_line_ = false;
  owes_finish_ = false;
  pace_.begin(now_);
  tail_.stop();
  detector_.reset();
  was_binary_in_ = options_.binary_in();
  decoder_.set_cr_rule(was_binary_in_ ? telnet::CrRule::keep : telnet::CrRule::learn);
  events_.push(TransferStarted{direction});
}

// In BINARY a CR is a CR. Otherwise the terminal's rule holds for the screen, and a transfer learns
// from the first line end what this peer really does.
void Router::update_cr_rule() {
  const bool binary = options_.binary_in();
  if (binary == was_binary_in_) {
    return;
  }
  was_binary_in_ = binary;
  if (binary) {
    decoder_.set_cr_rule(telnet::CrRule::keep);
  } else {
    decoder_.set_cr_rule(mode_ == Mode::transfer ? telnet::CrRule::learn
                                                 : telnet::CrRule::strip_nul);
  }
}

void Router::keep_pace() {
  if (transfer_->ending()) {
    return;
  }
  if (const auto fault = pace_.check(transfer_->status(), transfer_->is_moving_data(), now_)) {
    transfer_->abandon(*fault);
  }
}

void Router::settle() {
  if (mode_ == Mode::transfer && transfer_->ending()) {
    conclude();
  }
}

void Router::conclude() {
  const Ending ending = *transfer_->ending();
  const bool cancelled_here = ending.fault == Fault::cancelled_here;
  dropping_queue_ = ending.fault && (cancelled_here || config_.opening == Opening::send);
  switch (ending.farewell) {
    case Ending::Farewell::cancel_owed:
      mode_ = Mode::draining;
      owes_cancel_ = true;
      quiet_at_ = now_ + config_.timing.quiet;
      drain_limit_ = now_ + kLongestDrain;
      return;
    case Ending::Farewell::cancel_heard:
      tail_.expect_cancel_rest(now_);
      break;
    case Ending::Farewell::said:
      if (direction_ == Direction::upload) {
        tail_.expect_header_end(now_);
      } else {
        answer_finish_until_ = now_ + kFinishRepeats;
      }
      break;
  }
  mode_ = Mode::terminal;
  if (!transfer_->has_last_words()) {
    finish_transfer();
  }
}

void Router::finish_transfer() {
  last_status_ = transfer_->status();
  last_status_.active = false;
  if (dropping_queue_) {
    ended_ = transfer_->ending()->fault;
  } else {
    events_.push(TransferEnded{transfer_->ending()->fault});
  }
  departed_.push_back(std::move(transfer_));
  mode_ = Mode::terminal;
  owes_cancel_ = false;
  quiet_at_ = drain_limit_ = kNever;
  if (!was_binary_in_) {
    decoder_.set_cr_rule(telnet::CrRule::strip_nul);
  }
}

std::optional<Event> Router::next_event() {
  if (!screen_.empty()) {
    return TerminalBytes{screen_.take()};
  }
  if (auto event = events_.pop()) {
    return event;
  }
  if (!ended_) {
    return std::nullopt;
  }
  if (dropping_queue_) {
    if (const auto file = queue_.take()) {
      return FileDone{file->id, Outcome::cancelled, 0};
    }
    dropping_queue_ = false;
  }
  const TransferEnded event{*ended_};
  ended_.reset();
  return event;
}

std::size_t Router::transmit(MutableBytes room, TimePoint now) {
  tell_time(now);
  UnitWriter out(room, line());
  if (!transfer_has_line_ && mode_ != Mode::draining) {
    options_.pay(out);
    if (!pay_keys(out)) {
      return out.size();
    }
    transfer_has_line_ = mode_ == Mode::transfer && transfer_->has_met_peer();
  }
  if (transfer_ && mode_ != Mode::draining) {
    transfer_->transmit(out, now_);
    settle();
    if (mode_ == Mode::terminal && transfer_ && !transfer_->has_last_words()) {
      finish_transfer();
    }
  }
  if (!transfer_) {
    transfer_has_line_ = false;
  }
  if (owes_cancel_ && pay_cancel(out)) {
    owes_cancel_ = false;
    quiet_at_ = std::min(now_ + config_.timing.quiet, drain_limit_);
  }
  if (owes_finish_ && !transfer_) {
    zmodem::write_header(out, zmodem::header_with_number(zmodem::FrameType::finish, 0),
                         zmodem::HeaderForm::hex, {});
    owes_finish_ = !out.finish_unit();
  }
  return out.size();
}

bool Router::pay_cancel(UnitWriter& out) {
  for (unsigned i = 0; i < zmodem::kCancelSent; ++i) {
    out.put(zmodem::kEscape);
  }
  for (unsigned i = 0; i < zmodem::kBackspaceSent; ++i) {
    out.put(zmodem::kBackspace);
  }
  return out.finish_unit();
}

// true: none are left.
bool Router::pay_keys(UnitWriter& out) {
  const auto mode = options_.binary_out() ? telnet::KeyMode::binary : telnet::KeyMode::nvt;
  while (keys_sent_ < keys_.size()) {
    const std::size_t count = std::min(kKeysPerUnit, keys_.size() - keys_sent_);
    telnet::put_keys(out, Bytes(keys_).subspan(keys_sent_, count), mode);
    if (!out.finish_unit()) {
      return false;
    }
    keys_sent_ += count;
  }
  keys_.clear();
  keys_sent_ = 0;
  return true;
}

void Router::advance(TimePoint now) {
  tell_time(now);
  screen_.begin_turn();
  departed_.clear();
  switch (mode_) {
    case Mode::terminal:
      if (screen_.room() >= kHeldBack) {
        screen_.append(detector_.release(now_));
      }
      break;
    case Mode::transfer:
      transfer_->advance(now_);
      keep_pace();
      settle();
      break;
    case Mode::draining:
      if (quiet_at_ <= now_ && !owes_cancel_) {
        finish_transfer();
      } else if (drain_limit_ <= now_) {
        finish_transfer();  // not even the cancel could be written
      }
      break;
  }
}

TimePoint Router::deadline() const {
  switch (mode_) {
    case Mode::terminal:
      return config_.opening == Opening::terminal ? detector_.deadline() : kNever;
    case Mode::transfer:
      return std::min(transfer_->deadline(), pace_.deadline());
    case Mode::draining:
      return owes_cancel_ ? drain_limit_ : quiet_at_;
  }
  return kNever;
}

std::size_t Router::type(Bytes keys, TimePoint now) {
  tell_time(now);
  if (transfer_) {
    return keys.size();
  }
  const std::size_t count = std::min(keys.size(), kMostKeys - keys_.size());
  keys_.insert(keys_.end(), keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count));
  if (count != 0) {
    no_start_until_ = TimePoint::min();  // the person goes on: what starts now was asked for
  }
  return count;
}

void Router::send_files(std::span<const FileToSend> files, TimePoint now) {
  tell_time(now);
  for (const FileToSend& file : files) {
    queue_.add({.id = file.id,
                .name = std::string(file.name),
                .size = file.size,
                .modified = file.modified,
                .mode = file.mode});
  }
  if (!opened_ && config_.opening == Opening::send) {
    opened_ = true;
    begin_upload(zmodem::Sender::Begin::unasked);
  } else if (mode_ == Mode::transfer) {
    transfer_->files_queued(now_);
    settle();
  }
}

void Router::tell_free_space(std::uint64_t bytes) {
  free_space_ = bytes;
  if (transfer_) {
    transfer_->tell_free_space(bytes);
  }
}

void Router::start(Direction direction, TimePoint now) {
  tell_time(now);
  if (transfer_) {
    return;
  }
  no_start_until_ = TimePoint::min();
  if (direction == Direction::download) {
    begin_download(zmodem::Receiver::Begin::unasked);
  } else {
    begin_upload(zmodem::Sender::Begin::unasked);
  }
}

void Router::cancel(TimePoint now) {
  tell_time(now);
  if (mode_ != Mode::transfer) {
    return;
  }
  no_start_until_ = now_ + kRefusalHolds;
  transfer_->abandon(Fault::cancelled_here);
  settle();
}

void Router::wire_closed(TimePoint now) {
  tell_time(now);
  if (mode_ == Mode::transfer) {
    transfer_->lose_link();
    settle();
  }
  if (transfer_) {
    finish_transfer();
  }
  owes_cancel_ = owes_finish_ = false;
  keys_.clear();
  keys_sent_ = 0;
}

void Router::skip(FileId id, TimePoint now) {
  tell_time(now);
  if (queue_.remove(id)) {
    events_.push(FileDone{id, Outcome::skipped_here, 0});
  } else {
    answer(now, [id](Transfer& transfer, TimePoint at) { transfer.skip(id, at); });
  }
}

TransferStatus Router::status() const { return transfer_ ? transfer_->status() : last_status_; }

}  // namespace boardwalk
