// See frame.h.
#include "support/frame.h"

#include <algorithm>
#include <array>

namespace boardwalk::test {

namespace {

constexpr std::array<std::string_view, kFrameTypes> kFrameNames = {
    "ZRQINIT",    "ZRINIT", "ZSINIT", "ZACK",     "ZFILE",    "ZSKIP",  "ZNAK",
    "ZABORT",     "ZFIN",   "ZRPOS",  "ZDATA",    "ZEOF",     "ZFERR",  "ZCRC",
    "ZCHALLENGE", "ZCOMPL", "ZCAN",   "ZFREECNT", "ZCOMMAND", "ZSTDERR"};
constexpr std::array<std::string_view, 4> kEndNames = {"end", "go-on", "ack-go-on", "ack-wait"};

template <std::size_t kSize>
std::optional<std::size_t> position(const std::array<std::string_view, kSize>& names,
                                    std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace

std::string_view name_of(Frame type) {
  const auto number = static_cast<std::size_t>(type);
  return number < kFrameNames.size() ? kFrameNames[number] : "Z?";
}

std::optional<Frame> frame_named(std::string_view name) {
  const auto at = position(kFrameNames, name);
  return at ? std::optional{static_cast<Frame>(*at)} : std::nullopt;
}

bool carries_data(Frame type) {
  return type == Frame::zsinit || type == Frame::zfile || type == Frame::zdata ||
         type == Frame::zcommand || type == Frame::zstderr;
}

std::optional<Style> style_of(char letter) {
  return kStyleLetters.find(letter) == std::string_view::npos
             ? std::nullopt
             : std::optional{static_cast<Style>(letter)};
}

std::string_view name_of(Style style) {
  constexpr std::array<std::string_view, kStyleLetters.size()> kNames = {
      "binary16",   "hex",          "binary32",   "rle32",
      "variable16", "variable-hex", "variable32", "variable-rle32",
      "seven-bit",  "packed",       "turbo"};
  return kNames[kStyleLetters.find(static_cast<char>(style))];
}

bool is_hex(Style style) { return style == Style::hex || style == Style::variable_hex; }

bool is_variable(Style style) {
  return style != Style::hex && (static_cast<char>(style) < 'A' || static_cast<char>(style) > 'D');
}

unsigned crc_bits(Style style) {
  return is_hex(style) || style == Style::binary16 || style == Style::variable16 ? 16 : 32;
}

bool has_run_lengths(Style style) {
  return style == Style::rle32 || style == Style::variable_rle32 || style == Style::seven_bit;
}

std::string_view salt_of(Style style) {
  const bool omen = style == Style::seven_bit || style == Style::packed || style == Style::turbo;
  return omen ? "Copyright 1989 Omen Technology INC All Rights Reserved" : "";
}

std::string_view name_of(End end) {
  return kEndNames[static_cast<std::size_t>(static_cast<char>(end) - 'h')];
}

std::optional<End> end_named(std::string_view name) {
  const auto at = position(kEndNames, name);
  return at ? std::optional{static_cast<End>('h' + static_cast<char>(*at))} : std::nullopt;
}

}  // namespace boardwalk::test
