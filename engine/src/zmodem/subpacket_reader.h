// Wire bytes to file bytes: unescapes one data subpacket straight into memory of the caller and
// checks it. Resumable at any byte; nothing it wrote counts before it says `complete`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "boardwalk/bytes.h"
#include "zmodem/escaping.h"
#include "zmodem/form.h"
#include "zmodem/wire.h"

namespace boardwalk::zmodem {

class SubpacketReader {
 public:
  enum class Found {
    nothing,   // all bytes taken, more needed
    complete,  // size() bytes are good; end() says what follows
    damaged,   // wrong checksum or an impossible escape
    too_long,  // more data than the room it was given
    cancel,    // five CANs in a row
  };
  struct Step {
    std::size_t consumed;
    Found found;
  };

  // Expects a subpacket whose data goes to `room`, which must stay valid until it ends or moves.
  void begin(MutableBytes room, SubpacketForm form, RawControls raw);

  // Takes bytes up to and including the one that completes or breaks the subpacket.
  Step read(Bytes in);

  // The same memory, moved: the bytes decoded so far already stand at the front of `room`.
  void move_to(MutableBytes room) { room_ = room; }

  // Bytes decoded so far.
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] SubpacketEnd end() const { return end_; }

 private:
  enum class State { data, escaped, checksum, checksum_escaped };

  Found take_special(std::byte value);
  Found take_escaped(std::byte value);
  Found take_checksum(std::byte value);
  Found store(std::byte value);
  [[nodiscard]] bool checksum_is_good() const;

  MutableBytes room_;
  CrcKind crc_ = CrcKind::crc16;
  const ByteClass* stops_ = &kStops;
  State state_ = State::data;
  std::size_t size_ = 0;
  unsigned cancels_ = 0;
  SubpacketEnd end_ = SubpacketEnd::frame_ends;
  std::array<std::byte, 4> checksum_{};
  std::size_t checksum_size_ = 0;
};

}  // namespace boardwalk::zmodem
