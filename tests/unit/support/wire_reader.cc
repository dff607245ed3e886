// See wire_reader.h.
#include "support/wire_reader.h"

#include <algorithm>
#include <utility>

#include "support/reference_crc.h"

namespace boardwalk::test {

namespace {

constexpr std::byte kPad{0x2a};
constexpr std::byte kZdle{0x18};
constexpr std::byte kBackspace{0x08};
constexpr std::size_t kMostParameters = 16;

bool is_flow_control(std::byte value) {
  const std::byte bare = value & std::byte{0x7f};
  return bare == std::byte{0x11} || bare == std::byte{0x13};
}

bool crc_is_good(Bytes covered, Bytes crc) {
  if (crc.size() == 2) {
    const unsigned sent =
        std::to_integer<unsigned>(crc[0]) << 8 | std::to_integer<unsigned>(crc[1]);
    return table_crc16(covered) == sent;
  }
  std::uint32_t sent = 0;
  for (std::size_t at = 4; at-- > 0;) {
    sent = sent << 8 | std::to_integer<std::uint32_t>(crc[at]);
  }
  return table_crc32(covered) == sent;
}

std::string hex_byte(std::uint8_t value) {
  const auto byte = static_cast<std::byte>(value);
  return to_hex({&byte, 1});
}

std::string describe_header(const HeardHeader& header) {
  std::string text(name_of(header.type));
  const auto& flags = header.parameters;
  switch (header.type) {
    case Frame::zrpos:
    case Frame::zdata:
    case Frame::zeof:
    case Frame::zack:
      text += " " + std::to_string(header.number());
      break;
    case Frame::zrinit: {
      text += " " + hex_byte(flags[3]);
      const unsigned buffer = flags[0] | unsigned{flags[1]} << 8;
      text += buffer != 0 ? " buffer " + std::to_string(buffer) : "";
      break;
    }
    case Frame::zsinit:
      text += " " + hex_byte(flags[3]);
      break;
    case Frame::zcrc:
    case Frame::zchallenge:
      for (std::size_t at = 4; at-- > 0;) {
        text += (at == 3 ? " " : "") + hex_byte(flags[at]);
      }
      break;
    default:
      break;
  }
  for (const std::uint8_t& parameter : header.more) {
    text += (&parameter == header.more.data() ? " + " : "") + hex_byte(parameter);
  }
  if (header.style > Style::binary32 || header.style < Style::binary16) {
    text += " " + std::string(name_of(header.style));
  }
  return header.good ? text : text + " BAD-CRC";
}

std::string describe_data(const HeardData& data) {
  std::string text;
  if (data.frame == Frame::zfile) {
    // name NUL numbers NUL
    const auto nul = std::find(data.bytes.begin(), data.bytes.end(), std::byte{0});
    const auto rest = nul == data.bytes.end() ? nul : nul + 1;
    text = "INFO \"" + escaped({data.bytes.begin(), nul}) + "\" \"" +
           escaped({rest, std::find(rest, data.bytes.end(), std::byte{0})}) + "\"";
  } else {
    text = "DATA " + std::to_string(data.bytes.size());
  }
  text += " " + std::string(name_of(data.end));
  return data.good ? text : text + " BAD-CRC";
}

}  // namespace

std::uint32_t HeardHeader::number() const {
  return parameters[0] | std::uint32_t{parameters[1]} << 8 | std::uint32_t{parameters[2]} << 16 |
         std::uint32_t{parameters[3]} << 24;
}

std::string describe(const Heard& heard) {
  if (const auto* header = std::get_if<HeardHeader>(&heard)) {
    return describe_header(*header);
  }
  if (const auto* data = std::get_if<HeardData>(&heard)) {
    return describe_data(*data);
  }
  if (const auto* text = std::get_if<HeardText>(&heard)) {
    return "TEXT \"" + escaped(text->bytes) + "\"";
  }
  return "CANCEL";
}

void WireReader::feed(Bytes bytes) {
  while (!bytes.empty()) {
    bytes = bytes.subspan(feed_some(bytes));
  }
}

std::size_t WireReader::feed_some(Bytes bytes) {
  const std::size_t before = heard_.size();
  std::size_t at = 0;
  while (at < bytes.size() && heard_.size() == before) {
    at += put_run(bytes.subspan(at));
    if (at < bytes.size()) {
      put(bytes[at++]);
    }
  }
  return at;
}

// Most of what is on a wire is data that stands for itself.
std::size_t WireReader::put_run(Bytes bytes) {
  if (place_ != Place::data || cans_ != 0 || body_.empty()) {
    return 0;
  }
  const std::size_t run = unquoter_.plain_run(bytes);
  unquoter_.count_controls(bytes.first(run));
  append(body_, bytes.first(run));
  return run;
}

std::vector<Heard> WireReader::take() {
  if (place_ == Place::hunt) {
    flush_text();
  }
  if (place_ == Place::cancelled) {
    heard_.emplace_back(cancel_);
    cancel_ = {};
    leave_frame();
  }
  return std::exchange(heard_, {});
}

std::vector<Heard> WireReader::take_whole() { return std::exchange(heard_, {}); }

void WireReader::put(std::byte value) {
  if (place_ == Place::cancelled) {
    if (value == kZdle || value == kBackspace) {
      ++(value == kZdle ? cancel_.cans : cancel_.backspaces);
      return;
    }
    heard_.emplace_back(cancel_);
    cancel_ = {};
    leave_frame();
  }
  const bool means_data = style_ == Style::turbo && place_ == Place::data;
  cans_ = value == kZdle && !means_data ? cans_ + 1 : 0;
  if (cans_ == 5) {
    while (!text_.empty() && text_.back() == kZdle) {
      text_.pop_back();
    }
    flush_text();
    const bool in_frame =
        place_ == Place::binary_body || place_ == Place::data || place_ == Place::crc;
    no_escapes_ += in_frame ? 2 : 0;  // the first four CAN looked like two escapes of ZDLE
    cancel_.cans = 5;
    place_ = Place::cancelled;
    return;
  }
  switch (place_) {
    case Place::hunt:
    case Place::pads:
    case Place::style:
      hunt(value);
      break;
    case Place::hex_body:
      hex_digit(value);
      break;
    case Place::hex_trailer: {
      const std::byte bare = value & std::byte{0x7f};
      if (bare != std::byte{0x0d} && bare != std::byte{0x0a} && value != std::byte{0x11}) {
        leave_frame();
        hunt(value);
      } else if (bare == std::byte{0x0a}) {
        // Whatever carries data starts behind the line end; a trailing XON is dropped there.
        if (carries_data(frame_)) {
          begin_data();
        } else {
          place_ = Place::hunt;
        }
      }
      break;
    }
    case Place::count:
      parameter_count(value);
      break;
    case Place::binary_body:
    case Place::data:
    case Place::crc:
      quoted(value);
      break;
    case Place::packed_data:
    case Place::packed_end:
    case Place::packed_crc:
      packed(value);
      break;
    case Place::cancelled:
      break;
  }
}

void WireReader::hunt(std::byte value) {
  if (place_ == Place::style) {
    if (const auto style = style_of(static_cast<char>(value))) {
      flush_text();
      begin_header(*style);
      return;
    }
    append(text_, Buffer{kPad, kZdle});
    place_ = Place::hunt;
  }
  if (place_ == Place::pads) {
    if (value == kZdle) {
      place_ = Place::style;
      return;
    }
    if (value == kPad) {
      return;
    }
    text_.push_back(kPad);
    place_ = Place::hunt;
  }
  if (value == kPad) {
    place_ = Place::pads;
  } else if (!is_flow_control(value)) {
    text_.push_back(value);
  }
}

void WireReader::begin_header(Style style) {
  style_ = style;
  parameters_ = 4;
  body_.clear();
  unquoter_.begin(quoting_of(style));
  place_ = is_hex(style) ? Place::hex_body : Place::binary_body;
  if (is_variable(style)) {
    place_ = Place::count;
  }
}

// In front of the type: raw and above 21 in the seven-bit styles, two digits in hex, a byte like
// any other elsewhere.
void WireReader::parameter_count(std::byte value) {
  if (is_hex(style_)) {
    body_.push_back(value);
    if (body_.size() < 2) {
      return;
    }
    const std::string digits(reinterpret_cast<const char*>(body_.data()), 2);
    const bool good = digits.find_first_not_of("0123456789abcdef") == std::string::npos;
    parameters_ = good ? std::to_integer<std::size_t>(from_hex(digits)[0]) : SIZE_MAX;
  } else if (quoting_of(style_) == Quoting::shifted) {
    parameters_ = std::to_integer<std::size_t>(value) - 0x22;
  } else {
    const Unquoter::Step step = unquoter_.put(value, Unquoter::Strictness::strict);
    if (step.what == Unquoter::Step::What::nothing) {
      return;
    }
    parameters_ = std::to_integer<std::size_t>(step.value);
  }
  body_.clear();
  place_ = is_hex(style_) ? Place::hex_body : Place::binary_body;
  if (parameters_ > kMostParameters) {
    ++bad_codes_;
    leave_frame();
  }
}

void WireReader::hex_digit(std::byte value) {
  body_.push_back(value);
  if (body_.size() < 2 * (1 + parameters_ + 2)) {
    return;
  }
  const std::string digits(reinterpret_cast<const char*>(body_.data()), body_.size());
  if (digits.find_first_not_of("0123456789abcdef") != std::string::npos) {
    append(text_, body_);
    leave_frame();
    return;
  }
  body_ = from_hex(digits);
  crc_.assign(body_.end() - 2, body_.end());
  body_.resize(body_.size() - 2);
  finish_header();
}

void WireReader::quoted(std::byte value) {
  const bool between = place_ == Place::data && body_.empty();  // the XON behind hex headers
  const Unquoter::Step step = unquoter_.put(
      value, between ? Unquoter::Strictness::forgiving : Unquoter::Strictness::strict);
  if (step.what == Unquoter::Step::What::byte) {
    plain(step.value);
  } else if (step.what == Unquoter::Step::What::end) {
    if (place_ == Place::data) {
      subpacket_end(step.value);
    } else {
      ++bad_codes_;  // no end of data can stand in a header or a checksum
      leave_frame();
    }
  }
}

void WireReader::plain(std::byte value) {
  if (place_ == Place::data) {
    body_.push_back(value);
    return;
  }
  if (place_ == Place::crc) {
    crc_.push_back(value);
    if (crc_.size() == crc_bits(style_) / 8) {
      finish_data();
    }
    return;
  }
  body_.push_back(value);
  const std::size_t size = 1 + parameters_;
  if (body_.size() == size + crc_bits(style_) / 8) {
    crc_.assign(body_.begin() + static_cast<std::ptrdiff_t>(size), body_.end());
    body_.resize(size);
    finish_header();
  }
}

// Pack-7: digits, '!', the letter of the end as it is, the checksum as one more group of digits.
void WireReader::packed(std::byte value) {
  if (place_ == Place::packed_data) {
    if (value == std::byte{'!'}) {
      place_ = Place::packed_end;
    } else if (value == kZdle) {
      ++bad_codes_;  // the data has been left without its end
      const bool after_pad = !body_.empty() && body_.back() == kPad;  // a pad is a digit too
      leave_frame();
      place_ = after_pad ? Place::style : Place::hunt;
    } else {
      body_.push_back(value);
    }
  } else if (place_ == Place::packed_end) {
    const char letter = static_cast<char>(value);
    if (letter < 'h' || letter > 'k') {
      ++bad_codes_;
      leave_frame();
      return;
    }
    subpacket_end(value);
    place_ = Place::packed_crc;
  } else {
    crc_.push_back(value);
    if (crc_.size() == 5) {
      crc_ = unpacked(crc_).value_or(Buffer(4));
      finish_data();
    }
  }
}

void WireReader::subpacket_end(std::byte value) {
  end_ = static_cast<End>(value);
  crc_.clear();
  place_ = Place::crc;
}

void WireReader::finish_header() {
  Buffer covered = body_;
  append(covered, from_text(salt_of(style_)));
  HeardHeader header{style_, static_cast<Frame>(body_[0]), {}, crc_is_good(covered, crc_)};
  for (std::size_t at = 0; at < parameters_; ++at) {
    const auto parameter = std::to_integer<std::uint8_t>(body_[at + 1]);
    if (at < header.parameters.size()) {
      header.parameters[at] = parameter;
    } else {
      header.more.push_back(parameter);
    }
  }
  frame_ = header.type;
  heard_.emplace_back(header);
  body_.clear();
  if (is_hex(style_)) {
    place_ = Place::hex_trailer;
  } else if (header.good && carries_data(frame_)) {
    begin_data();
  } else {
    place_ = Place::hunt;
  }
}

void WireReader::begin_data() {
  place_ = style_ == Style::packed ? Place::packed_data : Place::data;
  body_.clear();
  unquoter_.begin(quoting_of(style_));
}

void WireReader::finish_data() {
  Buffer bytes = std::exchange(body_, {});
  std::optional<Buffer> meant = style_ == Style::packed ? unpacked(bytes) : std::optional{bytes};
  Buffer covered = meant.value_or(Buffer{});
  covered.push_back(static_cast<std::byte>(end_));
  bool good = meant && crc_is_good(covered, crc_);
  if (good && has_run_lengths(style_)) {
    meant = without_run_lengths(bytes);
    good = meant.has_value();
  }
  bad_codes_ += meant ? 0 : 1;
  heard_.emplace_back(
      HeardData{frame_, std::move(meant).value_or(Buffer{}), end_, good, crc_bits(style_), style_});
  if (end_ == End::go_on || end_ == End::ack_go_on) {
    begin_data();
  } else {
    place_ = Place::hunt;
  }
}

void WireReader::flush_text() {
  if (!text_.empty()) {
    heard_.emplace_back(HeardText{std::exchange(text_, {})});
  }
}

void WireReader::leave_frame() {
  place_ = Place::hunt;
  body_.clear();
}

Buffer TelnetStripper::strip(Bytes bytes) {
  constexpr std::byte kIac{0xff};
  constexpr std::byte kSe{0xf0};
  constexpr std::byte kSb{0xfa};
  Buffer data;
  for (const std::byte value : bytes) {
    switch (place_) {
      case Place::data:
        if (value == kIac) {
          place_ = Place::iac;
        } else {
          data.push_back(value);
        }
        break;
      case Place::iac:
        if (value == kIac) {
          data.push_back(value);
        }
        place_ = value == kSb                    ? Place::subnegotiation
                 : (value > kSb && value < kIac) ? Place::option
                                                 : Place::data;
        break;
      case Place::option:
        place_ = Place::data;
        break;
      case Place::subnegotiation:
        place_ = value == kIac ? Place::subnegotiation_iac : place_;
        break;
      case Place::subnegotiation_iac:
        place_ = value == kSe ? Place::data : Place::subnegotiation;
        break;
    }
  }
  return data;
}

}  // namespace boardwalk::test
