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

// How file data stands on the line.
enum class DataMode {
  plain,
  run_length,  // RLE
  seven_bit,   // ESC8, with RLE
  packed,      // Pack-7
  turbo,       // MobyTurbo
};

// How file names stand on the wire (the protocols define no character set).
enum class NameEncoding { cp437, utf8 };

// What a sender asks a receiver to do about a file that exists already (ZF1 of ZFILE). A receiver's
// own policy comes first.
enum class Management : std::uint8_t {
  unspecified = 0,
  newer_or_longer = 1,  // receive if the source is newer or longer
  checksum = 2,         // receive if length or CRC-32 differ
  append = 3,           // add to the end of the existing file
  overwrite = 4,
  newer = 5,      // receive if the source is newer
  different = 6,  // receive if date or length differ
  protect = 7,    // never touch an existing file
  rename = 8,     // receive under a name that is free
};

// How a sender wants the bytes of a file to be stored (ZF0 of ZFILE).
enum class Conversion : std::uint8_t {
  unspecified = 0,
  binary = 1,  // as they are; beats a receiver that prefers text
  text = 2,    // line ends become those of the receiver's system
  resume = 3,  // binary, and an interrupted transfer goes on where it stopped
};

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

  // The modes. A receiver with one of them set asks for it; a sender obeys what it is asked for,
  // and with the mode set itself says so where the protocol has a word for that (docs/zmodem.md).
  bool escape_controls = false;   // ESCCTL: no control character stands on the line raw
  bool escape_8th = false;        // ESC8: no byte above 0x7f stands on the line
  bool pack7 = false;             // Pack-7: only printable characters, five for four bytes
  bool turbo = false;             // MobyTurbo: nothing but ZDLE is escaped
  bool rle = false;               // runs are sent as counts
  bool variable_headers = false;  // headers with a parameter count
  // Receiver: change to one of the modes by itself when the line turns out to need it.
  bool adapt_to_line = true;
  // Both: a damaged piece alone is sent again, if the other side can do that too (docs/decisions).
  bool selective_repeat = true;
  // Sender: wait for an answer after each subpacket.
  bool segmented = false;
  // Receiver: a buffer of so many bytes is announced: the sender waits before more. 0: none.
  std::uint16_t receive_buffer = 0;
  // Sender: what the receiver is asked for about each file.
  Management management = Management::unspecified;
  bool skip_if_missing = false;  // ZMSKNOLOC: leave out files that the receiver does not have
  Conversion conversion = Conversion::binary;
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
  // A transfer is given up when fewer than `least_rate` bytes per second arrived, on average, over
  // `least_rate_over` of moving file data. 0: never.
  std::uint64_t least_rate = 0;
  Duration least_rate_over = std::chrono::seconds{30};
  // A transfer is given up when it has lasted so long. 0: never.
  Duration time_limit{0};
};

struct SessionConfig {
  Opening opening = Opening::terminal;
  TelnetConfig telnet;
  ZmodemConfig zmodem;
  TimingConfig timing;
  // File bytes that wait for the host or for a hole before them to be filled; raised to 64 KiB if
  // smaller. A sender of ours counts on more than 3 MiB: what flows while a hole is told and
  // filled.
  std::size_t sink_window = std::size_t{4} << 20;
  // Largest FileWanted. Two such pieces are lent at a time.
  std::size_t source_piece = std::size_t{512} << 10;
};

}  // namespace boardwalk
