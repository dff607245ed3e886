// See codec.h. Runs of data are found with memchr; only commands are walked byte by byte.
#include "telnet/codec.h"

#include <cstring>

namespace boardwalk::telnet {

namespace {

constexpr std::byte kIacByte{kIac};
constexpr std::byte kNul{0x00};
constexpr std::byte kLineFeed{0x0a};
constexpr std::byte kCarriageReturn{0x0d};

// The position of `value` at or behind `from`, or the end.
std::size_t find(Bytes in, std::byte value, std::size_t from) {
  if (from >= in.size()) {
    return in.size();
  }
  const void* const at =
      std::memchr(in.data() + from, std::to_integer<int>(value), in.size() - from);
  return at == nullptr ? in.size()
                       : static_cast<std::size_t>(static_cast<const std::byte*>(at) - in.data());
}

std::uint8_t code(std::byte value) { return std::to_integer<std::uint8_t>(value); }

}  // namespace

Decoder::Piece Decoder::next(Bytes in) {
  if (in.empty()) {
    return {};
  }
  switch (state_) {
    case State::data:
      return next_data(in);
    case State::command:
      return next_command(in);
    case State::verb:
      state_ = State::data;
      return {.consumed = 1,
              .kind = Piece::Kind::negotiation,
              .verb_or_command = verb_,
              .option = code(in[0])};
    case State::sub_option:
      sub_option_ = code(in[0]);
      sub_size_ = 0;
      sub_too_long_ = false;
      state_ = State::sub_payload;
      return {.consumed = 1};
    case State::sub_payload:
    case State::sub_command:
      return next_sub_payload(in);
  }
  return {.consumed = 1};  // not reached: every state is above
}

void Decoder::set_cr_rule(CrRule rule) { cr_rule_ = rule; }

// A run up to the next IAC or to a NUL that is not data; at least one byte is consumed.
Decoder::Piece Decoder::next_data(Bytes in) {
  if (after_cr_) {
    after_cr_ = false;
    if (in[0] == kIacByte) {
      after_cr_ = true;  // a command does not come between CR and NUL
    } else if (strips_nul(in[0])) {
      return {.consumed = 1};
    }
  }
  const std::size_t iac = find(in, kIacByte, 0);
  if (iac == 0) {
    state_ = State::command;
    return {.consumed = 1};
  }
  for (std::size_t at = 0; cr_rule_ != CrRule::keep;) {
    const std::size_t cr = find(in.first(iac), kCarriageReturn, at);
    if (cr == iac) {
      break;
    }
    at = cr + 1;
    if (at == iac) {
      after_cr_ = true;
      break;
    }
    if (strips_nul(in[at])) {
      return {.consumed = at + 1, .data = in.first(at)};
    }
  }
  if (iac + 1 < in.size() && in[iac + 1] == kIacByte) {
    settle_cr();
    return {.consumed = iac + 2, .data = in.first(iac + 1)};
  }
  if (iac < in.size()) {
    state_ = State::command;
    return {.consumed = iac + 1, .data = in.first(iac)};
  }
  return {.consumed = iac, .data = in};
}

Decoder::Piece Decoder::next_command(Bytes in) {
  if (in[0] == kIacByte) {
    state_ = State::data;
    settle_cr();
    return {.consumed = 1, .data = in.first(1)};
  }
  return command(1, in[0]);
}

// The byte behind an IAC, whether in data or where a subnegotiation was cut off.
Decoder::Piece Decoder::command(std::size_t consumed, std::byte value) {
  switch (const std::uint8_t verb = code(value)) {
    case kSb:
      state_ = State::sub_option;
      return {.consumed = consumed};
    case kWill:
    case kWont:
    case kDo:
    case kDont:
      verb_ = verb;
      state_ = State::verb;
      return {.consumed = consumed};
    default:
      state_ = State::data;
      return {.consumed = consumed, .kind = Piece::Kind::command, .verb_or_command = verb};
  }
}

Decoder::Piece Decoder::next_sub_payload(Bytes in) {
  std::size_t at = 0;
  const auto keep = [this](Bytes bytes) {
    if (bytes.size() > sub_.size() - sub_size_) {
      sub_too_long_ = true;
      return;
    }
    std::memcpy(sub_.data() + sub_size_, bytes.data(), bytes.size());
    sub_size_ += bytes.size();
  };
  while (at < in.size()) {
    if (state_ == State::sub_payload) {
      const std::size_t iac = find(in, kIacByte, at);
      if (iac != at) {
        keep(in.subspan(at, iac - at));
      }
      if (iac == in.size()) {
        return {.consumed = in.size()};
      }
      state_ = State::sub_command;
      at = iac + 1;
      continue;
    }
    const std::byte value = in[at++];
    if (value == kIacByte) {
      keep(in.subspan(at - 1, 1));
      state_ = State::sub_payload;
      continue;
    }
    if (code(value) != kSe) {
      return command(at, value);  // the end was lost; what was gathered is worth nothing
    }
    state_ = State::data;
    if (sub_too_long_) {
      return {.consumed = at};
    }
    return {.consumed = at,
            .kind = Piece::Kind::subnegotiation,
            .option = sub_option_,
            .payload = Bytes{sub_}.first(sub_size_)};
  }
  return {.consumed = at};
}

// Whether the byte behind a CR is to be dropped; settles `learn`.
bool Decoder::strips_nul(std::byte after_cr) {
  if (cr_rule_ == CrRule::keep) {
    return false;
  }
  const bool is_nul = after_cr == kNul;
  if (cr_rule_ == CrRule::learn && after_cr != kLineFeed) {
    cr_rule_ = is_nul ? CrRule::strip_nul : CrRule::keep;
  }
  return is_nul;
}

// The data byte 0xff follows a CR, if there was one: it is no NUL, and `learn` learns from it.
void Decoder::settle_cr() {
  if (after_cr_) {
    after_cr_ = false;
    static_cast<void>(strips_nul(kIacByte));
  }
}

void put_keys(UnitWriter& out, Bytes keys, KeyMode mode) {
  if (out.line() == LineKind::raw || mode == KeyMode::binary) {
    out.put(keys);
    return;
  }
  for (const std::byte key : keys) {
    out.put(key);
    if (key == kCarriageReturn) {
      out.put(kNul);
    }
  }
}

}  // namespace boardwalk::telnet
