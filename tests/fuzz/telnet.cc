// Fuzzes the telnet floor: the first byte says how the bytes are cut and what becomes of CR NUL.
// The pieces that come out may not depend on the cuts, options are answered in bounded room, and
// what we type comes back out of a decoder as it was typed.
#include <algorithm>
#include <vector>

#include "support/input.h"
#include "support/require.h"
#include "telnet/codec.h"
#include "telnet/options.h"

namespace boardwalk::fuzz {
namespace {

using telnet::CrRule;
using telnet::Decoder;
using Kind = Decoder::Piece::Kind;

struct Heard {
  std::vector<std::byte> data;
  // Every command, with the place in the data where it stood.
  struct Command {
    std::size_t at;
    Kind kind;
    std::uint8_t verb_or_command;
    std::uint8_t option;
    std::vector<std::byte> payload;
    friend bool operator==(const Command&, const Command&) = default;
  };
  std::vector<Command> commands;
  std::vector<std::byte> said;  // by Options

  friend bool operator==(const Heard&, const Heard&) = default;
};

void pay(telnet::Options& options, std::vector<std::byte>& said) {
  std::array<std::byte, 2048> room;
  for (unsigned tries = 0; options.owes(); ++tries) {
    require(tries < 4, "options are never paid off");
    UnitWriter out(room, LineKind::telnet);
    options.pay(out);
    said.insert(said.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(out.size()));
  }
}

Heard hear(Bytes wire, std::size_t piece, CrRule rule) {
  Heard heard;
  Decoder decoder;
  decoder.set_cr_rule(rule);
  TelnetConfig config;
  config.enabled = true;
  telnet::Options options(config);
  for (std::size_t at = 0; at < wire.size();) {
    const Bytes part = wire.subspan(at, std::min(piece, wire.size() - at));
    const Decoder::Piece found = decoder.next(part);
    require(found.consumed != 0 && found.consumed <= part.size(), "took what is not there");
    at += found.consumed;
    if (found.kind == Kind::data) {
      require(found.data.size() <= found.consumed, "more data than bytes");
      heard.data.insert(heard.data.end(), found.data.begin(), found.data.end());
      continue;
    }
    require(found.payload.size() <= Decoder::kLongestPayload, "too long a payload");
    heard.commands.push_back({heard.data.size(),
                              found.kind,
                              found.verb_or_command,
                              found.option,
                              {found.payload.begin(), found.payload.end()}});
    options.hear(found, TimePoint{});
    pay(options, heard.said);
  }
  return heard;
}

void type_and_read(Bytes keys, telnet::KeyMode mode) {
  std::vector<std::byte> room(2 * keys.size());
  UnitWriter out(room, LineKind::telnet);
  telnet::put_keys(out, keys, mode);
  require(out.finish_unit(), "a key takes more than two bytes");
  const bool is_binary = mode == telnet::KeyMode::binary;
  const Heard heard =
      hear(Bytes(room).first(out.size()), SIZE_MAX, is_binary ? CrRule::keep : CrRule::strip_nul);
  require(heard.commands.empty(), "keys have become a command");
  require(std::equal(keys.begin(), keys.end(), heard.data.begin(), heard.data.end()),
          "other keys arrive");
}

}  // namespace
}  // namespace boardwalk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace boardwalk::fuzz;
  Input input(std::as_bytes(std::span(data, size)));
  const unsigned how = input.byte();
  constexpr std::array<CrRule, 3> kRules = {CrRule::keep, CrRule::strip_nul, CrRule::learn};
  const CrRule rule = kRules[(how >> 4) % kRules.size()];
  const boardwalk::Bytes rest = input.bytes(size);
  require(hear(rest, 1 + how % 16, rule) == hear(rest, SIZE_MAX, rule),
          "a cut changes what is heard");
  type_and_read(rest, boardwalk::telnet::KeyMode::nvt);
  type_and_read(rest, boardwalk::telnet::KeyMode::binary);
  return 0;
}
