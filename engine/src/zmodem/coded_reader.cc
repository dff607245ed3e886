// See coded_reader.h.
#include "zmodem/coded_reader.h"

#include <algorithm>
#include <cstring>

#include "kernels/crc32.h"
#include "zmodem/escaping.h"

namespace boardwalk::zmodem {

namespace {

bool is_end(std::byte value) { return value >= std::byte{0x68} && value <= std::byte{0x6b}; }

bool is_low(std::byte value) { return value < std::byte{0x80}; }

}  // namespace

void CodedReader::begin(MutableBytes room, DataMode mode, RawControls raw) {
  mode_ = mode;
  raw_ = raw;
  room_ = room;
  part_ = Part::data;
  cancels_ = 0;
  escaped_ = false;
  is_all_low_ = true;
  eighth_bit_lost_ = false;
  runs_.begin(room);
  unquoter_.begin();
  unpacker_.begin();
  packed_size_ = 0;
  crc_ = kernels::kCrc32Start;
  checksum_size_ = 0;
}

void CodedReader::move_to(MutableBytes room) {
  room_ = room;
  runs_.move_to(room);
}

SubpacketFound CodedReader::take(std::byte value) {
  if (mode_ != DataMode::run_length) {
    value &= std::byte{0x7f};
  }
  const std::uint8_t kind =
      class_of(raw_ == RawControls::dropped ? kStopsWithoutControls : kStops, value);
  if (kind == kFlowControl) {
    return SubpacketFound::nothing;
  }
  const bool is_behind_escape = cancels_ != 0;
  if (value == kEscape) {
    if (++cancels_ >= kCancelRun) {
      return SubpacketFound::cancel;
    }
    if (is_behind_escape || mode_ == DataMode::packed) {
      return SubpacketFound::nothing;  // no sender writes it here, unless five of them will come
    }
  } else {
    cancels_ = 0;
    if (is_behind_escape && mode_ == DataMode::packed) {
      return SubpacketFound::damaged;  // Pack-7 escapes nothing
    }
    const bool is_shift = mode_ == DataMode::seven_bit && value == kShiftOut;
    if (kind == kRawControl && !is_behind_escape && !is_shift) {
      return SubpacketFound::nothing;
    }
  }
  switch (mode_) {
    case DataMode::packed:
      return take_packed(value);
    case DataMode::seven_bit: {
      const Unquoter::Step step = unquoter_.take(value);
      switch (step.kind) {
        case Unquoter::Kind::nothing:
          return SubpacketFound::nothing;
        case Unquoter::Kind::invalid:
          return SubpacketFound::damaged;
        case Unquoter::Kind::end:
          return part_ == Part::data ? take_end(step.value) : SubpacketFound::damaged;
        case Unquoter::Kind::byte:
          break;
      }
      return part_ == Part::data ? take_token(step.value) : take_checksum(step.value);
    }
    default:
      return take_run_length(value);
  }
}

// ZDLE as in plain data, then tokens.
SubpacketFound CodedReader::take_run_length(std::byte value) {
  if (value == kEscape) {
    escaped_ = true;
    return SubpacketFound::nothing;
  }
  if (escaped_) {
    escaped_ = false;
    if (is_end(value)) {
      return part_ == Part::data ? take_end(value) : SubpacketFound::damaged;
    }
    const auto meant = unescaped(value);
    if (!meant) {
      return SubpacketFound::damaged;
    }
    value = *meant;
  }
  return part_ == Part::data ? take_token(value) : take_checksum(value);
}

SubpacketFound CodedReader::take_token(std::byte token) {
  crc_ = kernels::crc32(crc_, token);
  is_all_low_ = is_all_low_ && is_low(token);
  switch (runs_.take(token)) {
    case RunDecoder::Result::taken:
      return SubpacketFound::nothing;
    case RunDecoder::Result::invalid:
      return SubpacketFound::damaged;
    case RunDecoder::Result::no_room:
      return SubpacketFound::too_long;
  }
  return SubpacketFound::damaged;
}

SubpacketFound CodedReader::take_packed(std::byte value) {
  if (part_ == Part::end) {
    return is_end(value) ? take_end(value) : SubpacketFound::damaged;
  }
  if (part_ == Part::data && value == kPackedEnd) {
    const SubpacketFound found = unpacker_.is_empty() ? SubpacketFound::nothing : finish_group();
    part_ = Part::end;
    return found;
  }
  if (!unpacker_.take(value)) {
    return SubpacketFound::damaged;
  }
  return unpacker_.is_full() ? finish_group() : SubpacketFound::nothing;
}

// A group of digits is full, or the last one of the data.
SubpacketFound CodedReader::finish_group() {
  std::array<std::byte, kPackedGroup> bytes{};
  std::size_t size = 0;
  if (!unpacker_.finish(bytes, size)) {
    return SubpacketFound::damaged;
  }
  if (part_ == Part::checksum) {
    SubpacketFound found = SubpacketFound::nothing;
    for (std::size_t i = 0; i < size; ++i) {
      found = take_checksum(bytes[i]);
    }
    return found;
  }
  if (size > room_.size() - packed_size_) {
    return SubpacketFound::too_long;
  }
  std::memcpy(room_.data() + packed_size_, bytes.data(), size);
  crc_ = kernels::crc32(crc_, Bytes(bytes).first(size));
  packed_size_ += size;
  return SubpacketFound::nothing;
}

SubpacketFound CodedReader::take_end(std::byte value) {
  if (!runs_.is_complete()) {
    return SubpacketFound::damaged;
  }
  end_ = static_cast<SubpacketEnd>(value);
  crc_ = kernels::crc32(crc_, value);
  part_ = Part::checksum;
  return SubpacketFound::nothing;
}

SubpacketFound CodedReader::take_checksum(std::byte value) {
  checksum_[checksum_size_++] = value;
  if (checksum_size_ < checksum_.size()) {
    return SubpacketFound::nothing;
  }
  const std::uint32_t right = kernels::crc32_final(crc_);
  bool is_right = true;
  bool is_right_but_for_eighth = true;
  for (unsigned i = 0; i < checksum_.size(); ++i) {
    const auto wanted = static_cast<std::byte>(right >> (8 * i) & 0xff);
    is_right = is_right && checksum_[i] == wanted;
    is_right_but_for_eighth = is_right_but_for_eighth && checksum_[i] == (wanted & std::byte{0x7f});
  }
  eighth_bit_lost_ =
      mode_ == DataMode::run_length && !is_right && is_right_but_for_eighth && is_all_low_;
  return is_right ? SubpacketFound::complete : SubpacketFound::damaged;
}

}  // namespace boardwalk::zmodem
