// The sending side of ZMODEM as a state machine over spans: files go out, the peer's requests come
// in.
//
// Sole writer of the send ledger. There is no output buffer and no file cursor: transmit() encodes
// the bytes at `sent` straight into the caller's room, and a peer that wants an older place moves
// that one number back. States and transitions stand in docs/zmodem_states.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "boardwalk/config.h"
#include "flow/error_window.h"
#include "flow/event_queue.h"
#include "flow/send_ledger.h"
#include "flow/source_window.h"
#include "flow/timers.h"
#include "flow/transfer.h"
#include "flow/upload_queue.h"
#include "zmodem/block_size.h"
#include "zmodem/header.h"
#include "zmodem/header_reader.h"
#include "zmodem/send_modes.h"

namespace boardwalk::zmodem {

class Sender final : public Transfer {
 public:
  enum class Begin {
    unasked,     // we were started first: call for a receiver
    on_request,  // the receiver's first header has been seen: hear() it next
  };
  // Whether an empty queue means "ask the person" or "the batch is over".
  enum class WhenEmpty { ask, finish };

  // `config`, `events` and `queue` must outlive it. `line_escapes` is what the line below demands.
  Sender(const SessionConfig& config, EventQueue& events, UploadQueue& queue, Begin begin,
         WhenEmpty when_empty, EscapeChoice line_escapes, TimePoint now);

  // The receiver's header that made the session start this transfer.
  void hear_first(const Header& header, TimePoint now);

  std::size_t receive(Bytes in, TimePoint now) override;
  [[nodiscard]] std::size_t room() const override;
  void begin_turn() override {}
  void end_turn() override {
    ask_source();
    ledger_.check();
  }
  void transmit(UnitWriter& out, TimePoint now) override;
  void advance(TimePoint now) override;
  [[nodiscard]] TimePoint deadline() const override { return timers_.next(); }

  [[nodiscard]] bool has_met_peer() const override { return met_peer_; }
  [[nodiscard]] bool is_undecided() const override { return state_ == State::choosing; }
  [[nodiscard]] const std::optional<Ending>& ending() const override { return ending_; }
  [[nodiscard]] bool has_last_words() const override {
    return owes(Debt::over_and_out) || owes(Debt::finish);
  }
  [[nodiscard]] TransferStatus status() const override;
  [[nodiscard]] bool is_moving_data() const override {
    return state_ == State::sending || state_ == State::awaiting_ack;
  }

  void abandon(Fault fault) override;
  void lose_link() override;
  void skip(FileId id, TimePoint now) override;
  void files_queued(TimePoint now) override;
  void provide(FileId id, FileOffset offset, Bytes data, TimePoint now) override;
  void source_failed(FileId id) override;

 private:
  enum class State {
    greeting,      // calling, or waiting for the receiver's abilities
    declaring,     // ZSINIT is out; then, perhaps, a new invitation is awaited
    choosing,      // the receiver waits and the person has not chosen a file yet
    offering,      // a file is named; the receiver decides
    checksumming,  // the receiver wants a checksum of the file before it decides
    sending,       // a data frame is open, or about to be
    awaiting_ack,  // nothing may be sent before the receiver answers
    ending_file,   // the end of the file is told, its acknowledgement awaited
    skipping,      // we left out this file and wait for the receiver to be ready again
    finishing,     // ZFIN is out
  };
  enum class Debt {
    call,
    challenge_ack,
    declaration,
    close_frame,
    checksum,
    nak,
    file,
    skip,
    data_header,
    inquiry,
    end_of_file,
    finish,
    over_and_out,
    count
  };
  enum class TimerName { reply, repeat, inquiry, stall, count };

  [[nodiscard]] bool has_file() const;
  // Hearing (sender_hearing.cc).
  void hear(HeaderReader::Found found, TimePoint now);
  void hear_header(const Header& header, TimePoint now);
  void hear_init(const Header& header, TimePoint now);
  void hear_reposition(const Header& header, TimePoint now);
  void hear_position(std::uint32_t low_bits, TimePoint now);
  void hear_hole(const Header& header, TimePoint now);
  void hear_ack(std::uint32_t low_bits, TimePoint now);
  void hear_nak(TimePoint now);
  void hear_checksum_request(std::uint32_t count, TimePoint now);
  void hear_skip(Outcome outcome, TimePoint now);
  void hear_finish(TimePoint now);

  // Files and positions.
  void next_file(TimePoint now);
  void declare_or_begin(TimePoint now);
  void offer_again(TimePoint now);
  void begin_data(FileOffset at, TimePoint now);
  void reposition(FileOffset at, TimePoint now);
  void resume_after_ack(TimePoint now);
  void go_on_after_frame(TimePoint now);
  void leave_frame();
  void finish_file(Outcome outcome);
  void forget_debts();
  void advance_checksum();
  void ask_source();
  void fail_once(Fault fault);
  void make_progress(FileOffset at);
  void end(std::optional<Fault> fault, Ending::Farewell farewell);

  // Speaking (sender_speaking.cc).
  [[nodiscard]] bool pay(Debt debt, UnitWriter& out, TimePoint now);
  [[nodiscard]] bool send_data(UnitWriter& out, TimePoint now);
  void paid(Debt debt, TimePoint now);
  [[nodiscard]] std::uint64_t most_now() const;
  [[nodiscard]] std::uint64_t window() const;
  [[nodiscard]] Bytes without_false_headers(Bytes payload) const;
  [[nodiscard]] SubpacketEnd choose_end(std::size_t count) const;
  [[nodiscard]] std::uint64_t frame_limit() const;
  void write_file_offer(UnitWriter& out) const;
  void write_declaration(UnitWriter& out) const;
  [[nodiscard]] Duration guard() const;
  [[nodiscard]] bool may_inquire() const;
  void expect_ack_by(TimePoint now);
  void inquire(TimePoint now);

  void owe(Debt debt) { debts_[static_cast<std::size_t>(debt)] = true; }
  void forgive(Debt debt) { debts_[static_cast<std::size_t>(debt)] = false; }
  [[nodiscard]] bool owes(Debt debt) const { return debts_[static_cast<std::size_t>(debt)]; }

  const SessionConfig& config_;
  EventQueue& events_;
  UploadQueue& queue_;
  WhenEmpty when_empty_;
  SendModes modes_;

  State state_ = State::greeting;
  HeaderReader headers_;
  std::array<bool, static_cast<std::size_t>(Debt::count)> debts_{};
  Timers<TimerName> timers_;
  std::optional<Ending> ending_;
  bool met_peer_ = false;
  bool announced_ = false;  // "rz" has been typed for a shell
  bool declared_ = false;   // our ZSINIT has been acknowledged
  std::uint32_t challenge_ = 0;

  // The file.
  std::optional<QueuedFile> file_;
  SendLedger ledger_;
  SourceWindow source_;
  unsigned files_done_ = 0;
  bool frame_open_ = false;
  SubpacketForm frame_form_;  // of the open frame, or of the one that has to be closed
  bool sure_first_ = false;   // the next subpacket asks for an answer before more is sent
  bool repairing_ = false;    // the next data header answers a reposition
  bool offered_again_ = false;
  unsigned questions_ = 0;  // for checksums of the file
  TimePoint offered_at_{};
  FileOffset last_polled_;  // up to where acknowledgements have been asked for
  FileOffset frame_from_;   // where the span without an acknowledgement began

  // The latest reposition, to tell its echoes from a new one.
  std::optional<FileOffset> repositioned_to_;
  std::optional<TimePoint> repositioned_at_;  // when our answer went out
  Duration round_trip_{};
  std::optional<TimePoint> asked_at_;  // when something was sent that is answered at once
  unsigned inquiries_ = 0;             // without an answer

  // Holes that have been filled lately, to tell a report that crossed our answer from a new one.
  struct Filled {
    FileOffset from;
    FileOffset to;
    TimePoint at = TimePoint::min();
  };
  std::array<Filled, 16> filled_{};
  std::size_t next_filled_ = 0;

  // A checksum being made.
  FileOffset checksum_end_;
  FileOffset checksum_at_;
  std::uint32_t checksum_ = 0;

  BlockSize block_size_;
  ErrorWindow error_window_;
  FileOffset recovering_to_;  // the receiver keeps what lies behind a hole that ends here
  std::size_t block_ = 0;
  unsigned failures_ = 0;
  // The furthest place the receiver has got to, and the furthest hole: anything beyond is progress.
  FileOffset best_position_;
  FileOffset best_hole_;
  unsigned holes_in_vain_ = 0;  // asked for since then
  std::uint32_t errors_ = 0;
};

}  // namespace boardwalk::zmodem
