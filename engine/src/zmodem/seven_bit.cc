// See seven_bit.h.
#include "zmodem/seven_bit.h"

namespace boardwalk::zmodem {

namespace {

struct Special {
  unsigned value;
  unsigned letter;  // behind ZDLE
};

// Bytes that have a letter of their own.
constexpr std::array<Special, 12> kSpecials{{{0x0e, 0x6e},
                                             {0x10, 0x50},
                                             {0x11, 0x51},
                                             {0x13, 0x53},
                                             {0x18, 0x58},
                                             {0x80, 0x73},
                                             {0x8e, 0x6f},
                                             {0x90, 0x70},
                                             {0x91, 0x71},
                                             {0x93, 0x72},
                                             {0x98, 0x74},
                                             {0xff, 0x6d}}};
constexpr unsigned kDelete = 0x7f;

class Line {
 public:
  void put(unsigned value) { quoted_.bytes[quoted_.size++] = static_cast<std::byte>(value); }
  void escape(unsigned letter) {
    put(std::to_integer<unsigned>(kEscape));
    put(letter);
  }
  [[nodiscard]] Quoted take() const { return quoted_; }

 private:
  Quoted quoted_;
};

}  // namespace

Quoted quote(std::byte value, EscapeChoice choice) {
  const auto c = std::to_integer<unsigned>(value);
  Line line;
  for (const Special& special : kSpecials) {
    if (special.value == c) {
      line.escape(special.letter);
      return line.take();
    }
  }
  const unsigned low = c & 0x7f;
  if (c >= 0x80) {
    line.put(std::to_integer<unsigned>(kShiftOut));
  }
  const bool is_cr = static_cast<std::byte>(low) == kCarriageReturn;
  if (choice.all_controls && c == kDelete) {
    line.escape(std::to_integer<unsigned>(kEscapedDelete));
  } else if ((choice.all_controls && low < 0x20) || (choice.carriage_return && is_cr)) {
    line.escape(low ^ 0x40);
  } else {
    line.put(low);
  }
  return line.take();
}

Unquoter::Step Unquoter::take(std::byte value) {
  const auto c = std::to_integer<unsigned>(value);
  const auto finished = [&](unsigned plain) {
    const unsigned high = shifted_ ? 0x80 : 0;
    shifted_ = escaped_ = false;
    return Step{Kind::byte, static_cast<std::byte>(plain | high)};
  };
  if (!escaped_) {
    if (value == kEscape) {
      escaped_ = true;
      return {Kind::nothing};
    }
    if (value == kShiftOut) {
      if (shifted_) {
        return {Kind::invalid};
      }
      shifted_ = true;
      return {Kind::nothing};
    }
    return finished(c);
  }
  if (c >= 0x68 && c <= 0x6b) {
    escaped_ = false;
    return shifted_ ? Step{Kind::invalid} : Step{Kind::end, value};
  }
  if (value == kEscapedDelete) {
    return finished(kDelete);
  }
  for (const Special& special : kSpecials) {
    if (special.letter == c && c >= 0x60) {
      return shifted_ ? Step{Kind::invalid} : finished(special.value);
    }
  }
  if ((c & 0x60) == 0x40) {
    return finished(c ^ 0x40);
  }
  return {Kind::invalid};
}

}  // namespace boardwalk::zmodem
