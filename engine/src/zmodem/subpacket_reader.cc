// See subpacket_reader.h. Section 7.4.
#include "zmodem/subpacket_reader.h"

#include <algorithm>
#include <cstring>

#include "kernels/crc16.h"
#include "kernels/crc32.h"
#include "kernels/scan.h"
#include "zmodem/escaping.h"

namespace boardwalk::zmodem {

void SubpacketReader::begin(MutableBytes room, SubpacketForm form, RawControls raw) {
  room_ = room;
  crc_ = form.crc;
  is_coded_ = form.mode != DataMode::plain && form.mode != DataMode::turbo;
  counts_cancels_ = form.mode != DataMode::turbo;
  eighth_bit_lost_ = false;
  if (is_coded_) {
    coded_.begin(room, form.mode, raw);
    return;
  }
  stops_ = form.mode == DataMode::turbo  ? &kTurboStops
           : raw == RawControls::dropped ? &kStopsWithoutControls
                                         : &kStops;
  state_ = State::data;
  size_ = 0;
  cancels_ = 0;
  checksum_size_ = 0;
}

void SubpacketReader::move_to(MutableBytes room) {
  room_ = room;
  if (is_coded_) {
    coded_.move_to(room);
  }
}

SubpacketReader::Step SubpacketReader::read(Bytes in) {
  std::size_t at = 0;
  if (is_coded_) {
    while (at < in.size()) {
      const Found found = coded_.take(in[at++]);
      if (found != Found::nothing) {
        return {at, found};
      }
    }
    return {at, Found::nothing};
  }
  while (at < in.size()) {
    if (state_ == State::data) {
      const std::size_t limit = std::min(in.size() - at, room_.size() - size_);
      const std::size_t run = kernels::plain_run(in.subspan(at, limit), *stops_);
      if (run != 0) {
        std::memcpy(room_.data() + size_, in.data() + at, run);
        size_ += run;
        at += run;
      }
      if (at == in.size()) {
        break;
      }
    }
    const Found found = take_special(in[at++]);
    if (found != Found::nothing) {
      return {at, found};
    }
  }
  return {at, Found::nothing};
}

// A byte that is not plain data, or any byte behind an escape, or data that has no room.
SubpacketReader::Found SubpacketReader::take_special(std::byte value) {
  const std::uint8_t kind = class_of(*stops_, value);
  if (kind == kFlowControl) {
    return Found::nothing;
  }
  if (kind == kEscapes) {
    // A sender never lets two of them stand together, so a run can only mean "stop".
    if (counts_cancels_ && ++cancels_ >= kCancelRun) {
      return Found::cancel;
    }
    if (state_ == State::data) {
      state_ = State::escaped;
    } else if (state_ == State::checksum) {
      state_ = State::checksum_escaped;
    }
    return Found::nothing;
  }
  cancels_ = 0;
  switch (state_) {
    case State::escaped:
      return take_escaped(value);
    case State::checksum_escaped:
    case State::checksum:
      return take_checksum(value);
    case State::data:
      break;
  }
  return kind == kRawControl ? Found::nothing : store(value);
}

SubpacketReader::Found SubpacketReader::take_escaped(std::byte value) {
  state_ = State::data;
  if (value >= std::byte{0x68} && value <= std::byte{0x6b}) {
    end_ = static_cast<SubpacketEnd>(value);
    state_ = State::checksum;
    return Found::nothing;
  }
  const auto meant = unescaped(value);
  return meant ? store(*meant) : Found::damaged;
}

SubpacketReader::Found SubpacketReader::take_checksum(std::byte value) {
  if (state_ == State::checksum_escaped) {
    state_ = State::checksum;
    const auto meant = unescaped(value);
    if (!meant) {
      return Found::damaged;
    }
    value = *meant;
  } else if (class_of(*stops_, value) == kRawControl) {
    return Found::nothing;
  }
  checksum_[checksum_size_++] = value;
  if (checksum_size_ < (crc_ == CrcKind::crc32 ? 4u : 2u)) {
    return Found::nothing;
  }
  return judge();
}

SubpacketReader::Found SubpacketReader::store(std::byte value) {
  if (size_ == room_.size()) {
    return Found::too_long;
  }
  room_[size_++] = value;
  return Found::nothing;
}

SubpacketReader::Found SubpacketReader::judge() {
  const Bytes data = Bytes(room_).first(size_);
  const auto end_byte = static_cast<std::byte>(end_);
  std::array<std::byte, 4> right{};
  if (crc_ == CrcKind::crc32) {
    const std::uint32_t crc =
        kernels::crc32_final(kernels::crc32(kernels::crc32(kernels::kCrc32Start, data), end_byte));
    for (unsigned i = 0; i < 4; ++i) {
      right[i] = static_cast<std::byte>(crc >> (8 * i) & 0xff);
    }
  } else {
    const unsigned crc = kernels::crc16(kernels::crc16(0, data), end_byte);
    right = {static_cast<std::byte>(crc >> 8), static_cast<std::byte>(crc & 0xff)};
  }
  const Bytes sum = Bytes(checksum_).first(checksum_size_);
  if (std::equal(sum.begin(), sum.end(), right.begin())) {
    return Found::complete;
  }
  const auto is_low = [](std::byte each) { return each < std::byte{0x80}; };
  eighth_bit_lost_ =
      std::all_of(sum.begin(), sum.end(), is_low) &&
      std::equal(sum.begin(), sum.end(), right.begin(),
                 [](std::byte a, std::byte b) { return a == (b & std::byte{0x7f}); }) &&
      std::all_of(data.begin(), data.end(), is_low);
  return Found::damaged;
}

}  // namespace boardwalk::zmodem
