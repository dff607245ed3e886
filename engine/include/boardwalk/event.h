// What a session tells its host. Events are pulled with Session::next_event(), never pushed, so
// the host is never re-entered in the middle of a decode.
//
// Lifetime: spans and string views in an event are valid until the next receive() or advance().
// One receive() makes at most one TerminalBytes and at most one FileBytes, and TerminalBytes only
// as its first event.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "boardwalk/bytes.h"
#include "boardwalk/config.h"
#include "boardwalk/position.h"

namespace boardwalk {

enum class Direction { download, upload };  // as seen from the host: files come, files go

// Why a transfer ended badly. Damage on the line is repaired and counted, never a fault by itself.
enum class Fault {
  cancelled_here,     // Session::cancel()
  cancelled_by_peer,  // five CAN in a row, ZABORT, or ZFIN in the middle of a file
  peer_silent,        // no answer within the limits of TimingConfig
  link_lost,          // wire_closed() before the end
  too_many_errors,    // TimingConfig::retries failures without progress
  too_slow,           // fewer bytes per second than TimingConfig::least_rate
  time_is_up,         // TimingConfig::time_limit
  peer_lacks_64_bit,  // it lost its place in a file beyond the 32 bits that its positions have
  peer_broke_rules,   // an answer that no repair can mend (a position beyond the file, …)
  source_failed,      // a local file could not be read to its promised end
  sink_failed,        // a local file could not be stored
  host_misuse,        // the host broke the rules of session.h
};

enum class Outcome {
  complete,         // every byte stored (download) or acknowledged by the peer (upload)
  skipped_here,     // Session::skip()
  skipped_by_peer,  // the board has it, or does not want it
  failed,           // it could not be read, stored or understood
  cancelled,        // the transfer ended before this file did
};

// Bytes for the screen, telnet removed.
struct TerminalBytes {
  Bytes bytes;
};

// A transfer begins: by the peer's first header, or by the host.
struct TransferStarted {
  Direction direction;
};

// The peer wants files and none are queued: answer with send_files() or cancel(), any time.
// Its repeated requests are absorbed meanwhile.
struct UploadWanted {};

// The peer offers a file: answer with accept() or skip(), any time; request_checksum() may come
// before, any number of times.
struct FileOffered {
  FileId id;
  std::string_view name;  // UTF-8, safe as a single path component; never empty
  // The name with the folders that the sender put before it: safe components with '/' between, none
  // of them empty, "." or "..". Equal to `name` without folders.
  std::string_view path;
  std::optional<std::uint64_t> size;  // what the peer claims; an estimate, the end is FileEnded
  std::int64_t modified = 0;          // seconds since 1970 UTC; 0: unknown
  std::uint32_t mode = 0;             // Unix permission bits; 0: unknown
  std::uint32_t files_left = 0;       // including this one; 0: unknown
  std::uint64_t bytes_left = 0;       // including this one; 0: unknown
  // What the sender asks for; the host's own policy comes first.
  Management management = Management::unspecified;
  bool skip_if_missing = false;  // receive it only if a file of that name is here
  Conversion conversion = Conversion::unspecified;
};

// Answers request_checksum(): the CRC-32 of the first `length` bytes of the file as the sender has
// it (0: of the whole file). Nothing: the sender does not answer such questions.
struct ChecksumTold {
  FileId id;
  std::uint64_t length = 0;
  std::optional<std::uint32_t> crc32;
};

// Text of the peer for the person (ZSTDERR): its bytes, without control characters.
struct PeerMessage {
  std::string_view text;
};

// File bytes, in order, without gaps. Store them, then call committed().
struct FileBytes {
  FileId id;
  FileOffset offset;
  Bytes bytes;
};

// The peer has sent everything and everything is committed: make the file final, then call
// saved() or sink_failed(). The peer hears nothing until then.
struct FileEnded {
  FileId id;
  FileOffset size;
};

// The engine will need these bytes of an outgoing file: call provide() or source_failed().
struct FileWanted {
  FileId id;
  FileOffset offset;
  std::size_t length;  // never more than SessionConfig::source_piece, never past the file's size
};

// An outgoing file has been offered to the peer and is being waited for or sent.
struct FileStarted {
  FileId id;
  FileOffset from;  // where the peer wants it to begin
};

struct FileDone {
  FileId id;
  Outcome outcome;
  std::uint64_t bytes;  // position reached: committed (download) or acknowledged (upload)
};

// The peer asked for something that is never done here.
struct Refused {
  enum class What { command, mail } what;
};

// The transfer is over and the line belongs to the terminal again.
struct TransferEnded {
  std::optional<Fault> fault;
};

using Event =
    std::variant<TerminalBytes, TransferStarted, UploadWanted, FileOffered, ChecksumTold, FileBytes,
                 FileEnded, FileWanted, FileStarted, FileDone, PeerMessage, Refused, TransferEnded>;

}  // namespace boardwalk
