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
  const bool is_data = form_ == HeaderForm::turbo && state_ == State::binary;
  if (is_flow_control(value) && !is_data) {
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
    case State::count:
      return take_count(value);
    case State::quoted:
      return take_quoted(without_parity(value));
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
  if (without_parity(value) == kStyleHex) return begin_form(HeaderForm::hex);
  if (without_parity(value) == kStyleVariableHex) return begin_form(HeaderForm::variable_hex);
  if (value == kStyleBinary16) return begin_form(HeaderForm::binary16);
  if (value == kStyleBinary32) return begin_form(HeaderForm::binary32);
  if (value == kStyleRle32) return begin_form(HeaderForm::rle32);
  if (value == kStyleVariable16) return begin_form(HeaderForm::variable_binary16);
  if (value == kStyleVariable32) return begin_form(HeaderForm::variable_binary32);
  if (value == kStyleVariableRle32) return begin_form(HeaderForm::variable_rle32);
  if (without_parity(value) == kStyleSevenBit) return begin_form(HeaderForm::seven_bit);
  if (without_parity(value) == kStylePacked) return begin_form(HeaderForm::packed);
  if (value == kStyleTurbo) return begin_form(HeaderForm::turbo);
  state_ = State::hunt;
  if (value == kEscape) {
    return Found::nothing;  // a run of CANs; counted by the caller
  }
  return is_subpacket_end(value) ? Found::data_tail : take_in_hunt(value);
}

HeaderReader::Found HeaderReader::begin_form(HeaderForm form) {
  form_ = form;
  raw_size_ = 0;
  high_digit_pending_ = false;
  count_pending_ = has_count(form);
  eighth_bit_lost_ = false;
  unquoter_.begin();
  expect_params(4);
  state_ = is_hex(form) ? State::hex : has_printable_count(form) ? State::count : State::binary;
  return Found::nothing;
}

void HeaderReader::expect_params(std::size_t count) {
  count_ = count;
  raw_needed_ = 1 + count + (subpacket_form(form_).crc == CrcKind::crc32 ? 4 : 2);
}

// A count that is printable, so that it survives seven bits.
HeaderReader::Found HeaderReader::take_count(std::byte value) {
  const unsigned count = std::to_integer<unsigned>(without_parity(value)) - kPrintableCount;
  if (count > kMostParams) {
    state_ = State::hunt;
    static_cast<void>(take_in_hunt(value));
    return Found::damaged;
  }
  count_pending_ = false;
  expect_params(count);
  state_ = State::quoted;
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
  if (const auto meant = unescaped(value)) {
    return store(*meant);
  }
  state_ = State::hunt;
  return Found::damaged;
}

HeaderReader::Found HeaderReader::take_quoted(std::byte value) {
  const Unquoter::Step step = unquoter_.take(value);
  if (step.kind == Unquoter::Kind::nothing) {
    return Found::nothing;
  }
  if (step.kind == Unquoter::Kind::byte) {
    return store(step.value);
  }
  state_ = State::hunt;
  return Found::damaged;
}

HeaderReader::Found HeaderReader::store(std::byte value) {
  if (count_pending_) {
    count_pending_ = false;
    const auto count = std::to_integer<std::size_t>(value);
    if (count > kMostParams) {
      state_ = State::hunt;
      return Found::damaged;
    }
    expect_params(count);
    return Found::nothing;
  }
  raw_[raw_size_++] = value;
  return raw_size_ == raw_needed_ ? finish() : Found::nothing;
}

HeaderReader::Found HeaderReader::finish() {
  state_ = State::hunt;
  cancels_ = 0;
  const Bytes covered = Bytes(raw_).first(1 + count_);
  const Bytes sum = Bytes(raw_).subspan(1 + count_, raw_needed_ - 1 - count_);
  std::array<std::byte, 4> right{};
  if (sum.size() == 4) {
    const std::uint32_t crc = header_crc32(covered, form_);
    for (unsigned i = 0; i < 4; ++i) {
      right[i] = static_cast<std::byte>(crc >> (8 * i) & 0xff);
    }
  } else {
    const unsigned crc = kernels::crc16(0, covered);
    right = {static_cast<std::byte>(crc >> 8), static_cast<std::byte>(crc & 0xff)};
  }
  if (!std::equal(sum.begin(), sum.end(), right.begin())) {
    const bool all_low =
        std::all_of(raw_.begin(), raw_.begin() + static_cast<std::ptrdiff_t>(raw_needed_),
                    [](std::byte each) { return each < std::byte{0x80}; });
    // Forms made of printable characters have no bit 7 to lose: a digit was hit.
    const bool has_eighth = !is_hex(form_) && !has_printable_count(form_);
    eighth_bit_lost_ = has_eighth && all_low &&
                       std::equal(sum.begin(), sum.end(), right.begin(),
                                  [](std::byte a, std::byte b) { return a == without_parity(b); });
    return Found::damaged;
  }
  header_.type = static_cast<FrameType>(raw_[0]);
  header_.count = static_cast<std::uint8_t>(count_);
  header_.params = {};
  for (std::size_t i = 0; i < count_; ++i) {
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
      saw_nul_ = true;
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
