// One real Session on a virtual clock, with a MemoryHost behind it and a test in the place of the
// peer: hears() gives it bytes, says() is what it put on the wire since, tells() what its host saw.
//
// After every stimulus everything is pumped until nothing moves, as session.h asks of a host. The
// room for its output can be limited, which is how a test stops a sender in the middle of a file.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "boardwalk/session.h"
#include "support/fake_peer.h"
#include "support/memory_host.h"
#include "support/wire_reader.h"

namespace boardwalk::test {

inline constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

class SessionUnderTest {
 public:
  explicit SessionUnderTest(SessionConfig config, HostPolicy policy = {});
  // Sends these files, which it hands over at once.
  SessionUnderTest(SessionConfig config, std::vector<OutgoingFile> files);

  // --- stimuli ---
  void hears(Bytes bytes);
  void hears_in_pieces(Bytes bytes, std::size_t piece);
  // A phrase or several ("ZDATA 0; DATA 1024 go-on") of the built-in FakePeer.
  void hears(std::string_view phrases);
  // Time passes; whatever falls due on the way happens at its own moment.
  void passes(Duration time);
  void cancels();
  void types(std::string_view keys);
  void loses_its_wire();
  FileId sends(OutgoingFile file);
  void allow(std::size_t bytes);  // so many more bytes may go out; kUnlimited at the beginning
  void pump();

  // --- observations ---
  // Described as in wire_reader.h, joined by "; "; empty string: silence.
  std::string says();
  std::vector<Heard> heard();  // the same items, undescribed
  Buffer said_bytes();         // raw
  // The host's log, joined by "; ".
  std::string tells();
  // Text for the screen, escaped and in quotes; empty: none.
  std::string shows();
  // Lets time pass until it says something or falls asleep for good; the time that took.
  Duration silence_before_speaking(Duration limit);

  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] MemoryHost& host() { return host_; }
  [[nodiscard]] const WireReader& reader() const { return reader_; }
  [[nodiscard]] FakePeer& peer() { return peer_; }
  [[nodiscard]] TimePoint now() const { return now_; }

 private:
  void receive_piece(Bytes piece);
  bool transmit_some();

  Session session_;
  MemoryHost host_;
  FakePeer peer_;
  WireReader reader_;
  TelnetStripper stripper_;
  bool telnet_;
  TimePoint now_ = TimePoint{} + std::chrono::seconds{5};
  std::size_t allowed_ = kUnlimited;
  std::unique_ptr<Buffer> held_;  // the piece the session may still look at
  std::unique_ptr<Buffer> outbox_;
  Buffer said_;
};

// Configurations as most tests want them.
SessionConfig receiving();
SessionConfig sending();
SessionConfig browsing();

std::string join(const std::vector<std::string>& lines);

}  // namespace boardwalk::test
