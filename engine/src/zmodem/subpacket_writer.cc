// See subpacket_writer.h. Section 7.4.
#include "zmodem/subpacket_writer.h"

#include <array>
#include <cstring>

#include "kernels/crc16.h"
#include "kernels/crc32.h"
#include "kernels/scan.h"
#include "zmodem/escaping.h"

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
    const bool after_at = (last_ & std::byte{0x7f}) == std::byte{'@'};
    if (escape == 0 || (escape == kAfterAt && !after_at)) {
      put_raw(value);
      last_ = value;
      return;
    }
    last_ = escape == kAfterAt ? value ^ std::byte{0x40} : static_cast<std::byte>(escape);
    put_raw(kEscape);
    put_raw(last_);
  }

  void put_raw(std::byte value) { *at_++ = value; }

  [[nodiscard]] const std::byte* end() const { return at_; }

 private:
  std::byte* at_;
  const ByteClass& escapes_;
  std::byte last_{0};  // what went out before: the CR rule looks back one byte
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

}  // namespace

void write_subpacket(UnitWriter& out, Bytes payload, SubpacketEnd end, SubpacketForm form,
                     const Escapes& escapes) {
  const MutableBytes room = out.free_part();
  if (room.size() < subpacket_room(payload.size())) {
    out.overflow();
    return;
  }
  Escaper escaper(room.data(), escapes.table);
  escaper.put_all(payload);
  escaper.put_raw(kEscape);
  escaper.put_raw(static_cast<std::byte>(end));
  escaper.put_all(checksum_of(payload, end, form.crc).all());
  if (end == SubpacketEnd::ack_then_wait) {
    escaper.put_raw(kXon);
  }
  out.filled(static_cast<std::size_t>(escaper.end() - room.data()));
}

bool checksum_looks_like_header(Bytes payload, SubpacketEnd end, SubpacketForm form) {
  const Checksum sum = checksum_of(payload, end, form.crc);
  const std::byte last = sum.all().back();
  return (last & std::byte{0x7f}) == kPad || length_without_false_header(sum.all()) != sum.size;
}

}  // namespace boardwalk::zmodem
