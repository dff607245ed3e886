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

bool is_flow_control(std::byte value) {
  const std::byte bare = value & std::byte{0x7f};
  return bare == std::byte{0x11} || bare == std::byte{0x13};
}

std::size_t crc_size(Style style) { return style == Style::binary32 ? 4 : 2; }

bool crc_is_good(Bytes covered, Bytes crc) {
  if (crc.size() == 2) {
    const unsigned sent =
        std::to_integer<unsigned>(crc[0]) << 8 | std::to_integer<unsigned>(crc[1]);
    return reference_crc16(covered) == sent;
  }
  std::uint32_t sent = 0;
  for (std::size_t at = 4; at-- > 0;) {
    sent = sent << 8 | std::to_integer<std::uint32_t>(crc[at]);
  }
  return reference_crc32(covered) == sent;
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
  for (const std::byte value : bytes) {
    put(value);
  }
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
  cans_ = value == kZdle ? cans_ + 1 : 0;
  if (cans_ == 5) {
    while (!text_.empty() && text_.back() == kZdle) {
      text_.pop_back();
    }
    flush_text();
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
        place_ = carries_data(frame_) ? Place::data : Place::hunt;
      }
      break;
    }
    case Place::binary_body:
    case Place::data:
    case Place::crc:
      escaped_byte(value);
      break;
    case Place::cancelled:
      break;
  }
}

void WireReader::hunt(std::byte value) {
  if (place_ == Place::style) {
    const char letter = static_cast<char>(value);
    if (letter == 'A' || letter == 'B' || letter == 'C') {
      flush_text();
      style_ = static_cast<Style>(letter);
      body_.clear();
      place_ = style_ == Style::hex ? Place::hex_body : Place::binary_body;
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

void WireReader::hex_digit(std::byte value) {
  body_.push_back(value);
  if (body_.size() < 14) {
    return;
  }
  const std::string digits(reinterpret_cast<const char*>(body_.data()), body_.size());
  if (digits.find_first_not_of("0123456789abcdef") != std::string::npos) {
    append(text_, body_);
    leave_frame();
    return;
  }
  const Buffer bytes = from_hex(digits);
  body_.assign(bytes.begin(), bytes.begin() + 5);
  crc_.assign(bytes.begin() + 5, bytes.end());
  finish_header();
}

void WireReader::escaped_byte(std::byte value) {
  if (after_zdle_) {
    after_zdle_ = false;
    const char letter = static_cast<char>(value);
    if (place_ == Place::data && letter >= 'h' && letter <= 'k') {
      subpacket_end(value);
    } else if (letter == 'l' || letter == 'm') {
      plain(letter == 'l' ? std::byte{0x7f} : std::byte{0xff});
    } else if ((value & std::byte{0x60}) == std::byte{0x40}) {
      plain(value ^ std::byte{0x40});
    } else {
      ++bad_escapes_;
    }
    return;
  }
  if (value == kZdle) {
    after_zdle_ = true;
    return;
  }
  const std::byte bare = value & std::byte{0x7f};
  const bool between = place_ == Place::data && body_.empty();  // the XON behind hex headers
  if ((bare == std::byte{0x10} || is_flow_control(value)) && !between) {
    ++unescaped_specials_;
  }
  if ((value & std::byte{0x60}) == std::byte{0} && !between) {
    ++unescaped_controls_;
  }
  if (!is_flow_control(value)) {
    plain(value);
  }
}

void WireReader::plain(std::byte value) {
  if (place_ == Place::data) {
    body_.push_back(value);
    return;
  }
  if (place_ == Place::crc) {
    crc_.push_back(value);
    if (crc_.size() == crc_size(style_)) {
      finish_data();
    }
    return;
  }
  body_.push_back(value);
  if (body_.size() == 5 + crc_size(style_)) {
    crc_.assign(body_.begin() + 5, body_.end());
    body_.resize(5);
    finish_header();
  }
}

void WireReader::subpacket_end(std::byte value) {
  end_ = static_cast<End>(value);
  crc_.clear();
  place_ = Place::crc;
}

void WireReader::finish_header() {
  HeardHeader header{style_, static_cast<Frame>(body_[0]), {}, crc_is_good(body_, crc_)};
  for (std::size_t at = 0; at < 4; ++at) {
    header.parameters[at] = std::to_integer<std::uint8_t>(body_[at + 1]);
  }
  frame_ = header.type;
  heard_.emplace_back(header);
  body_.clear();
  if (style_ == Style::hex) {
    place_ = Place::hex_trailer;
  } else {
    place_ = header.good && carries_data(frame_) ? Place::data : Place::hunt;
  }
}

void WireReader::finish_data() {
  Buffer covered = body_;
  covered.push_back(static_cast<std::byte>(end_));
  heard_.emplace_back(HeardData{frame_, std::exchange(body_, {}), end_, crc_is_good(covered, crc_),
                                static_cast<unsigned>(crc_.size() * 8)});
  place_ = end_ == End::go_on || end_ == End::ack_go_on ? Place::data : Place::hunt;
}

void WireReader::flush_text() {
  if (!text_.empty()) {
    heard_.emplace_back(HeardText{std::exchange(text_, {})});
  }
}

void WireReader::leave_frame() {
  place_ = Place::hunt;
  after_zdle_ = false;
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
