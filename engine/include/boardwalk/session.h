// Session: the only class a host creates. One connection to a board: telnet below, a terminal or
// a transfer above, no clock, no I/O, no thread, no callback, no exception.
//
// A host's turn: feed what came in (receive), pull every event (next_event), fill what may go out
// (transmit), set one alarm (deadline). Any call may make more events and more output, so repeat
// until receive takes nothing, next_event is empty and transmit writes nothing.
//
// There is no transport buffer: bytes returned by transmit() are sent, as far as both sides are
// concerned, and no encoded byte waits anywhere in here (docs/decisions/0001).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "boardwalk/bytes.h"
#include "boardwalk/config.h"
#include "boardwalk/event.h"
#include "boardwalk/position.h"
#include "boardwalk/time.h"

namespace boardwalk {

// A file the host offers for sending. `name` is UTF-8; directories in it are cut off.
struct FileToSend {
  FileId id;
  std::string_view name;
  std::uint64_t size = 0;
  std::int64_t modified = 0;  // seconds since 1970 UTC; 0: unknown
  std::uint32_t mode = 0;     // Unix permission bits; 0: unknown
};

// Numbers for a person, of the running or the last transfer.
struct TransferStatus {
  bool active = false;
  Direction direction = Direction::download;
  FileId file{};
  FileOffset confirmed;            // committed here (download) or acknowledged by the peer (upload)
  FileOffset reached;              // decoded here, or sent
  std::uint64_t resent_bytes = 0;  // file bytes sent, or asked for, more than once
  std::uint32_t errors = 0;        // damaged or missing pieces that were repaired
  std::size_t block = 0;           // bytes in the largest data subpacket of this file, or the last
  CrcKind crc = CrcKind::crc16;
  DataMode mode = DataMode::plain;
  bool escapes_controls = false;
};

// A room smaller than this may never be filled: the largest unit with every byte escaped and
// every escape doubled for telnet.
inline constexpr std::size_t kMaxUnit = 34 * 1024;

class Session {
 public:
  explicit Session(SessionConfig config);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  // Takes bytes from the wire; returns how many were taken, which is fewer than offered when an
  // event must be pulled first. Call again with the rest. Never keeps a reference to `in` beyond
  // the next call (see event.h).
  std::size_t receive(Bytes in, TimePoint now);

  // The next thing the host should know, or nothing. TerminalBytes and FileBytes come before
  // events that follow them on the wire.
  [[nodiscard]] std::optional<Event> next_event();

  // Writes whole units into `room`; returns how many bytes were written. 0: nothing to say, or
  // room for no unit (offer at least kMaxUnit to be sure).
  std::size_t transmit(MutableBytes room, TimePoint now);

  // Lets time pass. An older `now` counts as the latest one seen.
  void advance(TimePoint now);

  // When advance() must be called at the latest; kNever if only input can change anything.
  [[nodiscard]] TimePoint deadline() const;

  // --- the person at the terminal ---

  // Keys, in the board's character set; returns how many bytes were taken (the pending ones are
  // bounded). During a transfer all are taken and dropped: nothing typed may reach the line.
  std::size_t type(Bytes keys, TimePoint now);

  // The screen's size changed: told to the board (NAWS), after a running transfer.
  void resize(std::uint16_t columns, std::uint16_t rows);

  // --- transfers ---

  // Queues files; they go out when the peer asks (terminal) or at once (Opening::send, or a
  // pending UploadWanted). Names are copied.
  void send_files(std::span<const FileToSend> files, TimePoint now);

  // Takes a queued file back that has not been offered to the peer yet. false: too late.
  bool unqueue(FileId id);

  // Starts a transfer from the terminal without waiting for the peer's first header.
  void start(Direction direction, TimePoint now);

  // Ends the running transfer: cancel sequence, then silence is awaited, then TransferEnded.
  void cancel(TimePoint now);

  // The wire is gone; everything unfinished ends with Fault::link_lost.
  void wire_closed(TimePoint now);

  // --- files coming in ---

  // Answers FileOffered: receive from `from` on (0, or the length already stored).
  void accept(FileId id, FileOffset from, TimePoint now);

  // Before the answer to FileOffered: asks the sender for the CRC-32 of the first `length` bytes of
  // its file (0: all of it), to compare with what is here. ChecksumTold brings the answer. `length`
  // has to be below 2^32, which is what the protocol can name.
  void request_checksum(FileId id, std::uint64_t length, TimePoint now);

  // How many bytes can be stored, for senders that ask (ZFREECNT). Unknown until told.
  void tell_free_space(std::uint64_t bytes);

  // Leaves out a file: one that was offered, is being received, is queued or is being sent.
  void skip(FileId id, TimePoint now);

  // Every byte below `end` is stored. Monotonic; late reports for a finished file are ignored.
  void committed(FileId id, FileOffset end, TimePoint now);

  // Answers FileEnded: the file is final.
  void saved(FileId id, TimePoint now);

  // The file cannot be stored (disk full, permission gone): it is never acknowledged, and the
  // transfer is cancelled with Fault::sink_failed. To leave out one file, call skip() instead.
  void sink_failed(FileId id, TimePoint now);

  // --- files going out ---

  // Answers FileWanted. `data` is lent: it must stay unchanged until the second later provide()
  // that answers a FileWanted of its own, or until the file's FileDone. Dropped if this offset is
  // no longer wanted: a new FileWanted has been, or will be, told then.
  void provide(FileId id, FileOffset offset, Bytes data, TimePoint now);

  // The file cannot be read, or is shorter than promised: never padded; the transfer is cancelled
  // with Fault::source_failed.
  void source_failed(FileId id, TimePoint now);

  [[nodiscard]] TransferStatus status() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace boardwalk
