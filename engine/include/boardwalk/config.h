// Every knob of a session, its default, and why the default is what it is.
//
// Plain values, copied into the session when it is made; nothing here changes later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "boardwalk/time.h"

namespace boardwalk {

// What the session does when it is made.
enum class Opening {
  terminal,  // a terminal that watches for the start of a transfer (a person browsing a board)
  send,      // a transfer at once: we have files for the peer
  receive,   // a transfer at once: the peer has files for us
};

enum class CrcKind { crc16, crc32 };

// How file names stand on the wire (the protocols define no character set).
enum class NameEncoding { cp437, utf8 };

struct TelnetConfig {
  // false: a raw line (pipe, raw TCP, WebSocket that carries no telnet): no byte is special.
  bool enabled = false;
  // Offer BINARY and SGA both ways once the peer has shown that it speaks telnet. Boards that are
  // raw TCP never see a command that way.
  bool offer_options = true;
  // Answers to TTYPE SEND in order; the last one is repeated once, then the list begins again
  // (RFC 1091). "xterm" would make CP437 boards send UTF-8.
  std::vector<std::string> terminal_types = {"ansi-bbs", "ansi"};
  std::uint16_t columns = 80;
  std::uint16_t rows = 25;
};

struct ZmodemConfig {
  // Largest data subpacket sent. Nothing in the handshake says that a peer can take more than
  // 1024, so more is the user's decision.
  std::size_t largest_block = 1024;
  std::size_t first_block = 1024;
  // Sender: the best it may use. Receiver: what it offers.
  CrcKind crc = CrcKind::crc32;
  // Most unacknowledged bytes while sending; 0: stream without a limit.
  std::uint64_t window = 0;
  NameEncoding name_encoding = NameEncoding::cp437;
  // Text before the first ZRQINIT: starts `rz` when a shell reads it, as lrzsz does.
  bool announce_with_rz = true;
};

struct TimingConfig {
  Duration contact = std::chrono::seconds{10};  // between two calls for a peer that is silent
  Duration reply = std::chrono::seconds{10};    // for an answer to a header
  Duration data = std::chrono::seconds{10};     // for the next byte of a file
  Duration stall = std::chrono::seconds{120};   // for a good piece of a file, whatever bytes come
  Duration finish = std::chrono::seconds{1};    // for "OO" after ZFIN, with a terminal waiting
  // The same without one: long enough to repeat a good-bye that the sender did not get.
  Duration linger = std::chrono::seconds{12};
  Duration quiet = std::chrono::milliseconds{500};    // silence that ends a cancelled transfer
  Duration contact_limit = std::chrono::seconds{60};  // give up when nobody answers at all
  unsigned retries = 10;                              // failures in a row without any progress
};

struct SessionConfig {
  Opening opening = Opening::terminal;
  TelnetConfig telnet;
  ZmodemConfig zmodem;
  TimingConfig timing;
  // Decoded file bytes that wait for the host; raised to 64 KiB if smaller.
  std::size_t sink_window = std::size_t{1} << 20;
  // Largest FileWanted. Two such pieces are lent at a time.
  std::size_t source_piece = std::size_t{512} << 10;
};

}  // namespace boardwalk
