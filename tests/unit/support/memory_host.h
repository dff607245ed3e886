// A host that keeps its files in memory: answers a session's events, on time or late, well or
// badly, and writes down what it was told.
//
// It is as strict as session.h allows: bytes lent to the session are freed at the first moment the
// session may no longer touch them (the address sanitizer sees a late reader), offered bytes must
// arrive without gaps, and every broken promise is a test failure.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "boardwalk/session.h"
#include "support/buffer.h"

namespace boardwalk::test {

// What to do with an offered file.
struct OfferAnswer {
  enum class Kind { accept, skip, say_nothing } kind = Kind::accept;
  std::uint64_t from = 0;  // accept: the length that is stored already
};

struct HostPolicy {
  Duration answer_delay{};  // to an offer
  Duration commit_delay{};
  Duration save_delay{};
  Duration source_delay{};
  bool commits = true;   // false: stored bytes are reported only by MemoryHost::commit_all()
  bool saves = true;     // false: an ended file is made final only by MemoryHost::save()
  bool provides = true;  // false: wanted bytes are given only by MemoryHost::provide()
  std::function<OfferAnswer(const std::string& name)> on_offer;  // empty: accept all from 0
  // Before the answer, the sender is asked for the checksums of so many bytes, one after the other.
  std::vector<std::uint64_t> questions;
  // The disk is full: the file of that name cannot hold more than so many bytes.
  std::string failing_sink;
  std::uint64_t sink_fails_at = 0;
  // Bytes stored but not committed at which the host stops reading the wire.
  std::uint64_t most_uncommitted = UINT64_MAX;
  // What the host itself has already, for files that are accepted from the middle.
  Content stored_before = Content::hashed();
};

struct OutgoingFile {
  std::string name;
  std::uint64_t size = 0;
  Content content = Content::hashed();
  std::int64_t modified = 1700000000;
  std::uint32_t mode = 0644;
  // Reading at or beyond this offset fails.
  std::uint64_t fails_at = UINT64_MAX;
};

struct IncomingFile {
  FileId id;
  std::string name;
  std::optional<std::uint64_t> claimed_size;
  std::int64_t modified = 0;
  std::uint32_t mode = 0;
  std::uint32_t files_left = 0;
  std::uint64_t bytes_left = 0;
  Management management = Management::unspecified;
  bool skip_if_missing = false;
  Conversion conversion = Conversion::unspecified;
  std::vector<std::optional<std::uint32_t>> checksums;  // the answers to HostPolicy::questions
  std::uint64_t from = 0;                               // first byte of `bytes` in the file
  Buffer bytes;
  std::uint64_t committed = 0;
  bool accepted = false;
  bool ended = false;  // FileEnded has been told
  bool final = false;
  std::optional<Outcome> outcome;
};

class MemoryHost {
 public:
  MemoryHost(Session& session, HostPolicy policy) : session_(session), policy_(std::move(policy)) {}

  // --- outgoing ---
  FileId add(OutgoingFile file);
  void send_all(TimePoint now);  // hands every file added since the last time to the session

  // --- what the session says ---
  void obey(const Event& event, TimePoint now);
  // Late answers that are due.
  void run_due(TimePoint now);
  [[nodiscard]] TimePoint deadline() const;
  // The wire must not be read now (too much uncommitted).
  [[nodiscard]] bool is_behind() const;

  // --- by hand, where the policy says so ---
  void commit_all(TimePoint now);
  void commit(std::uint64_t bytes, TimePoint now);  // so many more of the latest file
  void accept(std::uint64_t from, TimePoint now);   // the latest offer
  void save(TimePoint now);
  void provide(TimePoint now);  // everything asked for so far, in order

  // --- afterwards ---
  // What happened since the last call, text for the screen left out: in one receive() that comes
  // before all other events, so its place among them depends on how the wire was cut.
  std::vector<std::string> take_log();
  // Text for the screen since the last call.
  std::string take_screen();
  [[nodiscard]] const std::vector<IncomingFile>& incoming() const { return incoming_; }
  [[nodiscard]] const std::map<FileId, FileDone>& done() const { return done_; }
  [[nodiscard]] std::optional<Outcome> outcome(FileId id) const;
  [[nodiscard]] const std::string& terminal() const { return terminal_; }
  [[nodiscard]] const std::vector<FileWanted>& wanted() const { return wanted_; }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] std::optional<Fault> fault() const { return fault_; }
  [[nodiscard]] HostPolicy& policy() { return policy_; }

 private:
  void on(const TerminalBytes& event, TimePoint now);
  void on(const TransferStarted& event, TimePoint now);
  void on(const UploadWanted& event, TimePoint now);
  void on(const FileOffered& event, TimePoint now);
  void on(const FileBytes& event, TimePoint now);
  void on(const FileEnded& event, TimePoint now);
  void on(const FileWanted& event, TimePoint now);
  void on(const FileStarted& event, TimePoint now);
  void on(const FileDone& event, TimePoint now);
  void on(const ChecksumTold& event, TimePoint now);
  void on(const PeerMessage& event, TimePoint now);
  void on(const Refused& event, TimePoint now);
  void on(const TransferEnded& event, TimePoint now);

  void later(Duration delay, TimePoint now, std::function<void(TimePoint)> action);
  void think(FileId id, TimePoint now);
  void answer_offer(FileId id, const OfferAnswer& answer, TimePoint now);
  void give(const FileWanted& wanted, TimePoint now);
  void log(std::string line);
  IncomingFile& incoming(FileId id);

  Session& session_;
  HostPolicy policy_;
  std::map<FileId, OutgoingFile> outgoing_;
  std::vector<FileId> unsent_;
  std::vector<IncomingFile> incoming_;
  std::map<FileId, FileDone> done_;
  std::vector<FileWanted> wanted_;
  std::map<FileId, std::deque<std::unique_ptr<Buffer>>> lent_;
  std::multimap<TimePoint, std::function<void(TimePoint)>> pending_;
  TimePoint last_commit_{};
  std::vector<std::string> log_;
  std::string terminal_;  // everything
  std::string screen_;    // since the last look
  std::uint32_t next_id_ = 1000;
  bool ended_ = false;
  std::optional<Fault> fault_;
};

}  // namespace boardwalk::test
