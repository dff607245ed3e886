// See detector.h. A candidate is judged as a whole, each time from its first pad: there is no state
// per byte to keep, and a split of the input cannot change the verdict.
#include "zmodem/detector.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "kernels/crc16.h"
#include "kernels/crc32.h"
#include "zmodem/escaping.h"
#include "zmodem/wire.h"

namespace boardwalk::zmodem {

namespace {

// A board that echoes '*' for each letter of a password.
constexpr Duration kPadPatience = std::chrono::milliseconds{50};
// The line end of a header comes with it or right behind it.
constexpr Duration kTrailerPatience = std::chrono::milliseconds{500};

constexpr std::byte kParityBit{0x80};
constexpr std::byte kXoff{0x13};
constexpr std::size_t kMostPads = 2;

constexpr std::size_t kHeaderSize = 5;  // type and parameters
constexpr std::size_t kCrc16Size = 2;
constexpr std::size_t kCrc32Size = 4;
// The register after data and its own checksum; for CRC-16 that is 0.
constexpr std::uint32_t kCrc32Residue = 0xdebb20e3;

constexpr std::byte without_parity(std::byte value) { return value & ~kParityBit; }
constexpr bool is_pad(std::byte value) { return without_parity(value) == kPad; }
constexpr bool is_flow_control(std::byte value) {
  return without_parity(value) == kXon || without_parity(value) == kXoff;
}

enum class Verdict { no, partial, yes };

struct Judgement {
  Verdict verdict = Verdict::no;
  std::size_t length = 0;  // of the header, if yes
  bool is_hex = false;
  std::array<std::byte, kHeaderSize> header{};
};

// Reads a candidate front to back; XON and XOFF that flow control put in between are passed over.
class Reader {
 public:
  explicit Reader(Bytes in) : in_(in) {}

  std::optional<std::byte> next() {
    while (at_ < in_.size() && is_flow_control(in_[at_])) {
      ++at_;
    }
    return at_ < in_.size() ? std::optional{in_[at_++]} : std::nullopt;
  }
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  Bytes in_;
  std::size_t at_ = 0;
};

std::optional<unsigned> hex_digit(std::byte value) {
  const auto character = std::to_integer<unsigned>(without_parity(value));
  if (character >= '0' && character <= '9') {
    return character - '0';
  }
  // We never send upper case, but reading it is harmless.
  const unsigned lower = character | 0x20;
  return lower >= 'a' && lower <= 'f' ? std::optional{lower - 'a' + 10} : std::nullopt;
}

// The bytes of a binary header, escapes undone.
std::pair<Verdict, std::byte> next_escaped(Reader& reader) {
  const std::optional<std::byte> value = reader.next();
  if (!value) {
    return {Verdict::partial, {}};
  }
  if (*value != kEscape) {
    return {Verdict::yes, *value};
  }
  const std::optional<std::byte> escaped = reader.next();
  if (!escaped) {
    return {Verdict::partial, {}};
  }
  const std::optional<std::byte> meant = unescaped(*escaped);
  return {meant ? Verdict::yes : Verdict::no, meant.value_or(std::byte{})};
}

std::pair<Verdict, std::byte> next_hex(Reader& reader) {
  unsigned value = 0;
  for (int digit = 0; digit < 2; ++digit) {
    const std::optional<std::byte> character = reader.next();
    if (!character) {
      return {Verdict::partial, {}};
    }
    const std::optional<unsigned> nibble = hex_digit(*character);
    if (!nibble) {
      return {Verdict::no, {}};
    }
    value = value << 4 | *nibble;
  }
  return {Verdict::yes, static_cast<std::byte>(value)};
}

// The header types that mean something at a terminal. A receiver and a finish are hex by the
// specification; a sender's first header is taken in every form.
Start start_of(std::byte type, bool is_hex) {
  switch (static_cast<FrameType>(type)) {
    case FrameType::request_init:
      return Start::download;
    case FrameType::init:
      return is_hex ? Start::upload : Start::none;
    case FrameType::finish:
      return is_hex ? Start::stray_finish : Start::none;
    default:
      return Start::none;
  }
}

bool has_good_crc(Bytes header_and_crc, bool is_crc32) {
  if (!is_crc32) {
    return kernels::crc16(0, header_and_crc) == 0;
  }
  return kernels::crc32(kernels::kCrc32Start, header_and_crc) == kCrc32Residue;
}

// Type, parameters and checksum, from behind the style byte.
Judgement judge_body(Reader& reader, std::byte style) {
  Judgement judgement;
  judgement.is_hex = style == kStyleHex;
  const bool is_crc32 = style == kStyleBinary32;
  std::array<std::byte, kHeaderSize + kCrc32Size> body{};
  const std::size_t length = kHeaderSize + (is_crc32 ? kCrc32Size : kCrc16Size);
  for (std::size_t index = 0; index < length; ++index) {
    const auto [verdict, value] = judgement.is_hex ? next_hex(reader) : next_escaped(reader);
    if (verdict != Verdict::yes) {
      judgement.verdict = verdict;
      return judgement;
    }
    if (index == 0 && start_of(value, judgement.is_hex) == Start::none) {
      return judgement;
    }
    body[index] = value;
  }
  if (has_good_crc(Bytes{body}.first(length), is_crc32)) {
    judgement.verdict = Verdict::yes;
    judgement.length = reader.at();
    std::copy_n(body.begin(), kHeaderSize, judgement.header.begin());
  }
  return judgement;
}

// Judges what begins with the pad at the front of `in`.
Judgement judge(Bytes in) {
  constexpr Judgement kPartial{.verdict = Verdict::partial};
  Reader reader{in};
  std::size_t pads = 0;
  std::optional<std::byte> value = reader.next();
  while (value && is_pad(*value)) {
    if (++pads > kMostPads) {
      return {};  // a line of stars: a header may still begin with its last two
    }
    value = reader.next();
  }
  if (!value) {
    return kPartial;
  }
  if (without_parity(*value) != kEscape) {
    return {};
  }
  const bool escape_has_parity = *value != kEscape;
  value = reader.next();
  if (!value) {
    return kPartial;
  }
  if (without_parity(*value) == kStyleHex) {
    return judge_body(reader, kStyleHex);
  }
  // A line with parity carries no binary header.
  if (!escape_has_parity && (*value == kStyleBinary16 || *value == kStyleBinary32)) {
    return judge_body(reader, *value);
  }
  return {};
}

// Finds pads from left to right; each byte of the span is looked at once per kind of pad.
class PadFinder {
 public:
  explicit PadFinder(Bytes in)
      : in_(in), plain_(find(kPad, 0)), parity_(find(kPad | kParityBit, 0)) {}

  // The first pad at or behind `from`, or the end. `from` never goes back.
  std::size_t next(std::size_t from) {
    if (plain_ < from) {
      plain_ = find(kPad, from);
    }
    if (parity_ < from) {
      parity_ = find(kPad | kParityBit, from);
    }
    return std::min(plain_, parity_);
  }

 private:
  [[nodiscard]] std::size_t find(std::byte value, std::size_t from) const {
    if (from >= in_.size()) {
      return in_.size();
    }
    const void* const at =
        std::memchr(in_.data() + from, std::to_integer<int>(value), in_.size() - from);
    return at == nullptr ? in_.size()
                         : static_cast<std::size_t>(static_cast<const std::byte*>(at) - in_.data());
  }

  Bytes in_;
  std::size_t plain_;
  std::size_t parity_;
};

void tell(const Judgement& judgement, Detector::Found& found) {
  found.start = start_of(judgement.header[0], judgement.is_hex);
  std::copy(judgement.header.begin() + 1, judgement.header.end(), found.params.begin());
}

}  // namespace

Detector::Found Detector::look(Bytes in, TimePoint now) {
  drop_told();
  Found found;
  if (size_ == 0) {
    found.consumed = swallow_trailer(in, now);
    in = in.subspan(found.consumed);
  }
  while (size_ != 0 && !in.empty()) {
    if (look_at_held(in, now, found)) {
      return found;
    }
  }

  PadFinder pads{in};
  for (std::size_t at = pads.next(0); at < in.size(); at = pads.next(at + 1)) {
    const Bytes candidate = in.subspan(at, std::min(kLongest, in.size() - at));
    const Judgement judgement = judge(candidate);
    if (judgement.verdict == Verdict::yes) {
      found.text = in.first(at);
      found.consumed += at + judgement.length;
      tell(judgement, found);
      expect_trailer(judgement.is_hex, now);
      return found;
    }
    if (judgement.verdict == Verdict::partial && candidate.size() < kLongest) {
      hold(candidate, now);
      found.text = in.first(at);
      found.consumed += in.size();
      return found;
    }
  }
  found.text = in;
  found.consumed += in.size();
  return found;
}

// Judges the held candidate together with the first bytes of `in`. true: there is something to tell
// (or everything is consumed); false: the candidate is gone without a trace, `in` is untouched.
bool Detector::look_at_held(Bytes in, TimePoint now, Found& found) {
  const std::size_t held_before = size_;
  const std::size_t taken = std::min(in.size(), kLongest - size_);
  std::copy_n(in.begin(), taken, held_.begin() + static_cast<std::ptrdiff_t>(size_));
  const Bytes both = Bytes{held_}.first(held_before + taken);

  for (std::size_t at = 0; at < held_before; ++at) {
    if (!is_pad(both[at])) {
      continue;
    }
    const Judgement judgement = judge(both.subspan(at));
    const bool may_grow = judgement.verdict == Verdict::partial && both.size() - at < kLongest;
    if (judgement.verdict != Verdict::yes && !may_grow) {
      continue;
    }
    if (at > 0) {
      // What is before it is text; the candidate itself is judged again in the next call.
      found.text = both.subspan(std::min(shown_, at), at - std::min(shown_, at));
      told_ = at;
      if (found.text.empty()) {
        drop_told();
        return false;
      }
      return true;
    }
    if (may_grow) {
      if (shown_ == held_before) {
        since_ = now;
      }
      size_ = both.size();
      found.consumed += taken;
      trust_more_than_pads();
      return true;
    }
    found.consumed += judgement.length - held_before;
    size_ = shown_ = 0;
    tell(judgement, found);
    expect_trailer(judgement.is_hex, now);
    return true;
  }

  found.text = both.subspan(shown_, held_before - shown_);
  size_ = shown_ = 0;
  return !found.text.empty();
}

TimePoint Detector::deadline() const {
  if (size_ <= std::max(shown_, told_)) {
    return kNever;
  }
  return since_ + (holds_only_pads() ? pad_patience_ : kPatience);
}

Bytes Detector::release(TimePoint now) {
  drop_told();
  if (now < deadline() || size_ == shown_) {
    return {};
  }
  if (holds_only_pads()) {
    pad_patience_ = kPadPatience;
  }
  const Bytes text = Bytes{held_}.subspan(shown_, size_ - shown_);
  shown_ = size_;
  return text;
}

void Detector::reset() { *this = Detector{}; }

bool Detector::holds_only_pads() const {
  const Bytes held = Bytes{held_}.subspan(told_, size_ - told_);
  return std::all_of(held.begin(), held.end(), is_pad);
}

void Detector::trust_more_than_pads() {
  if (!holds_only_pads()) {
    pad_patience_ = kPatience;
  }
}

void Detector::hold(Bytes candidate, TimePoint now) {
  std::copy(candidate.begin(), candidate.end(), held_.begin());
  size_ = candidate.size();
  shown_ = 0;
  since_ = now;
  trust_more_than_pads();
}

// Makes room of what the latest call lent out as text.
void Detector::drop_told() {
  std::copy(held_.begin() + static_cast<std::ptrdiff_t>(told_),
            held_.begin() + static_cast<std::ptrdiff_t>(size_), held_.begin());
  size_ -= told_;
  shown_ -= std::min(shown_, told_);
  told_ = 0;
}

void Detector::expect_trailer(bool is_hex, TimePoint now) {
  trailer_ = is_hex ? Trailer::carriage_return : Trailer::none;
  trailer_until_ = now + kTrailerPatience;
}

// The line end of a header that started nothing must not reach the screen: CR, LF and XON, each at
// most once and in this order.
std::size_t Detector::swallow_trailer(Bytes in, TimePoint now) {
  if (now > trailer_until_) {
    trailer_ = Trailer::none;
  }
  std::size_t count = 0;
  while (trailer_ != Trailer::none && count < in.size()) {
    const std::byte value = without_parity(in[count]);
    if (trailer_ == Trailer::carriage_return && value == kCarriageReturn) {
      trailer_ = Trailer::line_feed;
    } else if (trailer_ != Trailer::xon && value == kLineFeed) {
      trailer_ = Trailer::xon;
    } else {
      trailer_ = Trailer::none;
      if (value != kXon) {
        break;
      }
    }
    ++count;
  }
  return count;
}

}  // namespace boardwalk::zmodem
