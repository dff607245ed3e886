// See header_reader.h. Section 7.3, and the hunt of the programs in use: any number of pads, parity
// on a hex header stripped, XON and XOFF ignored everywhere.
#include "zmodem/header_reader.h"

#include <algorithm>

#include "kernels/crc16.h"
#include "kernels/crc32.h"
#include "zmodem/escaping.h"

namespace boardwalk::zmodem {

namespace {

std::byte without_parity(std::byte value) { return value & std::byte{0x7f}; }

bool is_flow_control(std::byte value) { return class_of(kStops, value) == kFlowControl; }

bool is_subpacket_end(std::byte value) {
  return value >= std::byte{0x68} && value <= std::byte{0x6b};
}

// The value of a hex digit, or 16.
unsigned hex_digit(std::byte value) {
  const unsigned c = std::to_integer<unsigned>(value);
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

}  // namespace

void HeaderReader::reset() {
  state_ = State::hunt;
  cancels_ = 0;
}

HeaderReader::Step HeaderReader::read(Bytes in) {
  std::size_t at = 0;
  while (at < in.size()) {
    if (state_ == State::hunt && cancels_ == 0) {
      // Only these bytes can matter while nothing has begun; a pad may carry parity.
      while (at < in.size() && without_parity(in[at]) != kPad && in[at] != kEscape) {
        ++at;
      }
      if (at == in.size()) {
        break;
      }
    }
    const Found found = take(in[at++]);
    if (found != Found::nothing) {
      return {at, found};
    }
  }
  return {at, Found::nothing};
}

HeaderReader::Found HeaderReader::take(std::byte value) {
  if (value == kEscape) {
    if (++cancels_ >= kCancelRun) {
      reset();
      return Found::cancel;
    }
  }
  const bool after_escape = cancels_ > 0 && value != kEscape;
  if (after_escape && state_ == State::hunt) {
    cancels_ = 0;
    return is_subpacket_end(value) ? Found::data_tail : take_in_hunt(value);
  }
  if (value != kEscape) {
    cancels_ = 0;
  }
  if (is_flow_control(value)) {
    return Found::nothing;
  }
  switch (state_) {
    case State::hunt:
    case State::pads:
      return take_in_hunt(value);
    case State::style:
      return take_style(value);
    case State::hex:
      return take_hex(without_parity(value));
    case State::binary:
    case State::binary_escaped:
      return take_binary(value);
  }
  return Found::nothing;
}

HeaderReader::Found HeaderReader::take_in_hunt(std::byte value) {
  if (without_parity(value) == kPad) {
    state_ = State::pads;
  } else if (state_ == State::pads && without_parity(value) == kEscape) {
    state_ = State::style;
  } else {
    state_ = State::hunt;
  }
  return Found::nothing;
}

HeaderReader::Found HeaderReader::take_style(std::byte value) {
  raw_size_ = 0;
  high_digit_pending_ = false;
  if (without_parity(value) == kStyleHex) {
    form_ = HeaderForm::hex;
    raw_needed_ = 5 + 2;
    state_ = State::hex;
  } else if (value == kStyleBinary16) {
    form_ = HeaderForm::binary16;
    raw_needed_ = 5 + 2;
    state_ = State::binary;
  } else if (value == kStyleBinary32) {
    form_ = HeaderForm::binary32;
    raw_needed_ = 5 + 4;
    state_ = State::binary;
  } else if (value == kEscape) {
    state_ = State::hunt;  // a run of CANs; counted by the caller
  } else {
    state_ = State::hunt;
    return is_subpacket_end(value) ? Found::data_tail : take_in_hunt(value);
  }
  return Found::nothing;
}

HeaderReader::Found HeaderReader::take_hex(std::byte value) {
  const unsigned digit = hex_digit(value);
  if (digit > 15) {
    state_ = State::hunt;
    static_cast<void>(take_in_hunt(value));
    return Found::damaged;
  }
  if (!high_digit_pending_) {
    high_digit_ = digit;
    high_digit_pending_ = true;
    return Found::nothing;
  }
  high_digit_pending_ = false;
  return store(static_cast<std::byte>(high_digit_ << 4 | digit));
}

HeaderReader::Found HeaderReader::take_binary(std::byte value) {
  if (value == kEscape) {
    state_ = State::binary_escaped;
    return Found::nothing;
  }
  if (state_ == State::binary) {
    return store(value);
  }
  state_ = State::binary;
  if (value == kEscapedDelete) {
    return store(std::byte{0x7f});
  }
  if (value == kEscapedFf) {
    return store(std::byte{0xff});
  }
  if ((value & std::byte{0x60}) == std::byte{0x40}) {
    return store(value ^ std::byte{0x40});
  }
  state_ = State::hunt;
  return Found::damaged;
}

HeaderReader::Found HeaderReader::store(std::byte value) {
  raw_[raw_size_++] = value;
  return raw_size_ == raw_needed_ ? finish() : Found::nothing;
}

HeaderReader::Found HeaderReader::finish() {
  state_ = State::hunt;
  cancels_ = 0;
  // A checksum run over its own bytes ends in a constant: 0, and the residue of CRC-32.
  constexpr std::uint32_t kResidue32 = 0xdebb20e3;
  const Bytes all = Bytes(raw_).first(raw_needed_);
  const bool good = form_ == HeaderForm::binary32
                        ? kernels::crc32(kernels::kCrc32Start, all) == kResidue32
                        : kernels::crc16(0, all) == 0;
  if (!good) {
    return Found::damaged;
  }
  header_.type = static_cast<FrameType>(raw_[0]);
  for (std::size_t i = 0; i < 4; ++i) {
    header_.params[i] = std::to_integer<std::uint8_t>(raw_[i + 1]);
  }
  return Found::header;
}

std::size_t HeaderTrailer::read(Bytes in) {
  std::size_t at = 0;
  for (; at < in.size() && stage_ != Stage::done; ++at) {
    const std::byte value = in[at];
    const std::byte plain = without_parity(value);
    if (stage_ != Stage::xon && plain == kCarriageReturn) {
      stage_ = Stage::nul;
    } else if (stage_ == Stage::nul && value == std::byte{0}) {
      stage_ = Stage::line_feed;
    } else if (stage_ != Stage::xon && plain == kLineFeed) {
      stage_ = Stage::xon;
    } else {
      stage_ = Stage::done;
      if (value != kXon) {
        break;
      }
    }
  }
  return at;
}

}  // namespace boardwalk::zmodem
