// See run_length.h.
#include "zmodem/run_length.h"

#include <algorithm>
#include <cstring>

namespace boardwalk::zmodem {

namespace {

constexpr std::byte kMark{0x7e};
constexpr std::byte kSpace{0x20};
constexpr unsigned kSingle = 0x40;     // behind the mark: the mark itself; above it: a count
constexpr unsigned kSpaceBase = 0x1d;  // behind the mark: so many less are spaces
constexpr std::size_t kFewestSpaces = 3;
constexpr std::size_t kMostSpaces = 34;

bool is_worth_a_run(std::byte value, std::size_t count, RunStyle style) {
  const bool pair_counts =
      value == kMark || (style == RunStyle::seven_bit && value >= std::byte{0x80});
  return count >= 3 || (count == 2 && pair_counts);
}

}  // namespace

std::size_t encode_runs(Bytes data, RunStyle style, MutableBytes tokens) {
  const std::size_t longest = style == RunStyle::eight_bit ? 127 : 63;
  std::size_t size = 0;
  const auto put = [&](std::byte token) { tokens[size++] = token; };
  for (std::size_t at = 0; at < data.size();) {
    const std::byte value = data[at];
    std::size_t count = 1;
    while (at + count < data.size() && count < longest && data[at + count] == value) {
      ++count;
    }
    at += count;
    if (value == kSpace && count >= kFewestSpaces && count <= kMostSpaces) {
      put(kMark);
      put(static_cast<std::byte>(count + kSpaceBase));
    } else if (is_worth_a_run(value, count, style)) {
      put(kMark);
      put(static_cast<std::byte>(count + kSingle));
      put(value);
    } else {
      for (; count != 0; --count) {
        put(value);
        if (value == kMark) {
          put(std::byte{kSingle});
        }
      }
    }
  }
  return size;
}

void RunDecoder::begin(MutableBytes room) {
  room_ = room;
  size_ = 0;
  state_ = State::plain;
}

RunDecoder::Result RunDecoder::take(std::byte token) {
  const auto code = std::to_integer<unsigned>(token);
  switch (state_) {
    case State::plain:
      if (token != kMark) {
        return put(token, 1);
      }
      state_ = State::marked;
      return Result::taken;
    case State::marked:
      state_ = State::plain;
      if (code < 0x20) {
        return Result::invalid;
      }
      if (code < kSingle) {
        return put(kSpace, code - kSpaceBase);
      }
      if (code == kSingle) {
        return put(kMark, 1);
      }
      count_ = code - kSingle;
      state_ = State::counted;
      return Result::taken;
    case State::counted:
      state_ = State::plain;
      return put(token, count_);
  }
  return Result::invalid;
}

RunDecoder::Result RunDecoder::put(std::byte value, std::size_t count) {
  if (count > room_.size() - size_) {
    return Result::no_room;
  }
  std::memset(room_.data() + size_, std::to_integer<int>(value), count);
  size_ += count;
  return Result::taken;
}

}  // namespace boardwalk::zmodem
