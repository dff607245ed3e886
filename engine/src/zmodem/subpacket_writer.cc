// See subpacket_writer.h. Section 7.4.
#include "zmodem/subpacket_writer.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/crc16.h"
#include "kernels/crc32.h"
#include "kernels/scan.h"
#include "zmodem/escaping.h"
#include "zmodem/packed.h"
#include "zmodem/run_length.h"
#include "zmodem/seven_bit.h"

namespace boardwalk::zmodem {

namespace {

// Writes escaped bytes to memory that is known to be large enough.
class Escaper {
 public:
  Escaper(std::byte* to, const ByteClass& escapes) : at_(to), escapes_(escapes) {}

  void put_all(Bytes data) {
    while (!data.empty()) {
      const std::size_t run = kernels::plain_run(data, escapes_);
      if (run != 0) {
        std::memcpy(at_, data.data(), run);
        at_ += run;
        last_ = data[run - 1];
        data = data.subspan(run);
      }
      if (!data.empty()) {
        put(data.front());
        data = data.subspan(1);
      }
    }
  }

  void put(std::byte value) {
    const std::uint8_t escape = class_of(escapes_, value);
    const std::byte before = last_ & std::byte{0x7f};
    if (escape == 0 || (escape == kAfterAt && before != std::byte{'@'}) ||
        (escape == kAfterPad && before != kPad)) {
      put_raw(value);
      last_ = value;
      return;
    }
    const bool depends = escape == kAfterAt || escape == kAfterPad;
    last_ = depends ? value ^ std::byte{0x40} : static_cast<std::byte>(escape);
    put_raw(kEscape);
    put_raw(last_);
  }

  void put_raw(std::byte value) { *at_++ = value; }

  [[nodiscard]] const std::byte* end() const { return at_; }

 private:
  std::byte* at_;
  const ByteClass& escapes_;
  // What went out before: two rules look back one byte. A checksum may have ended in '*'.
  std::byte last_ = kPad;
};

struct Checksum {
  std::array<std::byte, 4> bytes{};
  std::size_t size = 0;

  [[nodiscard]] Bytes all() const { return Bytes(bytes).first(size); }
};

Checksum checksum_of(Bytes payload, SubpacketEnd end, CrcKind crc) {
  const auto end_byte = static_cast<std::byte>(end);
  Checksum sum;
  if (crc == CrcKind::crc32) {
    const std::uint32_t value = kernels::crc32_final(
        kernels::crc32(kernels::crc32(kernels::kCrc32Start, payload), end_byte));
    for (unsigned shift = 0; shift < 32; shift += 8) {
      sum.bytes[sum.size++] = static_cast<std::byte>(value >> shift & 0xff);
    }
  } else {
    const unsigned value = kernels::crc16(kernels::crc16(0, payload), end_byte);
    sum.bytes[sum.size++] = static_cast<std::byte>(value >> 8);
    sum.bytes[sum.size++] = static_cast<std::byte>(value & 0xff);
  }
  return sum;
}

// ESC8: runs first, then every token in seven bits. The checksum covers the tokens.
std::size_t write_seven_bit(MutableBytes room, Bytes tokens, SubpacketEnd end, const Checksum& sum,
                            EscapeChoice choice) {
  std::size_t size = 0;
  const auto put = [&](std::byte value) { room[size++] = value; };
  const auto put_quoted = [&](Bytes values) {
    for (const std::byte value : values) {
      const Quoted quoted = quote(value, choice);
      for (std::size_t i = 0; i < quoted.size; ++i) {
        put(quoted.bytes[i]);
      }
    }
  };
  put_quoted(tokens);
  put(kEscape);
  put(static_cast<std::byte>(end));
  put_quoted(sum.all());
  return size;
}

// Pack-7: groups of four bytes, a mark, the end, and the checksum as one more group.
std::size_t write_packed(MutableBytes room, Bytes payload, SubpacketEnd end, const Checksum& sum) {
  std::size_t size = 0;
  const auto put_group = [&](Bytes group) {
    const PackedGroup packed = pack(group);
    for (std::size_t i = 0; i < packed.size; ++i) {
      room[size++] = packed.digits[i];
    }
  };
  while (!payload.empty()) {
    const std::size_t count = std::min(payload.size(), kPackedGroup);
    put_group(payload.first(count));
    payload = payload.subspan(count);
  }
  room[size++] = kPackedEnd;
  room[size++] = static_cast<std::byte>(end);
  put_group(sum.all());
  return size;
}

std::size_t write_escaped(MutableBytes room, Bytes data, SubpacketEnd end, const Checksum& sum,
                          const ByteClass& table) {
  Escaper escaper(room.data(), table);
  escaper.put_all(data);
  escaper.put_raw(kEscape);
  escaper.put_raw(static_cast<std::byte>(end));
  escaper.put_all(sum.all());
  return static_cast<std::size_t>(escaper.end() - room.data());
}

// The rare modes go through tokens.
std::size_t write_runs(MutableBytes room, Bytes payload, SubpacketEnd end, DataMode mode,
                       const Escapes& escapes) {
  std::array<std::byte, kMostTokens> memory;
  const RunStyle style = mode == DataMode::seven_bit ? RunStyle::seven_bit : RunStyle::eight_bit;
  const Bytes tokens = Bytes(memory).first(encode_runs(payload, style, memory));
  const Checksum sum = checksum_of(tokens, end, CrcKind::crc32);
  if (mode == DataMode::seven_bit) {
    return write_seven_bit(room, tokens, end, sum, escapes.choice);
  }
  return write_escaped(room, tokens, end, sum, escapes.table);
}

}  // namespace

void write_subpacket(UnitWriter& out, Bytes payload, SubpacketEnd end, SubpacketForm form,
                     const Escapes& escapes) {
  const MutableBytes room = out.free_part();
  if (payload.size() > kMaxSubpacket || room.size() < subpacket_room(payload.size(), form)) {
    out.overflow();
    return;
  }
  std::size_t size = 0;
  switch (form.mode) {
    case DataMode::plain:
      size = write_escaped(room, payload, end, checksum_of(payload, end, form.crc), escapes.table);
      break;
    case DataMode::turbo:
      size = write_escaped(room, payload, end, checksum_of(payload, end, form.crc), kTurboEscapes);
      break;
    case DataMode::run_length:
    case DataMode::seven_bit:
      size = write_runs(room, payload, end, form.mode, escapes);
      break;
    case DataMode::packed:
      size = write_packed(room, payload, end, checksum_of(payload, end, form.crc));
      break;
  }
  if (end == SubpacketEnd::ack_then_wait) {
    room[size++] = kXon;
  }
  out.filled(size);
}

bool checksum_looks_like_header(Bytes payload, SubpacketEnd end, SubpacketForm form) {
  const Checksum sum = checksum_of(payload, end, form.crc);
  const std::byte last = sum.all().back();
  return (last & std::byte{0x7f}) == kPad || length_without_false_header(sum.all()) != sum.size;
}

}  // namespace boardwalk::zmodem
