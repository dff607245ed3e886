// One subpacket in RLE, ESC8 or Pack-7: byte by byte, since these modes are chosen for lines where
// the line is what is slow.
//
// Same contract as SubpacketReader, which owns one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "boardwalk/bytes.h"
#include "zmodem/escaping.h"
#include "zmodem/form.h"
#include "zmodem/packed.h"
#include "zmodem/run_length.h"
#include "zmodem/seven_bit.h"
#include "zmodem/wire.h"

namespace boardwalk::zmodem {

enum class SubpacketFound {
  nothing,   // all bytes taken, more needed
  complete,  // size() bytes are good; end() says what follows
  damaged,   // wrong checksum or an impossible code
  too_long,  // more data than the room it was given
  cancel,    // five CANs in a row
};

class CodedReader {
 public:
  void begin(MutableBytes room, DataMode mode, RawControls raw);
  void move_to(MutableBytes room);
  [[nodiscard]] SubpacketFound take(std::byte value);
  [[nodiscard]] std::size_t size() const {
    return mode_ == DataMode::packed ? packed_size_ : runs_.size();
  }
  [[nodiscard]] SubpacketEnd end() const { return end_; }
  // Only RLE can lose it: the other two have none to lose.
  [[nodiscard]] bool eighth_bit_lost() const { return eighth_bit_lost_; }

 private:
  enum class Part { data, end, checksum };

  SubpacketFound take_run_length(std::byte value);
  SubpacketFound take_packed(std::byte value);
  SubpacketFound take_token(std::byte token);
  SubpacketFound take_end(std::byte value);
  SubpacketFound take_checksum(std::byte value);
  SubpacketFound finish_group();

  DataMode mode_ = DataMode::run_length;
  RawControls raw_ = RawControls::data;
  MutableBytes room_;
  Part part_ = Part::data;
  unsigned cancels_ = 0;
  bool escaped_ = false;    // run_length: behind ZDLE
  bool is_all_low_ = true;  // no token had bit 7
  bool eighth_bit_lost_ = false;
  RunDecoder runs_;
  Unquoter unquoter_;
  Unpacker unpacker_;
  std::size_t packed_size_ = 0;
  std::uint32_t crc_ = 0;
  SubpacketEnd end_ = SubpacketEnd::frame_ends;
  std::array<std::byte, 4> checksum_{};
  std::size_t checksum_size_ = 0;
};

}  // namespace boardwalk::zmodem
