// See receiver.h. Here: data subpackets and what they carry, the life of one file, and the host's
// answers about it.
#include <algorithm>
#include <utility>

#include "base/check.h"
#include "zmodem/receiver.h"

namespace boardwalk::zmodem {

namespace {

// A sender that does not know ZCRC offers the file again instead.
constexpr unsigned kOffersInsteadOfChecksum = 3;

}  // namespace

void Receiver::begin_block(Reading what, HeaderForm form) {
  subpacket_.begin(info_, subpacket_form(form), raw_controls());
  if (reading_ == Reading::trailer) {
    after_trailer_ = what;
  } else {
    reading_ = what;
  }
}

void Receiver::hear_subpacket(SubpacketReader::Found found, TimePoint now) {
  const Reading what = reading_;
  if (found == SubpacketReader::Found::cancel) {
    return hear(HeaderReader::Found::cancel, now);
  }
  if (found != SubpacketReader::Found::complete) {
    return hear_damage(what, found, now);
  }
  if (what == Reading::file_data) {
    return hear_file_data(now);
  }
  expect_headers();
  bad_starts_ = 0;
  if (what == Reading::info) {
    hear_file_info(now);
  } else if (what == Reading::attention) {
    hear_attention();
  } else if (what == Reading::command) {
    hear_command();
  } else if (what == Reading::message) {
    hear_message();
  }
}

void Receiver::hear_damage(Reading what, SubpacketReader::Found found, TimePoint now) {
  if (what == Reading::file_data) {
    hear_data_damage(found, now);
    return;
  }
  expect_headers();
  if (subpacket_.eighth_bit_lost()) {
    hear_lost_eighth_bit(now);
    return;
  }
  owe(Debt::nak);
  ++errors_;
  ++bad_starts_;
  fail_once(Fault::too_many_errors);
  if (!ending_ && bad_starts_ % kBadStartsForRemedy == 0) {
    static_cast<void>(remedy(now));
  }
}

// What interrupts the sender when it has to listen. Kept up to its NUL.
void Receiver::hear_attention() {
  attention_ = {};
  const Bytes text = Bytes(info_).first(std::min(subpacket_.size(), attention_.size() - 1));
  std::copy(text.begin(), std::find(text.begin(), text.end(), std::byte{0}), attention_.begin());
  owe(Debt::attention_ack);
  if (modes_.owes_new_init()) {
    owe(Debt::init);
  }
}

// Words for the person (ZSTDERR), without what could move a cursor.
void Receiver::hear_message() {
  if (events_.crowded()) {
    return;
  }
  std::string text;
  for (const std::byte value : Bytes(info_).first(subpacket_.size())) {
    if (value >= std::byte{0x20} && value != std::byte{0x7f}) {
      text.push_back(static_cast<char>(value));
    }
  }
  strings_.push_back(std::move(text));
  events_.push(PeerMessage{strings_.back()});
}

// Never run, whatever it is (section 11.16 foresaw it; no receiver does it any more).
void Receiver::hear_command() {
  owe(Debt::command_done);
  if (!events_.crowded()) {
    events_.push(Refused{Refused::What::command});
  }
}

void Receiver::hear_file_info(TimePoint now) {
  if (state_ == State::offered || state_ == State::saving || state_ == State::farewell) {
    return;  // we owe the answer already; it will come
  }
  if (events_.crowded()) {
    return;  // nobody honest offers that many files in one breath; an offer is repeated anyway
  }
  FileInfo info = read_file_info(Bytes(info_).first(subpacket_.size()));
  modes_.hear_file(file_header_, file_form_, probe_.has_arrived());
  probe_.reset();
  if (has_file()) {
    if (info.name == file_info_.name && info.size == file_info_.size) {
      hear_same_offer(now);
      return;
    }
    deliver();
    finish_file(Outcome::failed);
  }
  offer(std::move(info), now);
}

// Our answer was lost, or the sender begins anew because we asked for another way of sending.
void Receiver::hear_same_offer(TimePoint now) {
  if (state_ != State::comparing) {
    ask_position(now);
  } else if (++comparisons_ < kOffersInsteadOfChecksum) {
    owe(Debt::checksum);
  } else {
    tell_checksum(std::nullopt);
  }
}

void Receiver::offer(FileInfo info, TimePoint) {
  file_ = FileId{next_file_id_++};
  file_info_ = std::move(info);
  strings_.push_back(file_info_.path);
  const std::string_view path = strings_.back();
  ++files_;
  block_ = 0;
  state_ = State::offered;
  failures_ = 0;
  timers_.stop_all();
  debts_.fill(false);
  const std::uint8_t management = file_header_.flags(1) & kManagementMask;
  const std::uint8_t conversion = file_header_.flags(0);
  events_.push(FileOffered{.id = file_,
                           .name = path.substr(path.size() - file_info_.name.size()),
                           .path = path,
                           .size = file_info_.size,
                           .modified = file_info_.modified,
                           .mode = file_info_.mode,
                           .files_left = file_info_.files_left,
                           .bytes_left = file_info_.bytes_left,
                           .management = management <= static_cast<std::uint8_t>(Management::rename)
                                             ? static_cast<Management>(management)
                                             : Management::unspecified,
                           .skip_if_missing = (file_header_.flags(1) & kSkipIfMissing) != 0,
                           .conversion = conversion <= static_cast<std::uint8_t>(Conversion::resume)
                                             ? static_cast<Conversion>(conversion)
                                             : Conversion::unspecified});
}

void Receiver::request_checksum(FileId id, std::uint64_t length, TimePoint now) {
  if (state_ != State::offered || id != file_) {
    return;
  }
  if (length > UINT32_MAX) {
    return tell_checksum_of(length, std::nullopt);  // the wire has no words for it
  }
  state_ = State::comparing;
  checksum_length_ = static_cast<std::uint32_t>(length);
  comparisons_ = 0;
  owe(Debt::checksum);
  timers_.set(TimerName::compare, now + kChecksumTakes);
}

void Receiver::hear_checksum(const Header& header) {
  if (state_ == State::comparing && !owes(Debt::checksum)) {
    tell_checksum(header.number());
  }
}

void Receiver::tell_checksum(std::optional<std::uint32_t> crc32) {
  state_ = State::offered;
  timers_.stop(TimerName::compare);
  timers_.stop(TimerName::recheck);
  forgive(Debt::checksum);
  tell_checksum_of(checksum_length_, crc32);
}

void Receiver::tell_checksum_of(std::uint64_t length, std::optional<std::uint32_t> crc32) {
  events_.push(ChecksumTold{file_, length, crc32});
}

void Receiver::end_of_data(TimePoint now) {
  state_ = State::saving;
  told_ended_ = false;
  debts_.fill(false);
  timers_.stop_all();
  deliver();
  settle(now);
}

// Everything decoded may just have become stored, or have been stored all the time.
void Receiver::settle(TimePoint now) {
  if (!ledger_.all_committed()) {
    return;
  }
  if (ack_when_committed_) {
    ack_when_committed_ = false;
    owe(Debt::ack);
    timers_.set(TimerName::silence, now + config_.timing.data);
  }
  if (state_ == State::saving && !told_ended_) {
    told_ended_ = true;
    events_.push(FileEnded{file_, ledger_.decoded()});
  }
}

void Receiver::deliver() {
  const Bytes bytes = window_.undelivered();
  if (bytes.empty()) {
    return;
  }
  events_.push(FileBytes{file_, ledger_.delivered(), bytes});
  window_.mark_delivered();
  ledger_.advance_delivered(bytes.size());
}

void Receiver::accept(FileId id, FileOffset from, TimePoint now) {
  if ((state_ != State::offered && state_ != State::comparing) || id != file_) {
    return;
  }
  timers_.stop(TimerName::compare);  // the host knows enough
  forgive(Debt::checksum);
  ledger_.open(from);
  round_trip_.forget();
  known_to_ = reported_to_ = from;
  reopened_count_ = 0;
  hit_.reset();
  window_.forget_segments();
  suspected_at_.reset();
  asked_at_ = TimePoint::min();
  make_progress(now);
  ask_position(now);
}

void Receiver::skip(FileId id, TimePoint now) {
  if (!has_file() || state_ == State::saving || id != file_) {
    return;
  }
  leave_file(Outcome::skipped_here, now);
  owe(Debt::skip);
}

void Receiver::committed(FileId id, FileOffset end, TimePoint now) {
  if (!has_file() || state_ == State::offered || state_ == State::comparing || id != file_) {
    return;
  }
  ledger_.commit(end);
  settle(now);
}

void Receiver::saved(FileId id, TimePoint now) {
  if (state_ != State::saving || !told_ended_ || id != file_) {
    return;
  }
  last_end_ = static_cast<std::uint32_t>(ledger_.decoded().value());
  leave_file(Outcome::complete, now);
  owe(Debt::init);
}

void Receiver::sink_failed(FileId id) {
  if (!has_file() || id != file_) {
    return;
  }
  finish_file(Outcome::failed);
  end(Fault::sink_failed, Ending::Farewell::cancel_owed);
}

// The file is over, the batch goes on.
void Receiver::leave_file(Outcome outcome, TimePoint now) {
  finish_file(outcome);
  failures_ = 0;
  timers_.stop_all();
  debts_.fill(false);
  timers_.set(TimerName::contact, now + config_.timing.contact);
}

void Receiver::finish_file(Outcome outcome) {
  if (is_decoding()) {
    expect_headers();
  }
  const bool undecided = state_ == State::offered || state_ == State::comparing;
  const std::uint64_t reached = undecided ? 0 : ledger_.committed().value();
  state_ = State::greeting;
  ack_when_committed_ = false;
  window_.mark_delivered();
  window_.forget_segments();
  known_to_ = reported_to_ = ledger_.decoded();
  reopened_count_ = 0;
  hit_.reset();
  events_.push(FileDone{file_, outcome, reached});
}

void Receiver::abandon(Fault fault) {
  if (ending_) {
    return;
  }
  if (has_file()) {
    finish_file(Outcome::cancelled);
  }
  debts_.fill(false);
  end(fault, Ending::Farewell::cancel_owed);
}

void Receiver::lose_link() {
  if (ending_) {
    return;
  }
  debts_.fill(false);
  if (state_ == State::farewell) {
    end(fault_at_farewell_, Ending::Farewell::said);
    return;
  }
  if (has_file()) {
    finish_file(Outcome::failed);
  }
  end(Fault::link_lost, Ending::Farewell::said);
}

void Receiver::end(std::optional<Fault> fault, Ending::Farewell farewell) {
  timers_.stop_all();
  if (farewell == Ending::Farewell::cancel_heard) {
    debts_.fill(false);
  }
  ending_ = Ending{fault, farewell};
}

}  // namespace boardwalk::zmodem
