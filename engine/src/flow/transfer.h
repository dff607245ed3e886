// What the session asks of any transfer, whatever its protocol: bytes in, units out, time, and the
// host's answers about files. Events go into the queue the transfer was made with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "boardwalk/bytes.h"
#include "boardwalk/event.h"
#include "boardwalk/position.h"
#include "boardwalk/session.h"
#include "boardwalk/time.h"
#include "flow/unit_writer.h"

namespace boardwalk {

// How a transfer ended, once it has.
struct Ending {
  enum class Farewell {
    said,          // the protocol's own end has been exchanged
    cancel_owed,   // the peer must be told with a cancel sequence
    cancel_heard,  // the peer cancelled; the rest of its cancel sequence may follow
  };
  std::optional<Fault> fault;
  Farewell farewell = Farewell::said;
};

class Transfer {
 public:
  virtual ~Transfer() = default;

  // Takes bytes; returns how many. Fewer than offered only once it has ended: the rest is the
  // terminal's. Never offer more than room().
  virtual std::size_t receive(Bytes in, TimePoint now) = 0;
  // How many bytes it can take before the host must take some.
  [[nodiscard]] virtual std::size_t room() const = 0;
  // Called at the start of each of the host's turns: spans in older events are no longer needed.
  virtual void begin_turn() = 0;
  // Called when no more bytes come in this turn: hands over what has been decoded.
  virtual void end_turn() = 0;
  virtual void transmit(UnitWriter& out, TimePoint now) = 0;
  virtual void advance(TimePoint now) = 0;
  [[nodiscard]] virtual TimePoint deadline() const = 0;

  // Whether the peer has been heard: from then on the line is the protocol's alone.
  [[nodiscard]] virtual bool has_met_peer() const = 0;
  // Whether the person was asked and nothing has been moved yet (a cancel now means "no").
  [[nodiscard]] virtual bool is_undecided() const = 0;
  // Set once it has ended: no more bytes are taken, and when has_last_words() turns false, no more
  // are written.
  [[nodiscard]] virtual const std::optional<Ending>& ending() const = 0;
  [[nodiscard]] virtual bool has_last_words() const = 0;
  [[nodiscard]] virtual TransferStatus status() const = 0;
  // File data is on its way, or should be.
  [[nodiscard]] virtual bool is_moving_data() const = 0;

  // Ends at once: unfinished files get their FileDone.
  virtual void abandon(Fault fault) = 0;
  // The wire is gone.
  virtual void lose_link() = 0;

  // The host's answers; ids that are not the current file's are ignored.
  virtual void accept(FileId, FileOffset, TimePoint) {}
  virtual void request_checksum(FileId, std::uint64_t, TimePoint) {}
  virtual void tell_free_space(std::uint64_t) {}
  virtual void skip(FileId, TimePoint) {}
  virtual void committed(FileId, FileOffset, TimePoint) {}
  virtual void saved(FileId, TimePoint) {}
  virtual void sink_failed(FileId) {}
  virtual void files_queued(TimePoint) {}
  virtual void provide(FileId, FileOffset, Bytes, TimePoint) {}
  virtual void source_failed(FileId) {}
};

}  // namespace boardwalk
