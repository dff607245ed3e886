// See header.h.
#include "zmodem/header.h"

#include "kernels/crc16.h"
#include "kernels/crc32.h"
#include "zmodem/escaping.h"

namespace boardwalk::zmodem {

namespace {

void put_hex(UnitWriter& out, unsigned value) {
  constexpr char kDigits[] = "0123456789abcdef";  // lsz takes upper case for line noise
  out.put(static_cast<unsigned>(kDigits[(value >> 4) & 15]));
  out.put(static_cast<unsigned>(kDigits[value & 15]));
}

void put_escaped(UnitWriter& out, unsigned value, const Escapes& escapes) {
  const std::uint8_t escape = escapes.table[value & 0xff];
  if (escape > kAfterAt) {
    out.put(kEscape);
    out.put(static_cast<unsigned>(escape));
  } else {
    out.put(value);
  }
}

std::array<std::byte, 5> covered_bytes(const Header& header) {
  return {static_cast<std::byte>(header.type), static_cast<std::byte>(header.params[0]),
          static_cast<std::byte>(header.params[1]), static_cast<std::byte>(header.params[2]),
          static_cast<std::byte>(header.params[3])};
}

void write_hex(UnitWriter& out, const Header& header) {
  out.put(kPad);
  out.put(kPad);  // lsz waits for two of them before it believes the first header
  out.put(kEscape);
  out.put(kStyleHex);
  const auto covered = covered_bytes(header);
  for (const std::byte value : covered) {
    put_hex(out, std::to_integer<unsigned>(value));
  }
  const unsigned crc = kernels::crc16(0, Bytes(covered));
  put_hex(out, crc >> 8);
  put_hex(out, crc & 0xff);
  out.put(kCarriageReturn);
  out.put(kHexLineFeed);
  if (header.type != FrameType::ack && header.type != FrameType::finish) {
    out.put(kXon);
  }
}

}  // namespace

void write_header(UnitWriter& out, const Header& header, HeaderForm form,
                  const Escapes& escapes) {
  if (form == HeaderForm::hex) {
    write_hex(out, header);
    return;
  }
  const auto covered = covered_bytes(header);
  out.put(kPad);
  out.put(kEscape);
  out.put(form == HeaderForm::binary32 ? kStyleBinary32 : kStyleBinary16);
  for (const std::byte value : covered) {
    put_escaped(out, std::to_integer<unsigned>(value), escapes);
  }
  if (form == HeaderForm::binary32) {
    const std::uint32_t crc =
        kernels::crc32_final(kernels::crc32(kernels::kCrc32Start, Bytes(covered)));
    for (unsigned shift = 0; shift < 32; shift += 8) {
      put_escaped(out, crc >> shift & 0xff, escapes);
    }
  } else {
    const unsigned crc = kernels::crc16(0, Bytes(covered));
    put_escaped(out, crc >> 8, escapes);
    put_escaped(out, crc & 0xff, escapes);
  }
}

}  // namespace boardwalk::zmodem
