// The ZMODEM vectors as data: headers, subpackets and small signs, encoded and decoded by the
// engine, whole and with a cut at every position.
//
// kLater names every vector whose protocol part is not built yet. A vector that stands neither
// there nor in a test fails `EveryVectorIsTestedOrLeftToALaterIssue`.
#include "support/vectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/buffer.h"
#include "support/frame.h"
#include "zmodem/codec.h"
#include "zmodem/file_info.h"
#include "zmodem/turbo_probe.h"

namespace boardwalk::test {
namespace {

using zmodem::EscapeChoice;
using zmodem::Header;
using zmodem::HeaderForm;
using zmodem::HeaderReader;
using zmodem::RawControls;
using zmodem::SubpacketEnd;
using zmodem::SubpacketForm;
using zmodem::SubpacketReader;

const std::set<std::string> kHeaders = {
    "Z01", "Z02", "Z03", "Z04", "Z05", "Z06", "Z07", "Z08", "Z09", "Z10", "Z11", "Z12",
    "Z13", "Z14", "Z15", "Z16", "Z17", "Z18", "Z19", "Z20", "Z21", "Z22", "Z23", "Z24",
    "Z25", "Z26", "Z27", "Z28", "Z29", "Z30", "R05", "O01", "O02", "O05", "O12"};
const std::set<std::string> kSubpackets = {
    "Z31", "Z32", "Z33", "Z34", "Z35", "Z36", "Z37", "Z38", "Z39", "Z40", "Z41",  // plain
    "R01", "R02", "R03", "R04",                                                   // RLE
    "O03", "O04",                                                                 // ESC8
    "O06", "O07", "O08", "O09", "O10",                                            // Pack-7
    "O13",                                                                        // MobyTurbo
};
const std::set<std::string> kProbes = {"O11"};
const std::set<std::string> kFrames = {"Z42", "Z43", "Z44", "Z45", "Z46"};
const std::set<std::string> kSigns = {"M01", "M02", "M03"};  // in session/signs_test.cc
const std::set<std::string> kLater = {
    "X01", "X02", "X03", "X04", "X05",                                            // XMODEM
    "Y01", "Y02", "Y03", "Y04",                                                   // YMODEM
    "K01", "K02", "K03", "K07", "K08", "K09", "K10", "K11", "K12", "K13", "K14",  // Kermit
    "L01", "L02",                                                                 // rlogin
    "C01", "C02",                                                                 // CET
};

// telnet/codec_test.cc and its neighbours.
bool is_telnet(const Vector& vector) { return vector.id.front() == 'T'; }

HeaderForm form_named(const std::string& style) {
  static const std::map<std::string, HeaderForm> forms = {
      {"A", HeaderForm::binary16},
      {"B", HeaderForm::hex},
      {"C", HeaderForm::binary32},
      {"D", HeaderForm::rle32},
      {"a", HeaderForm::variable_binary16},
      {"b", HeaderForm::variable_hex},
      {"c", HeaderForm::variable_binary32},
      {"d", HeaderForm::variable_rle32},
      {"1", HeaderForm::seven_bit},
      {"2", HeaderForm::packed},
      {"3", HeaderForm::turbo},
  };
  return forms.at(style);
}

// Z01 and Z02 are one header in two spellings: what we write ends in CR 8A, with XON where it must.
bool is_our_spelling(const Vector& vector) {
  return vector.mode == Vector::Mode::both && vector.id != "Z02";
}

class HeaderVector : public ::testing::TestWithParam<std::string> {};

TEST_P(HeaderVector, IsReadWithEveryCut) {
  const Vector& vector = vector_named(GetParam());
  for (std::size_t cut = 0; cut <= vector.wire.size(); ++cut) {
    HeaderReader reader;
    const auto [found, taken] = read_parts(reader, cut_at(vector.wire, cut));
    if (vector.mode == Vector::Mode::reject) {
      ASSERT_EQ(found, HeaderReader::Found::damaged) << "cut at " << cut;
      continue;
    }
    ASSERT_EQ(found, HeaderReader::Found::header) << vector.what << ", cut at " << cut;
    EXPECT_EQ(reader.form(), form_named(vector.at("style")));
    EXPECT_EQ(name_of(static_cast<Frame>(reader.header().type)), vector.at("type"));
    const auto params = std::span(reader.header().params).first(reader.header().count);
    EXPECT_EQ(to_hex(std::as_bytes(params)), vector.at("params"));
    EXPECT_EQ(std::to_string(reader.header().number()), vector.at("pos"));
    if (zmodem::is_hex(reader.form())) {
      zmodem::HeaderTrailer trailer;
      trailer.begin();
      const Bytes rest = Bytes(vector.wire).subspan(taken);
      const Bytes left = rest.subspan(trailer.read(rest));
      // An XON with parity may be left: whoever reads next drops it.
      EXPECT_TRUE(left.empty() || (left.size() == 1 && left[0] == std::byte{0x91})) << to_hex(left);
    } else {
      EXPECT_EQ(taken, vector.wire.size());
    }
  }
}

TEST_P(HeaderVector, IsWrittenByteForByte) {
  const Vector& vector = vector_named(GetParam());
  if (!is_our_spelling(vector)) {
    return;  // others may write it so; we do not
  }
  const Buffer params = from_hex(vector.at("params"));
  Header header;
  header.count = static_cast<std::uint8_t>(params.size());
  header.type = static_cast<zmodem::FrameType>(*frame_named(vector.at("type")));
  std::transform(params.begin(), params.end(), header.params.begin(),
                 [](std::byte value) { return std::to_integer<std::uint8_t>(value); });
  EXPECT_EQ(to_hex(write_header(header, form_named(vector.at("style")))), to_hex(vector.wire))
      << vector.what;
}

INSTANTIATE_TEST_SUITE_P(Zmodem, HeaderVector, ::testing::ValuesIn(kHeaders),
                         [](const auto& test) { return test.param; });

// The vectors name a form by their number only.
SubpacketForm form_of(const Vector& vector) {
  const bool is_omen = vector.id.front() == 'O';
  const DataMode mode = vector.id.front() == 'R'                   ? DataMode::run_length
                        : !is_omen                                 ? DataMode::plain
                        : vector.id == "O03" || vector.id == "O04" ? DataMode::seven_bit
                        : vector.id == "O13"                       ? DataMode::turbo
                                                                   : DataMode::packed;
  const bool is_short = vector.has("crc") && vector.at("crc") == "16";
  return {mode, is_short ? CrcKind::crc16 : CrcKind::crc32};
}

bool has_all_controls_escaped(const Vector& vector) {
  return vector.id == "Z33" || vector.id == "O04";
}

class SubpacketVector : public ::testing::TestWithParam<std::string> {};

TEST_P(SubpacketVector, IsReadWithEveryCut) {
  const Vector& vector = vector_named(GetParam());
  for (std::size_t cut = 0; cut <= vector.wire.size(); ++cut) {
    const RawControls raw =
        has_all_controls_escaped(vector) ? RawControls::dropped : RawControls::data;
    const ReadSubpacket read = read_subpacket(cut_at(vector.wire, cut), form_of(vector), raw);
    if (vector.mode == Vector::Mode::reject) {
      ASSERT_EQ(read.found, SubpacketReader::Found::damaged) << "cut at " << cut;
      continue;
    }
    ASSERT_EQ(read.found, SubpacketReader::Found::complete) << vector.what << ", cut at " << cut;
    EXPECT_EQ(to_hex(read.data), vector.at("data"));
    EXPECT_EQ(static_cast<char>(read.end), vector.at("end").front());
    // The XON behind a subpacket that waits may be left for whoever comes next.
    const std::size_t xon = read.end == SubpacketEnd::ack_then_wait ? 1 : 0;
    EXPECT_GE(read.taken + xon, vector.wire.size());
  }
}

TEST_P(SubpacketVector, IsWrittenByteForByte) {
  const Vector& vector = vector_named(GetParam());
  if (vector.mode != Vector::Mode::both) {
    return;
  }
  const EscapeChoice choice{.all_controls = has_all_controls_escaped(vector)};
  EXPECT_EQ(to_hex(write_subpacket(from_hex(vector.at("data")),
                                   static_cast<SubpacketEnd>(vector.at("end").front()),
                                   form_of(vector), choice)),
            to_hex(vector.wire))
      << vector.what;
}

INSTANTIATE_TEST_SUITE_P(Zmodem, SubpacketVector, ::testing::ValuesIn(kSubpackets),
                         [](const auto& test) { return test.param; });

// Z33 was made with all controls escaped, so raw ones in it were added by the line.
TEST(SubpacketVector, DropsRawControlsOfTheLineWhenAllComeEscaped) {
  const Vector& vector = vector_named("Z33");
  Buffer wire = vector.wire;
  wire.insert(wire.begin() + 2, {std::byte{0x0d}, std::byte{0x00}, std::byte{0x85}});
  const ReadSubpacket read = read_subpacket(cut_at(wire, 5), form_of(vector), RawControls::dropped);
  ASSERT_EQ(read.found, SubpacketReader::Found::complete);
  EXPECT_EQ(to_hex(read.data), vector.at("data"));
}

// rz strips bit 7 while it hunts for a header behind an error: 2a 98 43 in data is one to it, and
// the end of the subpacket inside of that "header" makes it give the transfer up. Seen in captures.
TEST(SubpacketVector, HoldsNothingThatRzTakesForAHeader) {
  const auto written = [](std::string_view data) {
    return to_hex(write_subpacket(from_hex(data), SubpacketEnd::goes_on, {.crc = CrcKind::crc32}));
  };
  EXPECT_EQ(written("872a9843ff5660f2").substr(0, 20), "872a18d843ff5660f218");
  EXPECT_EQ(written("aa9843").substr(0, 10), "aa18d84318");
  EXPECT_EQ(written("419843").substr(0, 8), "41984318");  // costs nothing elsewhere
  EXPECT_EQ(written("9843").substr(0, 8), "18d84318");    // the checksum before may end in 2a
}

class FrameVector : public ::testing::TestWithParam<std::string> {};

TEST_P(FrameVector, IsReadAsHeaderAndData) {
  const Vector& vector = vector_named(GetParam());
  HeaderReader reader;
  auto [found, taken] = read_parts(reader, {Bytes(vector.wire)});
  ASSERT_EQ(found, HeaderReader::Found::header);
  EXPECT_EQ(reader.form(), form_named(vector.at("header.style")));
  EXPECT_EQ(name_of(static_cast<Frame>(reader.header().type)), vector.at("header.type"));
  EXPECT_EQ(to_hex(std::as_bytes(std::span(reader.header().params).first(4))),
            vector.at("header.params"));
  Bytes rest = Bytes(vector.wire).subspan(taken);
  if (reader.form() == HeaderForm::hex) {
    zmodem::HeaderTrailer trailer;
    trailer.begin();
    rest = rest.subspan(trailer.read(rest));
  }
  const ReadSubpacket read =
      read_subpacket({rest}, zmodem::subpacket_form(reader.form()), RawControls::data);
  ASSERT_EQ(read.found, SubpacketReader::Found::complete);
  if (vector.has("attn")) {
    EXPECT_EQ(to_hex(read.data), vector.at("attn"));
  }
  if (vector.has("command")) {
    EXPECT_EQ(escaped(read.data), vector.at("command") + "\\x00");
  }
  if (vector.has("name")) {
    const zmodem::FileInfo info = zmodem::read_file_info(read.data);
    EXPECT_EQ(info.name, vector.at("name"));
    EXPECT_EQ(info.size ? std::to_string(*info.size) : "null", vector.at("size"));
    EXPECT_EQ(std::to_string(info.modified), vector.has("mtime") ? vector.at("mtime") : "0");
  }
}

INSTANTIATE_TEST_SUITE_P(Zmodem, FrameVector, ::testing::ValuesIn(kFrames),
                         [](const auto& test) { return test.param; });

TEST(ProbeVector, IsFoundWithEveryCut) {
  const Vector& vector = vector_named("O11");
  EXPECT_EQ(to_hex(std::as_bytes(std::span(zmodem::kTurboProbe))), to_hex(vector.wire));
  for (std::size_t cut = 0; cut <= vector.wire.size(); ++cut) {
    zmodem::TurboProbe probe;
    probe.watch(Bytes(vector.wire).first(cut));
    EXPECT_EQ(probe.has_arrived(), cut == vector.wire.size());
    probe.watch(Bytes(vector.wire).subspan(cut));
    EXPECT_TRUE(probe.has_arrived());
  }
}

TEST(Vectors, EveryVectorIsTestedOrLeftToALaterIssue) {
  for (const Vector& vector : all_vectors()) {
    const int places = static_cast<int>(kHeaders.count(vector.id) + kSubpackets.count(vector.id) +
                                        kFrames.count(vector.id) + kSigns.count(vector.id) +
                                        kProbes.count(vector.id) + kLater.count(vector.id)) +
                       (is_telnet(vector) ? 1 : 0);
    EXPECT_EQ(places, 1) << vector.id << " (" << vector.what << ")";
  }
}

}  // namespace
}  // namespace boardwalk::test
