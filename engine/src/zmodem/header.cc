// See header.h.
#include "zmodem/header.h"

#include "kernels/crc16.h"
#include "kernels/crc32.h"
#include "zmodem/seven_bit.h"

namespace boardwalk::zmodem {

namespace {

std::byte style_of(HeaderForm form) {
  switch (form) {
    case HeaderForm::hex:
      return kStyleHex;
    case HeaderForm::binary16:
      return kStyleBinary16;
    case HeaderForm::binary32:
      return kStyleBinary32;
    case HeaderForm::rle32:
      return kStyleRle32;
    case HeaderForm::variable_hex:
      return kStyleVariableHex;
    case HeaderForm::variable_binary16:
      return kStyleVariable16;
    case HeaderForm::variable_binary32:
      return kStyleVariable32;
    case HeaderForm::variable_rle32:
      return kStyleVariableRle32;
    case HeaderForm::seven_bit:
      return kStyleSevenBit;
    case HeaderForm::packed:
      return kStylePacked;
    case HeaderForm::turbo:
      return kStyleTurbo;
  }
  return kStyleHex;
}

// One byte of a header, in the way of its form.
class HeaderWriter {
 public:
  HeaderWriter(UnitWriter& out, HeaderForm form, const Escapes& escapes)
      : out_(out), form_(form), escapes_(escapes) {}

  void put(unsigned value) {
    if (is_hex(form_)) {
      put_hex(value);
    } else if (has_printable_count(form_)) {
      const Quoted quoted = quote(static_cast<std::byte>(value), escapes_.choice);
      out_.put(Bytes(quoted.bytes).first(quoted.size));
    } else {
      put_escaped(value, form_ == HeaderForm::turbo ? kTurboEscapes : escapes_.table);
    }
  }

  void put_count(unsigned count) {
    if (has_printable_count(form_)) {
      out_.put(kPrintableCount + count);
    } else {
      put(count);
    }
  }

 private:
  void put_hex(unsigned value) {
    constexpr char kDigits[] = "0123456789abcdef";  // lsz takes upper case for line noise
    out_.put(static_cast<unsigned>(kDigits[(value >> 4) & 15]));
    out_.put(static_cast<unsigned>(kDigits[value & 15]));
  }

  void put_escaped(unsigned value, const ByteClass& table) {
    const std::uint8_t escape = table[value & 0xff];
    if (escape > kAfterPad) {
      out_.put(kEscape);
      out_.put(static_cast<unsigned>(escape));
    } else {
      out_.put(value);
    }
  }

  UnitWriter& out_;
  HeaderForm form_;
  const Escapes& escapes_;
};

}  // namespace

std::uint32_t header_crc32(Bytes covered, HeaderForm form) {
  std::uint32_t crc = kernels::crc32(kernels::kCrc32Start, covered);
  if (is_salted(form)) {
    crc = kernels::crc32(crc, std::as_bytes(std::span(kHeaderSalt)));
  }
  return kernels::crc32_final(crc);
}

void write_header(UnitWriter& out, const Header& header, HeaderForm form, const Escapes& escapes) {
  out.put(kPad);
  if (is_hex(form)) {
    out.put(kPad);  // lsz waits for two of them before it believes the first header
  }
  out.put(kEscape);
  out.put(style_of(form));
  HeaderWriter writer(out, form, escapes);
  const std::size_t count = has_count(form) ? header.count : 4;
  if (has_count(form)) {
    writer.put_count(static_cast<unsigned>(count));
  }
  std::array<std::byte, 1 + kMostParams> covered{static_cast<std::byte>(header.type)};
  for (std::size_t i = 0; i < count; ++i) {
    covered[1 + i] = static_cast<std::byte>(header.params[i]);
  }
  const Bytes all = Bytes(covered).first(1 + count);
  for (const std::byte value : all) {
    writer.put(std::to_integer<unsigned>(value));
  }
  if (subpacket_form(form).crc == CrcKind::crc32) {
    const std::uint32_t crc = header_crc32(all, form);
    for (unsigned shift = 0; shift < 32; shift += 8) {
      writer.put(crc >> shift & 0xff);
    }
  } else {
    const unsigned crc = kernels::crc16(0, all);
    writer.put(crc >> 8);
    writer.put(crc & 0xff);
  }
  if (is_hex(form)) {
    out.put(kCarriageReturn);
    out.put(kHexLineFeed);
    if (header.type != FrameType::ack && header.type != FrameType::finish) {
      out.put(kXon);
    }
  }
}

}  // namespace boardwalk::zmodem
