// Wire bytes to file bytes: unescapes one data subpacket straight into memory of the caller and
// checks it. Resumable at any byte; nothing it wrote counts before it says `complete`.
//
// Plain data and MobyTurbo are copied in runs; the rare codings (RLE, ESC8, Pack-7) go byte by byte
// through a decoder of their own (coded_reader.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "boardwalk/bytes.h"
#include "zmodem/coded_reader.h"
#include "zmodem/escaping.h"
#include "zmodem/form.h"
#include "zmodem/wire.h"

namespace boardwalk::zmodem {

class SubpacketReader {
 public:
  using Found = SubpacketFound;
  struct Step {
    std::size_t consumed;
    Found found;
  };

  // Expects a subpacket whose data goes to `room`, which must stay valid until it ends or moves.
  void begin(MutableBytes room, SubpacketForm form, RawControls raw);

  // Takes bytes up to and including the one that completes or breaks the subpacket.
  Step read(Bytes in);

  // The same memory, moved: the bytes decoded so far already stand at the front of `room`.
  void move_to(MutableBytes room);

  // Bytes decoded so far.
  [[nodiscard]] std::size_t size() const { return is_coded_ ? coded_.size() : size_; }
  [[nodiscard]] SubpacketEnd end() const { return is_coded_ ? coded_.end() : end_; }
  // After `damaged`: the checksum is the right one but for bit 7 of its bytes, and nothing else has
  // that bit: the line has only seven.
  [[nodiscard]] bool eighth_bit_lost() const {
    return is_coded_ ? coded_.eighth_bit_lost() : eighth_bit_lost_;
  }

 private:
  enum class State { data, escaped, checksum, checksum_escaped };

  Found take_special(std::byte value);
  Found take_escaped(std::byte value);
  Found take_checksum(std::byte value);
  Found store(std::byte value);
  Found judge();

  MutableBytes room_;
  CrcKind crc_ = CrcKind::crc16;
  bool is_coded_ = false;
  bool counts_cancels_ = true;
  bool eighth_bit_lost_ = false;
  const ByteClass* stops_ = &kStops;
  State state_ = State::data;
  std::size_t size_ = 0;
  unsigned cancels_ = 0;
  SubpacketEnd end_ = SubpacketEnd::frame_ends;
  std::array<std::byte, 4> checksum_{};
  std::size_t checksum_size_ = 0;
  CodedReader coded_;
};

}  // namespace boardwalk::zmodem
