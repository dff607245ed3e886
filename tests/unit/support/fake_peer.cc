// See fake_peer.h.
#include "support/fake_peer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include "support/unquoter.h"

namespace boardwalk::test {

namespace {

constexpr std::byte kZdle{0x18};

Buffer header_bytes(Frame type, Parameters parameters, Bytes more = {}) {
  Buffer bytes{static_cast<std::byte>(type), static_cast<std::byte>(parameters),
               static_cast<std::byte>(parameters >> 8), static_cast<std::byte>(parameters >> 16),
               static_cast<std::byte>(parameters >> 24)};
  append(bytes, more);
  return bytes;
}

// Splits at spaces; a "quoted part" is one word, with \r \n \0 \\ \" \xNN inside.
std::vector<std::string> words_of(std::string_view phrase) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while (at < phrase.size()) {
    if (phrase[at] == ' ') {
      ++at;
      continue;
    }
    std::string word;
    if (phrase[at] != '"') {
      const std::size_t end = std::min(phrase.find(' ', at), phrase.size());
      word = phrase.substr(at, end - at);
      at = end;
    } else {
      for (++at; at < phrase.size() && phrase[at] != '"'; ++at) {
        if (phrase[at] != '\\') {
          word += phrase[at];
          continue;
        }
        const char letter = at + 1 < phrase.size() ? phrase[++at] : '\\';
        switch (letter) {
          case 'r':
            word += '\r';
            break;
          case 'n':
            word += '\n';
            break;
          case '0':
            word += '\0';
            break;
          case 'x':
            word += static_cast<char>(from_hex(phrase.substr(at + 1, 2)).at(0));
            at += 2;
            break;
          default:
            word += letter;
        }
      }
      ++at;
    }
    words.push_back(std::move(word));
  }
  return words;
}

std::uint64_t number_from(std::string_view word, int base = 10) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
  if (error != std::errc{} || end != word.data() + word.size()) {
    throw std::invalid_argument("not a number: " + std::string(word));
  }
  return value;
}

// Takes `word` out of `words`; true if it was there.
bool take_word(std::vector<std::string>& words, std::string_view word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) {
    return false;
  }
  words.erase(found);
  return true;
}

Style usual_style(Frame type) {
  return type == Frame::zfile || type == Frame::zdata || type == Frame::zcommand ||
                 type == Frame::zsinit
             ? Style::binary32
             : Style::hex;
}

Parameters parameters_from(Frame type, const std::vector<std::string>& words) {
  if (words.size() < 2) {
    return type == Frame::zrinit ? flags(kRzFlags) : 0;
  }
  switch (type) {
    case Frame::zrinit: {
      const Parameters buffer = words.size() >= 4 && words[2] == "buffer"
                                    ? static_cast<Parameters>(number_from(words[3]))
                                    : 0;
      const auto abilities = static_cast<unsigned>(number_from(words[1], 16));  // ZF1 and ZF0
      return flags(abilities & 0xff, abilities >> 8) | buffer;
    }
    case Frame::zsinit:
    case Frame::zcommand:
    case Frame::zrqinit:
      return flags(static_cast<unsigned>(number_from(words[1], 16)));
    case Frame::zchallenge:
      return static_cast<Parameters>(number_from(words[1], 16));
    default:
      return static_cast<Parameters>(number_from(words[1]));
  }
}

}  // namespace

Buffer hex_header(Frame type, Parameters parameters) {
  return header(Style::hex, type, parameters);
}

Buffer header(Style style, Frame type, Parameters parameters, Bytes more) {
  const Buffer bytes = header_bytes(type, parameters, is_variable(style) ? more : Bytes{});
  const auto count = static_cast<std::byte>(bytes.size() - 1);
  Buffer wire = from_hex(is_hex(style) ? "2a2a18" : "2a18");
  wire.push_back(static_cast<std::byte>(style));
  if (is_hex(style)) {
    append(wire, from_text(is_variable(style) ? to_hex({&count, 1}) : ""));
    append(wire, from_text(to_hex(bytes)));
    append(wire, from_text(to_hex(checksum(bytes, 16))));
    append(wire, from_hex("0d8a"));
    if (type != Frame::zack && type != Frame::zfin) {
      wire.push_back(std::byte{0x11});
    }
    return wire;
  }
  if (quoting_of(style) == Quoting::shifted) {
    wire.push_back(static_cast<std::byte>(0x22 + bytes.size() - 1));
  } else if (is_variable(style)) {
    append(wire, quoted({&count, 1}, style, Escapes::standard));
  }
  Buffer body = bytes;
  append(body, checksum(joined({bytes, from_text(salt_of(style))}), crc_bits(style)));
  append(wire, quoted(body, style, Escapes::standard));
  return wire;
}

Buffer subpacket(Bytes data, End end, unsigned crc_bits, Escapes escapes, Damage damage) {
  return subpacket_in(crc_bits == 32 ? Style::binary32 : Style::binary16, data, end, escapes,
                      damage);
}

Buffer subpacket_in(Style style, Bytes data, End end, Escapes escapes, Damage damage) {
  Buffer sent =
      has_run_lengths(style) ? with_run_lengths(data, style) : Buffer(data.begin(), data.end());
  Buffer covered = sent;
  covered.push_back(static_cast<std::byte>(end));
  Buffer crc = checksum(covered, crc_bits(style));
  if (damage == Damage::one_bit) {
    (sent.empty() ? crc.front() : sent[sent.size() / 2]) ^= std::byte{0x04};
  }
  Buffer wire;
  if (style == Style::packed) {
    wire = packed_digits(sent);
    wire.push_back(std::byte{'!'});
    wire.push_back(static_cast<std::byte>(end));
    append(wire, packed_digits(crc));
  } else {
    wire = quoted(sent, style, escapes);
    wire.push_back(kZdle);
    wire.push_back(static_cast<std::byte>(end));
    append(wire, quoted(crc, style, escapes));
  }
  if (end == End::ack_wait) {
    wire.push_back(std::byte{0x11});
  }
  return wire;
}

Buffer zrinit(unsigned zf0, unsigned buffer) {
  return hex_header(Frame::zrinit, flags(zf0) | buffer);
}

Buffer zfile(std::string_view name, std::uint64_t size, unsigned files_left) {
  Buffer information = from_text(name);
  information.push_back(std::byte{0});
  append(information, from_text(std::to_string(size) + " 14524770400 100644 0 " +
                                std::to_string(files_left) + " " + std::to_string(size)));
  information.push_back(std::byte{0});
  return zfile_with(information);
}

Buffer zfile_with(Bytes information, Style style, Parameters parameters) {
  return joined(
      {header(style, Frame::zfile, parameters), subpacket_in(style, information, End::ack_wait)});
}

Buffer cancel_sequence() {
  Buffer wire(8, kZdle);
  wire.resize(18, std::byte{0x08});
  return wire;
}

Buffer FakePeer::say(std::string_view phrase) {
  std::vector<std::string> words = words_of(phrase);
  if (words.empty()) {
    throw std::invalid_argument("an empty phrase");
  }
  const std::string verb = words.front();
  if (verb == "TEXT") {
    return from_text(words.at(1));
  }
  if (verb == "HEX") {
    return from_hex(words.at(1));
  }
  if (verb == "CANCEL") {
    return cancel_sequence();
  }
  if (verb == "OO") {
    return from_text("OO");
  }
  if (verb == "ZFILE-WITH") {
    style_ = Style::binary32;
    return zfile_with(from_text(words.at(1)));
  }
  if (verb == "DATA") {
    return say_data(words);
  }
  const std::optional<Frame> type = frame_named(verb);
  if (!type) {
    throw std::invalid_argument("no such thing to say: " + verb);
  }
  Style style = usual_style(*type);
  for (const char letter : kStyleLetters) {
    const auto named = static_cast<Style>(letter);
    style = take_word(words, name_of(named)) ? named : style;
  }
  const Damage damage = take_word(words, "damaged") ? Damage::one_bit : Damage::none;
  style_ = style;

  switch (*type) {
    case Frame::zfile: {
      // ZFILE name size [files left] [holes]: the last word says that it fills holes
      const Parameters extended = take_word(words, "holes") ? flags(0, 0, 0, 0x20) : 0;
      const std::uint64_t size = number_from(words.at(2));
      const auto files = words.size() > 3 ? static_cast<unsigned>(number_from(words[3])) : 1u;
      Buffer information = from_text(words.at(1));
      information.push_back(std::byte{0});
      append(information, from_text(std::to_string(size) + " 14524770400 100644 0 " +
                                    std::to_string(files) + " " + std::to_string(size)));
      information.push_back(std::byte{0});
      return joined({header(style, *type, extended),
                     subpacket_in(style, information, End::ack_wait, escapes_, damage)});
    }
    case Frame::zsinit: {
      // ZSINIT flags attention
      const unsigned zf0 = static_cast<unsigned>(number_from(words.at(1), 16));
      escapes_ = (zf0 & 0x40) != 0 ? Escapes::all_controls : Escapes::standard;
      Buffer attention = words.size() > 2 ? from_text(words[2]) : Buffer{};
      attention.push_back(std::byte{0});
      return joined({header(style, *type, flags(zf0)),
                     subpacket_in(style, attention, End::ack_wait, escapes_, damage)});
    }
    case Frame::zcommand: {
      // ZCOMMAND flags command
      Buffer command = from_text(words.at(2));
      command.push_back(std::byte{0});
      return joined({header(style, *type, parameters_from(*type, words)),
                     subpacket_in(style, command, End::ack_wait, escapes_, damage)});
    }
    default:
      break;
  }
  // ZRPOS 0 + 000002: parameters behind the four, in hex.
  Buffer more;
  if (const auto plus = std::find(words.begin(), words.end(), "+"); plus != words.end()) {
    more = from_hex(plus + 1 == words.end() ? "" : *(plus + 1));
    words.erase(plus, words.end());
  }
  const Parameters parameters = parameters_from(*type, words);
  if (*type == Frame::zdata) {
    place_ = parameters;
  }
  Buffer wire = header(style, *type, parameters, more);
  if (damage == Damage::one_bit) {
    // The last digit of the checksum in hex, its last byte otherwise.
    wire[style == Style::hex ? 17 : wire.size() - (is_hex(style) ? 4 : 1)] ^= std::byte{0x01};
  }
  return wire;
}

Buffer FakePeer::say_data(const std::vector<std::string>& phrase) {
  // DATA size end [damaged] [lost]: damaged data counts as sent; lost data is only counted
  std::vector<std::string> words = phrase;
  const Damage damage = take_word(words, "damaged") ? Damage::one_bit : Damage::none;
  const bool lost = take_word(words, "lost");
  const std::size_t size = number_from(words.at(1));
  const std::optional<End> end = end_named(words.at(2));
  if (!end) {
    throw std::invalid_argument("no such end of a subpacket: " + words[2]);
  }
  const Buffer data = content_.slice(place_, size);
  place_ += size;
  return lost ? Buffer{} : subpacket_in(style_, data, *end, escapes_, damage);
}

}  // namespace boardwalk::test
