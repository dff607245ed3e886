// The receiving side of ZMODEM as a state machine over spans: files come in, replies go out.
//
// Sole writer of the receive ledger. It has no clock and no output buffer: replies are owed state,
// turned into bytes only when transmit() is given room. States and transitions stand in
// docs/zmodem_states.md.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "boardwalk/config.h"
#include "flow/event_queue.h"
#include "flow/receive_ledger.h"
#include "flow/round_trip.h"
#include "flow/sink_window.h"
#include "flow/timers.h"
#include "flow/transfer.h"
#include "zmodem/file_info.h"
#include "zmodem/header.h"
#include "zmodem/header_reader.h"
#include "zmodem/receive_modes.h"
#include "zmodem/subpacket_reader.h"
#include "zmodem/turbo_probe.h"

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

  // The sender's header that made the session start this transfer.
  void hear_first(const Header& header) { modes_.hear_call(header); }

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
  [[nodiscard]] bool is_moving_data() const override {
    return state_ == State::positioning || state_ == State::data || state_ == State::between;
  }

  void abandon(Fault fault) override;
  void lose_link() override;
  void request_checksum(FileId id, std::uint64_t length, TimePoint now) override;
  void tell_free_space(std::uint64_t bytes) override { free_space_ = bytes; }
  void accept(FileId id, FileOffset from, TimePoint now) override;
  void skip(FileId id, TimePoint now) override;
  void committed(FileId id, FileOffset end, TimePoint now) override;
  void saved(FileId id, TimePoint now) override;
  void sink_failed(FileId id) override;

 private:
  enum class State {
    greeting,     // between files: our invitation is out, or about to go out
    offered,      // the host has not decided about a file yet
    comparing,    // …and wants the sender's checksum first
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
    attention,
    attention_ack,
    free_count,
    command_done,
    nak,
    skip,
    checksum,
    position,
    holes,
    ack,
    init,
    finish,
    count
  };
  enum class TimerName {
    contact,
    init_hold,
    silence,
    quiet,
    progress,
    recheck,
    compare,
    farewell,
    count
  };
  struct Hole {
    FileOffset from;
    FileOffset to;
  };
  // How soon a request is repeated when what arrives cannot be its answer; doubled each time, since
  // data that was on its way before the request looks the same. The first is for as long as nobody
  // has answered anything.
  static constexpr Duration kFirstDoubt = std::chrono::milliseconds{500};
  static constexpr Duration kShortestDoubt = std::chrono::milliseconds{100};
  static constexpr Duration kLongestDoubt = std::chrono::seconds{8};
  // As long as bytes keep coming, so many of them may have been on their way before the request:
  // what sockets and pipes hold. Doubled each time too.
  static constexpr std::uint64_t kOnTheWay = 64 * 1024;
  // A checksum of a large file on a slow disk takes long; some senders never answer.
  static constexpr Duration kChecksumTakes = std::chrono::seconds{30};
  // A damaged beginning of a file is the line's fault once; the second time in a row the line may
  // be one that does not carry our bytes.
  static constexpr unsigned kBadStartsForRemedy = 2;
  // In the middle of a file: failures in a row, at one place, with ever smaller pieces.
  static constexpr unsigned kFailuresForRemedy = 6;

  [[nodiscard]] bool has_file() const;
  std::size_t read_some(Bytes in, TimePoint now);
  std::size_t read_farewell(Bytes in);
  void hear(HeaderReader::Found found, TimePoint now);
  void hear_header(const Header& header, TimePoint now);
  void hear_request(TimePoint now);
  void hear_command();
  void hear_message();
  void hear_attention();
  void hear_checksum(const Header& header);
  void hear_end_of_file(const Header& header, TimePoint now);
  void hear_finish();
  void hear_nak(TimePoint now);
  void hear_sender_skip(Outcome outcome, TimePoint now);
  void begin_block(Reading what, HeaderForm form);
  void hear_subpacket(SubpacketReader::Found found, TimePoint now);
  void hear_damage(Reading what, SubpacketReader::Found found, TimePoint now);
  void hear_file_info(TimePoint now);
  void offer(FileInfo info, TimePoint now);

  // Data (receiver_data.cc).
  void hear_data(const Header& header, TimePoint now);
  [[nodiscard]] bool is_suspicious();
  void hear_file_data(TimePoint now);
  void hear_data_damage(SubpacketReader::Found found, TimePoint now);
  void drop_subpacket();
  void hear_early_end(FileOffset end, TimePoint now);
  bool begin_data_subpacket();
  void advance_decoded(std::size_t count, TimePoint now);
  [[nodiscard]] bool has_holes() const;
  [[nodiscard]] std::optional<Hole> hole(std::size_t n) const;
  void report_holes(TimePoint now);
  void reopen_hole(TimePoint now);
  void learn_end_of_hit(FileOffset next);
  [[nodiscard]] bool pay_holes(UnitWriter& out, TimePoint now);
  void ask_for_holes_again(TimePoint now);
  [[nodiscard]] std::size_t distance_of(FileOffset at) const {
    return static_cast<std::size_t>(at - ledger_.decoded());
  }
  [[nodiscard]] bool is_decoding() const {
    return reading_ == Reading::file_data ||
           (reading_ == Reading::trailer && after_trailer_ == Reading::file_data);
  }
  [[nodiscard]] std::size_t partial() const;
  void follow_window();

  void hear_same_offer(TimePoint now);
  void tell_checksum(std::optional<std::uint32_t> crc32);
  void tell_checksum_of(std::uint64_t length, std::optional<std::uint32_t> crc32);
  [[nodiscard]] std::uint32_t free_space_on_wire() const;
  void hear_lost_eighth_bit(TimePoint now);
  bool remedy(TimePoint now);
  void ask_position(TimePoint now);
  void repair(TimePoint now);
  void doubt(TimePoint now);
  void watch_for_quiet(TimePoint now);
  void ask_again(TimePoint now);
  [[nodiscard]] FileOffset acknowledged_place() const;
  [[nodiscard]] bool may_be_on_the_way(TimePoint now) const;
  void fail_once(Fault fault);
  void make_progress(TimePoint now);
  [[nodiscard]] Duration first_doubt() const {
    const auto patience = round_trip_.patience();
    return patience ? std::clamp(*patience, kShortestDoubt, kLongestDoubt) : kFirstDoubt;
  }
  [[nodiscard]] RawControls raw_controls() const {
    return modes_.controls_come_escaped() ? RawControls::dropped : RawControls::data;
  }
  void finish_file(Outcome outcome);
  void leave_file(Outcome outcome, TimePoint now);
  void end_of_data(TimePoint now);
  void settle(TimePoint now);
  void end(std::optional<Fault> fault, Ending::Farewell farewell);
  void deliver();

  void owe(Debt debt) { debts_[static_cast<std::size_t>(debt)] = true; }
  void forgive(Debt debt) { debts_[static_cast<std::size_t>(debt)] = false; }
  [[nodiscard]] bool owes(Debt debt) const { return debts_[static_cast<std::size_t>(debt)]; }
  [[nodiscard]] bool pay(Debt debt, UnitWriter& out, TimePoint now);
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
  ReceiveModes modes_;
  std::array<std::byte, kLongestAttention> attention_{};  // up to its first NUL
  std::optional<std::uint64_t> free_space_;
  unsigned bad_starts_ = 0;  // damaged beginnings of a file, in a row
  unsigned letters_ = 0;     // of "OO"
  std::optional<Fault> fault_at_farewell_;

  FileId file_{};
  Header file_header_;  // of the latest ZFILE
  HeaderForm file_form_ = HeaderForm::hex;
  TurboProbe probe_;
  FileInfo file_info_;
  std::deque<std::string> strings_;  // what the events of this turn point to
  unsigned files_ = 0;
  ReceiveLedger ledger_;
  bool ack_when_committed_ = false;
  std::uint32_t checksum_length_ = 0;  // of the comparison that is running
  unsigned comparisons_ = 0;           // how often it has been asked for

  // The data frame being read.
  SubpacketForm frame_form_;
  FileOffset frame_at_;                             // where its next subpacket belongs
  std::size_t frame_block_ = 0;                     // size of its latest subpacket
  std::optional<FileOffset> suspected_at_;          // where one looked like two
  std::array<std::byte, kMaxSubpacket> scratch_{};  // for what we have already

  // Holes: what was sent and is missing.
  FileOffset known_to_;              // how far the sender is known to have been
  FileOffset reported_to_;           // holes before this have been reported
  std::array<Hole, 32> reopened_{};  // …but these have been hit again since
  std::size_t reopened_count_ = 0;
  std::optional<Hole> hit_;  // the latest of them, whose end is not known yet
  unsigned hits_here_ = 0;   // data damaged at the very place that is decoded next, in a row

  bool told_ended_ = false;                // FileEnded is out, saved() not yet in
  std::optional<std::uint32_t> last_end_;  // where the latest finished file ended

  unsigned refills_hit_ =
      0;                   // pieces sent again and hit again, since anything was decoded in order
  unsigned failures_ = 0;  // in a row, without progress
  unsigned overlong_ = 0;  // subpackets in a row that were too long, without progress
  Duration recheck_delay_{};
  unsigned quiet_asks_ = 0;               // in a row, without progress
  std::uint64_t on_the_way_ = kOnTheWay;  // what may come before an answer does
  std::uint64_t heard_ = 0;               // bytes, ever
  std::uint64_t heard_when_asked_ = 0;
  std::uint64_t heard_when_checked_ = 0;
  RoundTrip round_trip_;  // from a ZRPOS, about a hole or not, to the data at its place
  TimePoint asked_at_ = TimePoint::min();
  std::uint32_t errors_ = 0;
  std::size_t block_ = 0;
};

}  // namespace boardwalk::zmodem
