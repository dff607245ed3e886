// See receiver.h. Here: data subpackets and what they carry, the life of one file, and the host's
// answers about it.
#include <utility>

#include "base/check.h"
#include "zmodem/receiver.h"

namespace boardwalk::zmodem {

namespace {

// A sender whose subpackets are larger than anybody's will never do better; a damaged frame end
// looks the same once or twice.
constexpr unsigned kMostOverlong = 3;

}  // namespace

void Receiver::begin_subpacket(Reading what, HeaderForm form) {
  form_ = subpacket_form(form);
  const MutableBytes room =
      what == Reading::file_data ? window_.free_part().first(kMaxSubpacket) : MutableBytes(info_);
  subpacket_.begin(room, form_, sender_escapes_controls_ ? RawControls::dropped : RawControls::data);
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
  if (what == Reading::info) {
    hear_file_info(now);
  } else if (what == Reading::attention) {
    // The attention string would interrupt a sender that cannot listen while it sends; over TCP
    // none needs it, and some break on it.
    owe(Debt::attention_ack);
  } else if (what == Reading::command) {
    hear_command();
  }
}

void Receiver::hear_damage(Reading what, SubpacketReader::Found found, TimePoint now) {
  expect_headers();
  if (what != Reading::file_data) {
    owe(Debt::nak);
    ++errors_;
    fail_once(Fault::too_many_errors);
    return;
  }
  if (found == SubpacketReader::Found::too_long && ++overlong_ >= kMostOverlong) {
    abandon(Fault::peer_broke_rules);
    return;
  }
  repair(now);
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
  if (has_file()) {
    if (info.name == names_.back() && info.size == size_) {
      ask_position(now);  // our answer was lost
      return;
    }
    deliver();
    finish_file(Outcome::failed);
  }
  offer(std::move(info), now);
}

void Receiver::offer(FileInfo info, TimePoint) {
  file_ = FileId{next_file_id_++};
  names_.push_back(std::move(info.name));
  size_ = info.size;
  ++files_;
  state_ = State::offered;
  failures_ = 0;
  timers_.stop_all();
  debts_.fill(false);
  events_.push(FileOffered{.id = file_,
                           .name = names_.back(),
                           .size = size_,
                           .modified = info.modified,
                           .mode = info.mode,
                           .files_left = info.files_left,
                           .bytes_left = info.bytes_left});
}

void Receiver::hear_file_data(TimePoint now) {
  const std::size_t count = subpacket_.size();
  window_.advance_decoded(count);
  ledger_.advance_decoded(count);
  if (count != 0) {
    block_ = count;
    make_progress(now);
  }
  switch (subpacket_.end()) {
    case SubpacketEnd::ack_and_go_on:
      owe(Debt::ack);
      [[fallthrough]];
    case SubpacketEnd::goes_on:
      subpacket_.begin(window_.free_part().first(kMaxSubpacket), form_,
                       sender_escapes_controls_ ? RawControls::dropped : RawControls::data);
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
  if (state_ != State::offered || id != file_) {
    return;
  }
  ledger_.open(from);
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
  if (!has_file() || state_ == State::offered || id != file_) {
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
  const bool decoding = reading_ == Reading::file_data ||
                        (reading_ == Reading::trailer && after_trailer_ == Reading::file_data);
  if (decoding) {
    expect_headers();
  }
  const std::uint64_t reached = state_ == State::offered ? 0 : ledger_.committed().value();
  state_ = State::greeting;
  ack_when_committed_ = false;
  window_.mark_delivered();
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
