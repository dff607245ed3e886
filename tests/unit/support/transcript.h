// Conversations as text files (tests/unit/transcripts/*.txt), played against a real Session.
//
// A stimulus and everything it must cause, no more and no less, in order:
//
//   session: receive            which Opening; first line after the comment
//   set: window 4096            a knob of SessionConfig, as many lines as needed
//   policy: skip b.bin          how the host behaves (see transcript.cc for all)
//   file: a.bin 3000            a file to send, in the order of sending
//
//   peer: ZDATA 0; DATA 64 go-on; DATA 64 go-on damaged      stimulus: bytes from the wire
//   time: 10s                                                stimulus: time passes
//   do: cancel                                               stimulus: the person or the host acts
//   us: ZRPOS 64                what the session puts on the wire because of it
//   host: file 0..64            what the host is told because of it
//   screen: "BBS> "             the text that the host is given for the screen
//
// Lines before the first stimulus say what the session does when it is made. A stimulus without
// `us:` must cause silence. Each transcript runs whole, byte by byte, and with a cut at every
// position of every `peer:` line; all runs must match the text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/session_under_test.h"

namespace boardwalk::test {

struct TranscriptStep {
  int line = 0;  // in the file, for messages
  std::string verb;
  std::string argument;
  std::string us;  // expected, joined by "; "
  std::string host;
  std::string screen;
};

struct Transcript {
  std::string name;
  SessionConfig config;
  HostPolicy policy;
  std::vector<OutgoingFile> files;
  std::vector<TranscriptStep> steps;  // the first one is "begin"
};

// How the bytes of `peer:` lines arrive.
struct Cut {
  enum class Kind { whole, byte_by_byte, once } kind = Kind::whole;
  std::size_t at = 0;  // once: counted over all peer lines
};

std::vector<std::string> transcript_names();
// Fails the test for a line that means nothing.
Transcript load_transcript(const std::string& name);

// Plays it; what differs from the text, or nothing. `peer_bytes` is set to the number of bytes the
// peer says in it.
std::optional<std::string> play(const Transcript& transcript, Cut cut,
                                std::size_t* peer_bytes = nullptr);

}  // namespace boardwalk::test
