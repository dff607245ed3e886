// The receiving side of ZMODEM as a state machine over spans: files come in, replies go out.
//
// Sole writer of the receive ledger. It has no clock and no output buffer: replies are owed state,
// turned into bytes only when transmit() is given room. States and transitions stand in
// docs/zmodem_states.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "boardwalk/config.h"
#include "flow/event_queue.h"
#include "flow/receive_ledger.h"
#include "flow/sink_window.h"
#include "flow/timers.h"
#include "flow/transfer.h"
#include "zmodem/file_info.h"
#include "zmodem/header.h"
#include "zmodem/header_reader.h"
#include "zmodem/subpacket_reader.h"

namespace boardwalk::zmodem {

class Receiver final : public Transfer {
 public:
  enum class Begin {
    unasked,     // we were started first: call for a sender
    on_request,  // the sender's first header has been seen: answer it
  };

  // `config`, `events` and `window` must outlive it. `window` is used while the transfer runs.
  Receiver(const SessionConfig& config, EventQueue& events, SinkWindow& window,
           std::uint32_t& next_file_id, Begin begin, TimePoint now);

  std::size_t receive(Bytes in, TimePoint now) override;
  [[nodiscard]] std::size_t room() const override;
  void begin_turn() override;
  void end_turn() override;
  void transmit(UnitWriter& out, TimePoint now) override;
  void advance(TimePoint now) override;
  [[nodiscard]] TimePoint deadline() const override { return timers_.next(); }

  [[nodiscard]] bool has_met_peer() const override { return met_peer_; }
  [[nodiscard]] bool is_undecided() const override {
    return state_ == State::offered && files_ == 1;
  }
  [[nodiscard]] const std::optional<Ending>& ending() const override { return ending_; }
  [[nodiscard]] bool has_last_words() const override { return owes(Debt::finish); }
  [[nodiscard]] TransferStatus status() const override;

  void abandon(Fault fault) override;
  void lose_link() override;
  void accept(FileId id, FileOffset from, TimePoint now) override;
  void skip(FileId id, TimePoint now) override;
  void committed(FileId id, FileOffset end, TimePoint now) override;
  void saved(FileId id, TimePoint now) override;
  void sink_failed(FileId id) override;

 private:
  enum class State {
    greeting,     // between files: our invitation is out, or about to go out
    offered,      // the host has not decided about a file yet
    positioning,  // we named a position and wait for data from there
    data,         // inside a data frame
    between,      // a data frame ended well; the next header decides
    saving,       // everything has arrived; the host makes the file final
    farewell,     // ZFIN exchanged; "OO" may follow
  };
  // What the bytes that come next are.
  enum class Reading { headers, trailer, info, attention, command, message, file_data };
  // Replies to the peer. A newer one of a kind replaces the older: they are flags, not a queue.
  enum class Debt {
    attention_ack,
    free_count,
    command_done,
    nak,
    skip,
    position,
    ack,
    init,
    finish,
    count
  };
  enum class TimerName { contact, init_hold, silence, progress, recheck, farewell, count };

  [[nodiscard]] bool has_file() const;
  std::size_t read_some(Bytes in, TimePoint now);
  std::size_t read_farewell(Bytes in);
  void hear(HeaderReader::Found found, TimePoint now);
  void hear_header(const Header& header, TimePoint now);
  void hear_request(TimePoint now);
  void hear_command();
  void hear_data(const Header& header, TimePoint now);
  void hear_end_of_file(const Header& header, TimePoint now);
  void hear_finish();
  void hear_nak(TimePoint now);
  void hear_sender_skip(Outcome outcome, TimePoint now);
  void begin_subpacket(Reading what, HeaderForm form);
  void hear_subpacket(SubpacketReader::Found found, TimePoint now);
  void hear_damage(Reading what, SubpacketReader::Found found, TimePoint now);
  void hear_file_info(TimePoint now);
  void hear_file_data(TimePoint now);
  void offer(FileInfo info, TimePoint now);

  void ask_position(TimePoint now);
  void repair(TimePoint now);
  void doubt(TimePoint now);
  void ask_again(TimePoint now);
  void fail_once(Fault fault);
  void make_progress(TimePoint now);
  void finish_file(Outcome outcome);
  void leave_file(Outcome outcome, TimePoint now);
  void end_of_data(TimePoint now);
  void settle(TimePoint now);
  void end(std::optional<Fault> fault, Ending::Farewell farewell);
  void deliver();

  void owe(Debt debt) { debts_[static_cast<std::size_t>(debt)] = true; }
  void forgive(Debt debt) { debts_[static_cast<std::size_t>(debt)] = false; }
  [[nodiscard]] bool owes(Debt debt) const { return debts_[static_cast<std::size_t>(debt)]; }
  [[nodiscard]] Header reply(Debt debt) const;
  void paid(Debt debt, TimePoint now);
  void expect_headers();

  const SessionConfig& config_;
  EventQueue& events_;
  SinkWindow& window_;
  std::uint32_t& next_file_id_;

  State state_ = State::greeting;
  Reading reading_ = Reading::headers;
  Reading after_trailer_ = Reading::headers;
  HeaderReader headers_;
  HeaderTrailer trailer_;
  SubpacketReader subpacket_;
  std::array<std::byte, kMaxInfo> info_{};

  std::array<bool, static_cast<std::size_t>(Debt::count)> debts_{};
  Timers<TimerName> timers_;
  std::optional<Ending> ending_;
  bool met_peer_ = false;
  bool invited_ = false;  // our invitation has been sent at least once
  bool sender_escapes_controls_ = false;
  SubpacketForm form_;
  unsigned letters_ = 0;  // of "OO"
  std::optional<Fault> fault_at_farewell_;

  FileId file_{};
  std::deque<std::string> names_;  // the last is the file's; older ones may stand in events
  std::optional<std::uint64_t> size_;
  unsigned files_ = 0;
  ReceiveLedger ledger_;
  bool ack_when_committed_ = false;
  bool told_ended_ = false;                // FileEnded is out, saved() not yet in
  std::optional<std::uint32_t> last_end_;  // where the latest finished file ended

  unsigned failures_ = 0;  // in a row, without progress
  unsigned overlong_ = 0;  // subpackets in a row that were too long, without progress
  Duration recheck_delay_{};
  TimePoint asked_at_ = TimePoint::min();
  std::uint32_t errors_ = 0;
  std::size_t block_ = 0;
};

}  // namespace boardwalk::zmodem
