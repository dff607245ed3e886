// See buffer.h.
#include "support/buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

namespace boardwalk::test {

namespace {

std::uint64_t mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

unsigned hex_digit(char digit) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::size_t at = kDigits.find(digit);
  if (at == std::string_view::npos) {
    ADD_FAILURE() << "not a lower-case hex digit: " << digit;
    return 0;
  }
  return static_cast<unsigned>(at);
}

}  // namespace

std::uint64_t Random::next() {
  const std::uint64_t value = mixed(state_);
  state_ += 0x9e3779b97f4a7c15;
  return value;
}

Buffer from_hex(std::string_view digits) {
  Buffer bytes;
  for (std::size_t at = 0; at + 1 < digits.size(); at += 2) {
    bytes.push_back(static_cast<std::byte>(hex_digit(digits[at]) << 4 | hex_digit(digits[at + 1])));
  }
  return bytes;
}

std::string to_hex(Bytes bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte value : bytes) {
    text += kDigits[std::to_integer<std::size_t>(value >> 4)];
    text += kDigits[std::to_integer<std::size_t>(value & std::byte{0x0f})];
  }
  return text;
}

Buffer from_text(std::string_view text) {
  Buffer bytes(text.size());
  std::transform(text.begin(), text.end(), bytes.begin(),
                 [](char letter) { return static_cast<std::byte>(letter); });
  return bytes;
}

std::string escaped(Bytes bytes) {
  std::string text;
  for (const std::byte value : bytes) {
    const char letter = static_cast<char>(value);
    switch (letter) {
      case '\n':
        text += "\\n";
        continue;
      case '\r':
        text += "\\r";
        continue;
      case '\t':
        text += "\\t";
        continue;
      case '\\':
        text += "\\\\";
        continue;
      case '"':
        text += "\\\"";
        continue;
      default:
        break;
    }
    if (value >= std::byte{0x20} && value < std::byte{0x7f}) {
      text += letter;
    } else {
      text += "\\x" + to_hex({&value, 1});
    }
  }
  return text;
}

Buffer random_bytes(std::size_t size, std::uint64_t seed) {
  return Content::hashed(mixed(seed)).slice(0, size);
}

void append(Buffer& to, Bytes bytes) { to.insert(to.end(), bytes.begin(), bytes.end()); }

Buffer joined(std::initializer_list<Buffer> parts) {
  Buffer whole;
  for (const Buffer& part : parts) {
    append(whole, part);
  }
  return whole;
}

Buffer test_data(std::string_view path) {
  const std::string full = std::string(BOARDWALK_TEST_DATA "/") + std::string(path);
  std::ifstream file(full, std::ios::binary);
  if (!file) {
    ADD_FAILURE() << "no such test data: " << full;
    return {};
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return from_text(text);
}

Content Content::of(Buffer bytes) {
  Content content;
  content.bytes_ = std::make_shared<const Buffer>(std::move(bytes));
  return content;
}

Content Content::hashed(std::uint64_t seed) {
  Content content;
  content.seed_ = seed;
  return content;
}

Content Content::formula(std::function<std::byte(std::uint64_t)> byte_at) {
  Content content;
  content.byte_at_ = std::move(byte_at);
  return content;
}

void Content::fill(std::uint64_t offset, MutableBytes into) const {
  if (bytes_ != nullptr) {
    ASSERT_LE(offset + into.size(), bytes_->size()) << "asked for bytes beyond the end of a file";
    std::copy_n(bytes_->begin() + static_cast<std::ptrdiff_t>(offset), into.size(), into.begin());
    return;
  }
  for (std::byte& value : into) {
    value = byte_at_ ? byte_at_(offset)
                     : static_cast<std::byte>(mixed(seed_ ^ (offset >> 3)) >> (8 * (offset & 7)));
    ++offset;
  }
}

Buffer Content::slice(std::uint64_t offset, std::size_t size) const {
  Buffer bytes(size);
  fill(offset, bytes);
  return bytes;
}

std::size_t Content::differences(std::uint64_t offset, Bytes bytes) const {
  if (bytes_ != nullptr && offset + bytes.size() <= bytes_->size() &&
      std::equal(bytes.begin(), bytes.end(),
                 bytes_->begin() + static_cast<std::ptrdiff_t>(offset))) {
    return 0;
  }
  const Buffer expected = slice(offset, bytes.size());
  if (std::equal(bytes.begin(), bytes.end(), expected.begin())) {
    return 0;
  }
  std::size_t count = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    count += bytes[at] == expected[at] ? 0u : 1u;
  }
  return count;
}

}  // namespace boardwalk::test
