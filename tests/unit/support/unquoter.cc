// See unquoter.h. PROTOCOLS: ZDLE encoding, RLE, ESC8, Pack-7 and MobyTurbo of the specification
// and of Omen's programs.
#include "support/unquoter.h"

#include <array>

namespace boardwalk::test {

namespace {

constexpr std::byte kZdle{0x18};
constexpr std::byte kShift{0x0e};
constexpr std::byte kHigh{0x80};
constexpr std::size_t kLargest = 8192;

constexpr bool is_flow_control(std::byte value) {
  return value == std::byte{0x11} || value == std::byte{0x13} || value == std::byte{0x91} ||
         value == std::byte{0x93};
}

constexpr bool is_special(std::byte value) {
  return is_flow_control(value) || value == std::byte{0x10} || value == std::byte{0x90};
}

constexpr bool is_control(std::byte value) { return (value & std::byte{0x60}) == std::byte{0}; }

// Bytes that end a plain run of the first quoting.
constexpr auto kStops = [] {
  std::array<bool, 256> stops{};
  for (unsigned value = 0; value < 256; ++value) {
    stops[value] = is_special(std::byte{static_cast<unsigned char>(value)}) ||
                   std::byte{static_cast<unsigned char>(value)} == kZdle;
  }
  return stops;
}();

constexpr auto kControls = [] {
  std::array<std::uint8_t, 256> controls{};
  for (unsigned value = 0; value < 256; ++value) {
    controls[value] = is_control(std::byte{static_cast<unsigned char>(value)}) ? 1 : 0;
  }
  return controls;
}();

}  // namespace

Quoting quoting_of(Style style) {
  switch (style) {
    case Style::seven_bit:
    case Style::packed:
      return Quoting::shifted;
    case Style::turbo:
      return Quoting::turbo;
    default:
      return Quoting::zdle;
  }
}

void Unquoter::begin(Quoting quoting) {
  quoting_ = quoting;
  after_zdle_ = false;
  shift_ = false;
}

std::size_t Unquoter::plain_run(Bytes bytes) const {
  if (after_zdle_ || quoting_ == Quoting::shifted) {
    return 0;
  }
  std::size_t count = 0;
  if (quoting_ == Quoting::turbo) {
    while (count < bytes.size() && bytes[count] != kZdle) {
      ++count;
    }
  } else {
    while (count < bytes.size() && !kStops[std::to_integer<std::size_t>(bytes[count])]) {
      ++count;
    }
  }
  return count;
}

void Unquoter::count_controls(Bytes run) {
  for (const std::byte value : run) {
    unescaped_controls_ += kControls[std::to_integer<std::size_t>(value)];
  }
}

Unquoter::Step Unquoter::put(std::byte value, Strictness strictness) {
  if (after_zdle_) {
    after_zdle_ = false;
    return quoting_ == Quoting::shifted ? shifted_escape(value) : escaped(value);
  }
  if (value == kZdle) {
    after_zdle_ = true;
    return {};
  }
  if (quoting_ == Quoting::turbo) {
    return byte(value);
  }
  if (strictness == Strictness::strict) {
    const bool high = quoting_ == Quoting::shifted && (value & kHigh) != std::byte{0};
    unescaped_specials_ += is_special(value) || high ? 1 : 0;
    unescaped_controls_ +=
        is_control(value) && !(quoting_ == Quoting::shifted && value == kShift) ? 1 : 0;
  }
  if (is_flow_control(value)) {
    return {};
  }
  if (quoting_ == Quoting::shifted) {
    value &= ~kHigh;
    if (value == kShift) {
      bad_escapes_ += shift_ ? 1 : 0;
      shift_ = true;
      return {};
    }
  }
  return byte(value);
}

Unquoter::Step Unquoter::byte(std::byte value) {
  if (shift_) {
    shift_ = false;
    value |= kHigh;
  }
  return {Step::What::byte, value};
}

Unquoter::Step Unquoter::escaped(std::byte value) {
  const char letter = static_cast<char>(value);
  if (letter >= 'h' && letter <= 'k') {
    return {Step::What::end, value};
  }
  if (letter == 'l' || letter == 'm') {
    return byte(letter == 'l' ? std::byte{0x7f} : std::byte{0xff});
  }
  bad_escapes_ += (value & std::byte{0x60}) == std::byte{0x40} ? 0 : 1;
  return byte(value ^ std::byte{0x40});
}

Unquoter::Step Unquoter::shifted_escape(std::byte value) {
  constexpr std::string_view kLetters = "nopqrst";
  constexpr std::array<unsigned char, 7> kMeanings = {0x0e, 0x8e, 0x90, 0x91, 0x93, 0x80, 0x98};
  const std::size_t at = kLetters.find(static_cast<char>(value));
  if (at == std::string_view::npos) {
    return escaped(value);
  }
  bad_escapes_ += shift_ ? 1 : 0;
  return byte(std::byte{kMeanings[at]});
}

std::optional<Buffer> without_run_lengths(Bytes tokens) {
  constexpr std::byte kMarker{0x7e};
  Buffer plain;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at] != kMarker) {
      plain.push_back(tokens[at]);
      continue;
    }
    if (++at == tokens.size()) {
      return std::nullopt;
    }
    const unsigned code = std::to_integer<unsigned>(tokens[at]);
    if (code == 0x40) {
      plain.push_back(kMarker);
    } else if (code >= 0x20 && code <= 0x3f) {
      plain.insert(plain.end(), code - 0x1d, std::byte{0x20});
    } else if (code > 0x40 && at + 1 < tokens.size()) {
      plain.insert(plain.end(), code - 0x40, tokens[++at]);
    } else {
      return std::nullopt;
    }
  }
  return plain.size() <= kLargest ? std::optional{plain} : std::nullopt;
}

std::optional<Buffer> unpacked(Bytes digits) {
  Buffer plain;
  while (!digits.empty()) {
    const Bytes group = digits.first(std::min<std::size_t>(digits.size(), 5));
    digits = digits.subspan(group.size());
    if (group.size() == 1) {
      return std::nullopt;
    }
    std::uint64_t value = 0;
    for (const std::byte digit : group) {
      const unsigned number = std::to_integer<unsigned>(digit) - 0x22;
      if (number >= 88) {
        return std::nullopt;
      }
      value = value * 88 + number;
    }
    const std::size_t count = group.size() - 1;
    if (value >> (8 * count) != 0) {
      return std::nullopt;
    }
    for (std::size_t at = count; at-- > 0;) {
      plain.push_back(static_cast<std::byte>(value >> (8 * at)));
    }
  }
  return plain;
}

}  // namespace boardwalk::test
