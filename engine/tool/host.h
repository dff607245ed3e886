// The pump: joins one Session to a line, to files and to a report, in one thread that sleeps in
// poll() whenever there is nothing to move.
//
// Order of a turn: what came in, then every event, then what goes out; so the back channel is
// looked at before every piece that is sent. Knows the session's rules, no protocol.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "boardwalk/session.h"
#include "tool/incoming_files.h"
#include "tool/line.h"
#include "tool/options.h"
#include "tool/outgoing_files.h"
#include "tool/report.h"
#include "tool/result.h"
#include "tool/signals.h"

namespace boardwalk::tool {

class Host {
 public:
  // Everything is borrowed and must outlive the host. Exactly one kind of files is given, by the
  // role in `options`; the other is null. `local_error`: some file could not even be offered.
  // `stop_at` is when --stop-at ends the transfer.
  Host(const Options& options, TimePoint stop_at, Line& line, const Signals& signals,
       Report& report, IncomingFiles* incoming, OutgoingFiles* outgoing, Tally tally);

  // Runs the transfer to its end and until the last byte is with the system. Once.
  [[nodiscard]] Ending run();

 private:
  // For the last bytes of a transfer, or of a cancelled one, to be taken by a peer that reads
  // slowly.
  static constexpr Duration kLastWords = std::chrono::seconds{5};

  // The file that reports are about.
  struct Current {
    FileId id{};
    FileFacts facts;
    FileOffset from;
    std::string why;  // what this side has to say about a bad end
    TransferStatus at_start;
    TimePoint started_at;
  };

  // Each returns whether anything moved.
  bool receive_some();
  bool send_some();
  bool take_events();

  void turn();
  void wait();
  void obey_signals();
  void notice_closed_line();
  void tick();
  void cancel_because(std::string_view reason);

  void handle(const TerminalBytes& event);
  void handle(const TransferStarted& event);
  void handle(const UploadWanted& event);
  void handle(const FileOffered& event);
  void handle(const ChecksumTold& event);
  void handle(const PeerMessage& event);
  void handle(const FileBytes& event);
  void handle(const FileEnded& event);
  void handle(const FileWanted& event);
  void handle(const FileStarted& event);
  void handle(const FileDone& event);
  void handle(const Refused& event);
  void handle(const TransferEnded& event);

  void answer_offer(IncomingFiles::Answer answer);
  void tell_free_space();
  void begin_report(FileId id, FileFacts facts, FileOffset from);
  void sink_failed(FileId id, const LocalError& error);
  void local_error(const LocalError& error);

  Report& report_;
  Line& line_;
  const Signals& signals_;
  IncomingFiles* incoming_;
  OutgoingFiles* outgoing_;
  Session session_;

  // Taken from the line, not yet by the session: [inbox_begin_, inbox_end_).
  std::unique_ptr<std::byte[]> inbox_;
  std::size_t inbox_begin_ = 0;
  std::size_t inbox_end_ = 0;
  // Said by the session, not yet taken by the line. Filled only when empty: for the session these
  // bytes are sent, so this is all that can stand between it and the line.
  std::unique_ptr<std::byte[]> outbox_;
  std::size_t outbox_begin_ = 0;
  std::size_t outbox_end_ = 0;

  std::optional<Current> current_;
  Tally tally_;
  std::optional<Fault> fault_;
  bool over_ = false;
  bool cancelled_ = false;
  bool sink_broken_ = false;
  bool wire_closed_told_ = false;
  TimePoint give_up_at_ = kNever;  // an end that the peer does not let happen
  TimePoint next_tick_ = kNever;
  std::uint64_t last_shown_ = 0;
};

}  // namespace boardwalk::tool
