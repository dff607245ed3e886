// Port: a Session as JavaScript can use it without a cost per byte or per event. Fixed windows in
// the heap carry the bytes, a report of doubles carries the numbers, one call carries one message.
//
// Knows nothing of Embind (bindings.cc names these members) and nothing of browsers. On the byte's
// road it stands between web/src/engine/engine_port.ts and boardwalk::Session.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "boardwalk/session.h"
#include "report.h"
#include "settings.h"

namespace boardwalk {

// A file for sending, as JavaScript describes it.
struct PortFile {
  std::uint32_t id = 0;
  std::string name;  // UTF-8
  double size = 0;
  double modified = 0;  // seconds since 1970 UTC; 0: unknown
};

enum class PortEventKind : std::uint32_t {
  none,  // takeEvent() had nothing
  transfer_started,
  upload_wanted,
  file_offered,
  checksum_told,
  file_ended,
  file_wanted,
  file_started,
  file_done,
  peer_message,
  refused,
  transfer_ended,
};

// One event that is not bulk: a few per file. Which members mean something depends on `kind` and
// follows event.h; the others keep the values written here.
struct PortEvent {
  PortEventKind kind = PortEventKind::none;
  std::uint32_t id = 0;
  std::string name{};  // file_offered
  double size = -1;   // file_offered: -1 is "the peer did not say"; file_ended, file_done: position
  double offset = 0;  // file_wanted, file_started
  double length = 0;  // file_wanted, checksum_told
  double modified = 0;                              // file_offered
  Management management = Management::unspecified;  // file_offered
  bool skip_if_missing = false;                     // file_offered
  Conversion conversion = Conversion::unspecified;  // file_offered
  double crc32 = -1;   // checksum_told: -1 is "the peer does not answer that"
  std::string text{};  // peer_message: in the board's character set, one character per byte
  Direction direction = Direction::download;       // transfer_started
  Outcome outcome = Outcome::complete;             // file_done
  bool failed = false;                             // transfer_ended: `fault` means something
  Fault fault = Fault::host_misuse;                // transfer_ended
  Refused::What refused = Refused::What::command;  // refused
};

class Port {
 public:
  static constexpr std::size_t kInboxBytes = std::size_t{256} << 10;  // four messages of a bridge
  static constexpr std::size_t kOutboxBytes = std::size_t{256}
                                              << 10;  // what one line error may cost
  static constexpr std::size_t kSourceBytes = std::size_t{512} << 10;  // per piece
  static constexpr std::size_t kKeyBytes = std::size_t{4} << 10;

  // Allocates every window; nothing on the data path allocates afterwards. Traps if the settings
  // have a problem (settings.h): ask first.
  explicit Port(const PortSettings& settings);
  Port(const Port&) = delete;
  Port& operator=(const Port&) = delete;

  // Addresses of the windows; they stay where they are for the life of the Port.
  [[nodiscard]] std::uintptr_t inbox() const;
  [[nodiscard]] std::uintptr_t outbox() const;
  [[nodiscard]] std::uintptr_t keys() const;
  [[nodiscard]] std::uintptr_t report() const;
  // Where the bytes of the next provide() belong: always a piece that is not lent.
  [[nodiscard]] std::uintptr_t source() const;

  // One turn: receive, gather events, transmit, report. `in_length` bytes stand at the start of
  // the inbox; it must be 0 while the report says that earlier ones are pending, which then go
  // first. With no input at all, time passes instead, so a late timer can never outrun bytes that
  // have arrived. At most `out_room` bytes are written to the outbox. Heap addresses in the report
  // hold until the next call of any member.
  void step(std::uint32_t in_length, std::uint32_t out_room, double now_ms);

  // The same turn without input and without time: for a host that holds the peer back for the
  // moment, and after any call below.
  void speak(std::uint32_t out_room, double now_ms);

  // The oldest event not taken yet; kind none when there is none.
  PortEvent take_event();

  // The members below pass straight to Session (see session.h); their events and output come with
  // the next step() or speak().

  // The first `length` bytes of the key window; returns how many were taken.
  std::uint32_t type(std::uint32_t length, double now_ms);
  void resize(std::uint32_t columns, std::uint32_t rows);
  void queue_file(const PortFile& file, double now_ms);
  bool unqueue(std::uint32_t id);
  void start(Direction direction, double now_ms);
  void cancel(double now_ms);
  void wire_closed(double now_ms);
  void accept(std::uint32_t id, double from, double now_ms);
  void request_checksum(std::uint32_t id, double length, double now_ms);
  void tell_free_space(double bytes);
  void skip(std::uint32_t id, double now_ms);
  void committed(std::uint32_t id, double end, double now_ms);
  void saved(std::uint32_t id, double now_ms);
  void sink_failed(std::uint32_t id, double now_ms);
  // `length` bytes stand at source(). Only the newest file_wanted may be answered; an answer to an
  // older one is dropped here, so that it takes no piece from the two the session may hold.
  void provide(std::uint32_t id, double offset, std::uint32_t length, double now_ms);
  void source_failed(std::uint32_t id, double now_ms);

 private:
  void gather_events();
  void note(const Event& event);
  void finish_turn(std::uint32_t out_room, TimePoint now);

  Session session_;
  std::vector<std::byte> inbox_;
  std::vector<std::byte> outbox_;
  std::vector<std::byte> keys_;
  std::vector<std::byte> source_;
  std::size_t source_piece_ = 0;
  std::optional<FileWanted> wanted_;
  std::size_t inbox_begin_ = 0;
  std::size_t inbox_end_ = 0;
  std::deque<PortEvent> events_;
  Report report_;
};

}  // namespace boardwalk
