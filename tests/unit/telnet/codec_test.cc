// Telnet bytes wherever they are cut: what is data, what is a command, what becomes of CR NUL.
#include "telnet/codec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/buffer.h"
#include "support/vectors.h"

namespace boardwalk::telnet {
namespace {

using test::append;
using test::Buffer;
using test::from_hex;
using test::from_text;
using test::test_data;
using test::to_hex;
using test::vector_named;
using Kind = Decoder::Piece::Kind;

// Everything that comes out of a decoder: data bytes, and commands as one line of text each.
struct Heard {
  Buffer data;
  std::string commands;

  bool operator==(const Heard&) const = default;
};

void hear(Decoder& decoder, Bytes in, Heard& heard) {
  while (!in.empty()) {
    const Decoder::Piece piece = decoder.next(in);
    ASSERT_NE(piece.consumed, 0u);
    ASSERT_LE(piece.consumed, in.size());
    if (!piece.data.empty()) {
      ASSERT_GE(piece.data.data(), in.data()) << "data must be a part of the input";
      ASSERT_LE(piece.data.data() + piece.data.size(), in.data() + piece.consumed);
    }
    append(heard.data, piece.data);
    in = in.subspan(piece.consumed);
    const auto code = [](std::uint8_t value) {
      const std::byte byte{value};
      return to_hex({&byte, 1});
    };
    if (piece.kind == Kind::negotiation) {
      heard.commands += code(piece.verb_or_command) + ' ' + code(piece.option) + '\n';
    } else if (piece.kind == Kind::command) {
      heard.commands += code(piece.verb_or_command) + '\n';
    } else if (piece.kind == Kind::subnegotiation) {
      heard.commands += "sub " + code(piece.option) + ' ' + to_hex(piece.payload) + '\n';
    }
  }
}

Heard heard_in(Bytes in, CrRule rule = CrRule::strip_nul) {
  Decoder decoder;
  decoder.set_cr_rule(rule);
  Heard heard;
  hear(decoder, in, heard);
  return heard;
}

// The same in three pieces, for every pair of cuts.
void expect_the_same_for_every_cut(Bytes in, CrRule rule = CrRule::strip_nul) {
  const Heard whole = heard_in(in, rule);
  for (std::size_t first = 0; first <= in.size(); ++first) {
    for (std::size_t second = first; second <= in.size(); ++second) {
      Decoder decoder;
      decoder.set_cr_rule(rule);
      Heard heard;
      hear(decoder, in.first(first), heard);
      hear(decoder, in.subspan(first, second - first), heard);
      hear(decoder, in.subspan(second), heard);
      EXPECT_EQ(heard, whole) << to_hex(in) << " cut at " << first << " and " << second;
    }
  }
}

std::string data_hex(std::string_view wire, CrRule rule = CrRule::strip_nul) {
  return to_hex(heard_in(from_hex(wire), rule).data);
}

std::string commands_of_vector(const std::string& id) {
  const Heard heard = heard_in(vector_named(id).wire);
  EXPECT_TRUE(heard.data.empty());
  return heard.commands;
}

std::string typed(std::string_view keys_hex, KeyMode mode, LineKind line = LineKind::telnet) {
  Buffer room(1024);
  UnitWriter out{room, line};
  put_keys(out, from_hex(keys_hex), mode);
  EXPECT_TRUE(out.finish_unit());
  return to_hex(Bytes{room}.first(out.size()));
}

TEST(TelnetDecoder, PassesPlainTextAsOneRun) {
  const Buffer text = from_text("Welcome\r\nto the board\r\n");
  Decoder decoder;
  const Decoder::Piece piece = decoder.next(text);
  EXPECT_EQ(piece.consumed, text.size());
  EXPECT_EQ(piece.data.data(), text.data());
  EXPECT_EQ(piece.data.size(), text.size());
}

TEST(TelnetDecoder, ReadsTheVectors) {
  EXPECT_EQ(commands_of_vector("T01"), "fb 00\nfd 00\n");
  EXPECT_EQ(commands_of_vector("T02"), "sub 1f 00ff0050\n");
  EXPECT_EQ(commands_of_vector("T03"), "sub 18 01\nsub 18 00414e5349\n");
  EXPECT_EQ(commands_of_vector("T04"), "sub 27 00005553455201626f620358010201\n");
  EXPECT_EQ(to_hex(heard_in(vector_named("T05").wire).data), "61ff0d62");
  EXPECT_EQ(to_hex(heard_in(vector_named("T06").wire, CrRule::keep).data), "61ff0d62");
  EXPECT_EQ(commands_of_vector("T07"), "sub 20 0033383430302c3338343030\n");
  EXPECT_EQ(commands_of_vector("T08"), "sub 2a 013b5554462d383b4350343337\nsub 2a 025554462d38\n");
  for (const char* const id : {"T01", "T02", "T03", "T04", "T05", "T06", "T07", "T08"}) {
    expect_the_same_for_every_cut(vector_named(id).wire);
    expect_the_same_for_every_cut(vector_named(id).wire, CrRule::keep);
  }
}

TEST(TelnetDecoder, HalvesEveryDoubledFf) {
  const Buffer wire = test_data("cases/t-ff/01_in_wire.bin");
  const Buffer payload = test_data("cases/t-ff/payload.bin");
  ASSERT_EQ(payload.size(), 272u);
  for (const CrRule rule : {CrRule::keep, CrRule::strip_nul}) {
    EXPECT_EQ(heard_in(wire, rule).data, payload);
    for (std::size_t cut = 0; cut <= wire.size(); ++cut) {
      Decoder decoder;
      decoder.set_cr_rule(rule);
      Heard heard;
      hear(decoder, Bytes{wire}.first(cut), heard);
      hear(decoder, Bytes{wire}.subspan(cut), heard);
      EXPECT_EQ(heard.data, payload) << "cut at " << cut;
    }
  }
}

TEST(TelnetDecoder, HearsTheSameWhereverACommandIsCut) {
  const Buffer stream = test_data("cases/t-split/01_stream.bin");
  const Heard whole = heard_in(stream);
  EXPECT_EQ(to_hex(whole.data), "4142ff434445");
  EXPECT_EQ(whole.commands, "fb 03\nsub 18 01\nf9\n");
  expect_the_same_for_every_cut(stream);
}

TEST(TelnetDecoder, DropsExactlyTheNulBehindACr) {
  Decoder decoder;
  Heard heard;
  hear(decoder, test_data("cases/t-crnul/01_nvt_cr.bin"), heard);
  EXPECT_EQ(to_hex(heard.data), "0d");
  hear(decoder, test_data("cases/t-crnul/02_nvt_nul.bin"), heard);
  EXPECT_EQ(to_hex(heard.data), "0d580d0a0d00");

  decoder.set_cr_rule(CrRule::keep);
  heard = {};
  hear(decoder, test_data("cases/t-crnul/03_binary.bin"), heard);
  EXPECT_EQ(heard.data, test_data("cases/t-crnul/payload.bin"));
}

TEST(TelnetDecoder, ACommandDoesNotComeBetweenCrAndNul) {
  EXPECT_EQ(data_hex("0dfff10058"), "0d58");
  EXPECT_EQ(data_hex("0dfffa1801fff00058"), "0d58");
  EXPECT_EQ(data_hex("0dffff0058"), "0dff0058");
  for (const char* const wire :
       {"0dfff10058", "0dfffa1801fff00058", "0dffff0058", "0d0d000d0a00"}) {
    expect_the_same_for_every_cut(from_hex(wire));
    expect_the_same_for_every_cut(from_hex(wire), CrRule::learn);
  }
}

TEST(TelnetDecoder, LearnsFromTheFirstTellingCr) {
  Decoder pads;
  pads.set_cr_rule(CrRule::learn);
  Heard heard;
  hear(pads, from_hex("0d0a41"), heard);  // CR LF is sent by everybody
  EXPECT_EQ(pads.cr_rule(), CrRule::learn);
  hear(pads, from_hex("0d"), heard);
  EXPECT_EQ(pads.cr_rule(), CrRule::learn);
  hear(pads, from_hex("008a0d00"), heard);
  EXPECT_EQ(pads.cr_rule(), CrRule::strip_nul);
  EXPECT_EQ(to_hex(heard.data), "0d0a410d8a0d");

  Decoder raw;
  raw.set_cr_rule(CrRule::learn);
  heard = {};
  hear(raw, from_hex("0d8a110d00"), heard);
  EXPECT_EQ(raw.cr_rule(), CrRule::keep);
  EXPECT_EQ(to_hex(heard.data), "0d8a110d00");
}

TEST(TelnetDecoder, LearnsFromADoubledFfToo) {
  const Buffer wire = from_hex("0dffff0d00");
  for (std::size_t cut = 0; cut <= wire.size(); ++cut) {
    Decoder decoder;
    decoder.set_cr_rule(CrRule::learn);
    Heard heard;
    hear(decoder, Bytes{wire}.first(cut), heard);
    hear(decoder, Bytes{wire}.subspan(cut), heard);
    EXPECT_EQ(decoder.cr_rule(), CrRule::keep) << "cut at " << cut;
    EXPECT_EQ(to_hex(heard.data), "0dff0d00") << "cut at " << cut;
  }
}

TEST(TelnetDecoder, DropsASubnegotiationThatIsTooLongAndGoesOn) {
  for (const std::size_t size : {Decoder::kLongestPayload, Decoder::kLongestPayload + 1}) {
    Buffer wire = from_hex("fffa18");
    wire.resize(wire.size() + size, std::byte{0x41});
    append(wire, from_hex("fff042"));
    for (const std::size_t cut : {std::size_t{0}, std::size_t{100}, wire.size() - 2}) {
      Decoder decoder;
      Heard heard;
      hear(decoder, Bytes{wire}.first(cut), heard);
      hear(decoder, Bytes{wire}.subspan(cut), heard);
      EXPECT_EQ(to_hex(heard.data), "42");
      EXPECT_EQ(heard.commands.empty(), size > Decoder::kLongestPayload);
    }
  }
}

TEST(TelnetDecoder, TakesUpAgainWhereASubnegotiationLostItsEnd) {
  const Heard heard = heard_in(from_hex("fffa1801fffb0341"));
  EXPECT_EQ(heard.commands, "fb 03\n");
  EXPECT_EQ(to_hex(heard.data), "41");
  expect_the_same_for_every_cut(from_hex("fffa1801fffb0341fffa18fffa1801fff042"));
}

TEST(TelnetDecoder, AnyCutOfAnyBytesIsHeardAlike) {
  constexpr std::string_view kAlphabet{"\xff\xff\xfa\xf0\xfb\x18\r\n\0A", 10};
  test::Random random{3};
  for (int round = 0; round < 300; ++round) {
    Buffer wire;
    for (std::uint64_t count = random.below(24); count > 0; --count) {
      wire.push_back(static_cast<std::byte>(kAlphabet[random.below(kAlphabet.size())]));
    }
    for (const CrRule rule : {CrRule::keep, CrRule::strip_nul, CrRule::learn}) {
      expect_the_same_for_every_cut(wire, rule);
    }
  }
}

TEST(TelnetKeys, EnterIsCrNulInNvtAndCrInBinary) {
  EXPECT_EQ(typed("0d", KeyMode::nvt), "0d00");
  EXPECT_EQ(typed("0d", KeyMode::binary), "0d");
  EXPECT_EQ(typed("61ff0d62", KeyMode::nvt), to_hex(vector_named("T05").wire));
  EXPECT_EQ(typed("61ff0d62", KeyMode::binary), to_hex(vector_named("T06").wire));
}

TEST(TelnetKeys, FfIsDoubledInBinaryToo) {
  EXPECT_EQ(typed(to_hex(test_data("cases/t-ff/payload.bin")), KeyMode::binary),
            to_hex(test_data("cases/t-ff/01_in_wire.bin")));
}

TEST(TelnetKeys, NothingIsSpecialOnARawLine) {
  EXPECT_EQ(typed("61ff0d62", KeyMode::nvt, LineKind::raw), "61ff0d62");
}

TEST(TelnetKeys, AreWrittenAsAWholeOrNotAtAll) {
  Buffer room(3);
  UnitWriter out{room, LineKind::telnet};
  put_keys(out, from_hex("610d0d"), KeyMode::nvt);
  EXPECT_FALSE(out.finish_unit());
  EXPECT_EQ(out.size(), 0u);
}

}  // namespace
}  // namespace boardwalk::telnet
