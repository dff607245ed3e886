// See sender.h. Here: what goes out, in which order, and how much of it. Section 8.2 of the
// specification; the forms are chosen in send_modes.cc.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "kernels/crc16.h"
#include "kernels/crc32.h"
#include "zmodem/file_info.h"
#include "zmodem/sender.h"
#include "zmodem/subpacket_writer.h"

namespace boardwalk::zmodem {

namespace {

// Without a window an acknowledgement is still asked for now and then: it costs a few bytes, the
// person sees what has really arrived, and a repair knows where it stands.
constexpr std::uint64_t kPollInterval = 128 * 1024;
constexpr std::uint64_t kFirstPolls = 32 * 1024;  // until one has been answered
// Once there are errors it is worth more to know how much stands in queues (ErrorWindow).
constexpr std::uint64_t kPollIntervalWithErrors = 8 * 1024;
// To a receiver that fills holes: a frame is what is lost behind a damaged subpacket, a header is
// what a frame costs.
constexpr std::uint64_t kLongestFrame = 32 * 1024;
constexpr std::uint64_t kFirstFrames = 8 * 1024;  // as long as nothing is known about errors
constexpr double kHeaderCost = 16;
// What such a receiver can keep at least (SessionConfig::sink_window is larger).
constexpr std::uint64_t kKeptBehindHoles = 3 * 1024 * 1024;

// The data of ZSINIT: an empty attention string (over TCP nobody needs to be interrupted, and some
// receivers break on one). What follows the NUL is not looked at, so it is chosen to give a
// checksum of printable characters: the block must survive the line that it complains about.
std::array<std::byte, 3> attention_block() {
  const auto is_printable = [](unsigned value) { return value >= 0x20 && value < 0x7f; };
  std::array<std::byte, 3> block{};
  for (unsigned n = 0; n < 64 * 64; ++n) {
    block[1] = static_cast<std::byte>(0x30 + n / 64);
    block[2] = static_cast<std::byte>(0x30 + n % 64);
    const unsigned crc =
        kernels::crc16(kernels::crc16(0, Bytes(block)), std::byte{0x6b});  // ends in ZCRCW
    if (is_printable(crc >> 8) && is_printable(crc & 0xff)) {
      break;
    }
  }
  return block;
}

}  // namespace

void Sender::transmit(UnitWriter& out, TimePoint now) {
  for (std::size_t i = 0; i < debts_.size(); ++i) {
    const auto debt = static_cast<Debt>(i);
    if (owes(debt) && !pay(debt, out, now)) {
      return;
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
    write_header(out, header, form, modes_.escapes());
  };
  const auto put_plain = [&](FrameType type, std::uint32_t number) {
    put(header_with_number(type, number), modes_.plain_form());
  };
  switch (debt) {
    case Debt::call:
      if (config_.zmodem.announce_with_rz && !announced_) {
        for (const char c : {'r', 'z', '\r'}) {
          out.put(static_cast<unsigned>(c));
        }
      }
      put(modes_.call(), HeaderForm::hex);
      break;
    case Debt::challenge_ack:
      put_plain(FrameType::ack, challenge_);
      break;
    case Debt::declaration:
      write_declaration(out);
      break;
    case Debt::close_frame:
      write_subpacket(out, {}, SubpacketEnd::frame_ends, frame_form_, modes_.escapes());
      break;
    case Debt::checksum:
      put_plain(FrameType::checksum, kernels::crc32_final(checksum_));
      break;
    case Debt::nak:
      put_plain(FrameType::nak, 0);
      break;
    case Debt::file:
      write_file_offer(out);
      break;
    case Debt::skip:
      put_plain(FrameType::skip, 0);
      break;
    case Debt::data_header:
      put(header_with_number(FrameType::data, static_cast<std::uint32_t>(ledger_.sent().value())),
          modes_.data_form());
      break;
    case Debt::inquiry:
      put(header_with_number(FrameType::data, static_cast<std::uint32_t>(ledger_.sent().value())),
          modes_.data_form());
      write_subpacket(out, {}, SubpacketEnd::ack_then_wait, subpacket_form(modes_.data_form()),
                      modes_.escapes());
      break;
    case Debt::end_of_file:
      put(header_with_number(FrameType::end_of_file,
                             static_cast<std::uint32_t>(ledger_.size().value())),
          modes_.end_form());
      break;
    case Debt::finish:
      put_plain(FrameType::finish, 0);
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
  paid(debt, now);
  return true;
}

void Sender::paid(Debt debt, TimePoint now) {
  switch (debt) {
    case Debt::call:
      announced_ = true;
      return;
    case Debt::data_header:
      frame_open_ = true;
      frame_form_ = subpacket_form(modes_.data_form());
      frame_from_ = ledger_.sent();
      timers_.set(TimerName::stall, now + config_.timing.stall);
      if (repairing_) {
        repairing_ = false;
        repositioned_at_ = now;
      }
      return;
    case Debt::file:
      offered_at_ = now;
      asked_at_ = now;
      return;
    case Debt::checksum:
      state_ = State::offering;  // it decides now, or asks once more
      offered_at_ = now;
      timers_.set(TimerName::reply, now + config_.timing.reply);
      return;
    default:
      return;
  }
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
  if (modes_.offers_turbo()) {
    for (const std::byte value : kTurboProbe) {
      out.put(value);
    }
  }
  write_header(out, modes_.file(), modes_.block_form(), modes_.escapes());
  write_subpacket(out, Bytes(block).first(size), SubpacketEnd::ack_then_wait,
                  subpacket_form(modes_.block_form()), modes_.escapes());
}

void Sender::write_declaration(UnitWriter& out) const {
  const std::array<std::byte, 3> block = attention_block();
  const bool seven_bit = modes_.awaits_seven_bit();
  const HeaderForm form = modes_.plain_form();
  write_header(out, modes_.declaration(), form, modes_.escapes());
  write_subpacket(out, Bytes(block).first(seven_bit ? block.size() : 1),
                  SubpacketEnd::ack_then_wait, subpacket_form(form), modes_.escapes());
}

// How many bytes may be without an acknowledgement; 0: any number.
std::uint64_t Sender::window() const {
  std::uint64_t window = modes_.window();
  const auto narrow = [&](std::uint64_t limit) {
    window = window == 0 ? limit : std::min(window, limit);
  };
  if (modes_.selective()) {
    if (ledger_.acked() < recovering_to_) {
      narrow(kKeptBehindHoles);
    }
  } else if (error_window_.limit() != 0) {
    narrow(error_window_.limit());
  }
  return window;
}

// How many bytes the next subpacket may have.
std::uint64_t Sender::most_now() const {
  std::uint64_t most = std::min<std::uint64_t>(block_size_.current(), ledger_.unsent());
  const std::uint64_t window = this->window();
  if (window != 0 && !ledger_.in_hole()) {
    const std::uint64_t out_there = ledger_.unacknowledged();
    most = std::min(most, window > out_there ? window - out_there : 0);
  }
  if (modes_.peer_buffer() != 0) {
    most = std::min<std::uint64_t>(most, modes_.peer_buffer() - (ledger_.sent() - frame_from_));
  }
  return most;
}

// A receiver that hunts for a header must not find one in the data; see escaping.h.
Bytes Sender::without_false_headers(Bytes payload) const {
  if (!modes_.escapes_all_controls() || frame_form_.mode != DataMode::plain) {
    return payload;
  }
  payload = payload.first(length_without_false_header(payload));
  while (payload.size() > 1 &&
         checksum_looks_like_header(payload, choose_end(payload.size()), frame_form_)) {
    payload = payload.first(payload.size() - 1);
  }
  return payload;
}

// One subpacket. false: nothing more can go out now.
bool Sender::send_data(UnitWriter& out, TimePoint now) {
  if (owes(Debt::data_header) && !pay(Debt::data_header, out, now)) {
    return false;
  }
  const std::uint64_t most = most_now();
  if (most == 0 && ledger_.unsent() != 0) {
    expect_ack_by(now);
    return false;  // the ask for an acknowledgement is out; see choose_end()
  }
  const Bytes available = source_.at(ledger_.sent());
  if (available.empty() && most != 0) {
    timers_.stop(TimerName::stall);  // waiting for our own disk, not for the peer
    ask_source();
    return false;
  }
  const Bytes payload = without_false_headers(
      available.first(std::min(available.size(), static_cast<std::size_t>(most))));
  const SubpacketEnd end = choose_end(payload.size());
  write_subpacket(out, payload, end, frame_form_, modes_.escapes());
  if (!out.finish_unit()) {
    return false;
  }
  // The peer names offsets in this space: count what is encoded.
  ledger_.advance_sent(payload.size());
  block_ = std::max(block_, payload.size());
  block_size_.went_out(payload.size());
  timers_.set(TimerName::stall, now + config_.timing.stall);
  if (end == SubpacketEnd::ack_and_go_on || end == SubpacketEnd::ack_then_wait) {
    last_polled_ = ledger_.front();
    if (end == SubpacketEnd::ack_and_go_on) {
      error_window_.asked(ledger_.front(), now);
    }
  }
  if (end == SubpacketEnd::ack_then_wait) {
    frame_open_ = false;
    sure_first_ = false;
    state_ = State::awaiting_ack;
    asked_at_ = now;
    timers_.stop(TimerName::stall);
    timers_.set(TimerName::reply, now + config_.timing.reply);
    expect_ack_by(now);
  } else if (end == SubpacketEnd::frame_ends) {
    frame_open_ = false;
    sure_first_ = false;
    go_on_after_frame(now);
  }
  ask_source();
  return state_ == State::sending;
}

SubpacketEnd Sender::choose_end(std::size_t count) const {
  const FileOffset end = ledger_.sent() + count;
  if (end == ledger_.run_end()) {
    return SubpacketEnd::frame_ends;
  }
  const std::uint64_t in_frame = end - frame_from_;
  const std::size_t buffer = modes_.peer_buffer();
  if (sure_first_ || config_.zmodem.segmented || (buffer != 0 && in_frame >= buffer)) {
    return SubpacketEnd::ack_then_wait;
  }
  if (ledger_.in_hole()) {
    return in_frame >= frame_limit() ? SubpacketEnd::frame_ends : SubpacketEnd::goes_on;
  }
  const std::uint64_t window = this->window();
  const std::uint64_t interval = window != 0 ? std::max<std::uint64_t>(window / 4, 1)
                                 : block_size_.has_seen_errors() ? kPollIntervalWithErrors
                                 : error_window_.latest_delay()  ? kPollInterval
                                                                 : kFirstPolls;
  const bool window_full = window != 0 && end - ledger_.acked() >= window;
  const bool poll = end - last_polled_ >= interval || window_full;
  if (poll && modes_.full_duplex()) {
    return SubpacketEnd::ack_and_go_on;
  }
  if (poll && window != 0) {
    return SubpacketEnd::ack_then_wait;
  }
  if (modes_.selective() && in_frame >= frame_limit()) {
    return SubpacketEnd::frame_ends;
  }
  return SubpacketEnd::goes_on;
}

// A frame of f bytes costs a header, and half of itself when one of its subpackets is hit: least
// at f = sqrt(2 * header * bytes per error).
std::uint64_t Sender::frame_limit() const {
  if (!block_size_.has_seen_errors()) {
    return kFirstFrames;
  }
  const double length = std::sqrt(2 * kHeaderCost * block_size_.bytes_per_error());
  return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(length), block_size_.current(),
                                   kLongestFrame);
}

}  // namespace boardwalk::zmodem
