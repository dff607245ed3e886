// Every mode between two sessions: whole transfers, and the mode really on the wire. The taps read
// the wire with decoders of their own, so every file byte in every coding is checked by its offset.
#include <gtest/gtest.h>

#include <numeric>

#include "support/link.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

// What a coding could trip over: every byte, runs of every length, the bytes with a meaning, noise.
std::vector<Buffer> contents() {
  Buffer all;
  for (unsigned value = 0; value < 256; ++value) {
    all.push_back(static_cast<std::byte>(value));
  }
  Buffer runs;
  for (const unsigned value : {0x00u, 0x20u, 0x7eu, 0x18u, 0x2au, 0x80u, 0xffu, 0x11u, 0x0du}) {
    for (std::size_t length = 1; length < 200; length += length < 70 ? 1 : 13) {
      runs.insert(runs.end(), length, static_cast<std::byte>(value));
      runs.push_back(std::byte{0x41});
    }
  }
  Buffer false_headers;
  for (int count = 0; count < 200; ++count) {
    append(false_headers, hex_header(Frame::zdata, 5));
    append(false_headers, header(Style::binary32, Frame::zeof, 77));
    append(false_headers, Buffer(7, std::byte{0x18}));
  }
  return {all,
          runs,
          false_headers,
          random_bytes(30000, 1),
          Buffer(30000, std::byte{0}),
          Buffer{},
          random_bytes(1, 2)};
}

enum class Who { receiver, sender, both };

struct Mode {
  const char* name;
  void (*set)(ZmodemConfig& config);
  Style style;  // of most data frames
  Who who = Who::both;
};

LinkOptions options_of(const Mode& mode) {
  LinkOptions options;
  if (mode.who != Who::sender) {
    mode.set(options.receiver.zmodem);
  }
  if (mode.who != Who::receiver) {
    mode.set(options.sender.zmodem);
  }
  options.forward.wire_buffer = 64_KiB;
  options.forward.latency = options.backward.latency = 5ms;
  return options;
}

void nothing(ZmodemConfig&) {}
void escape_controls(ZmodemConfig& config) { config.escape_controls = true; }
void escape_8th(ZmodemConfig& config) { config.escape_8th = true; }
void pack7(ZmodemConfig& config) { config.pack7 = true; }
void turbo(ZmodemConfig& config) { config.turbo = true; }
void rle(ZmodemConfig& config) { config.rle = true; }
void variable_headers(ZmodemConfig& config) { config.variable_headers = true; }
void variable_rle(ZmodemConfig& config) { config.variable_headers = config.rle = true; }
void crc16(ZmodemConfig& config) { config.crc = CrcKind::crc16; }
void segmented(ZmodemConfig& config) { config.segmented = true; }
void buffer(ZmodemConfig& config) { config.receive_buffer = 4000; }
void escaped_8th_and_controls(ZmodemConfig& config) {
  config.escape_8th = config.escape_controls = true;
}
void escaped_pack7(ZmodemConfig& config) { config.pack7 = config.escape_controls = true; }

const std::vector<Mode> kModes = {
    {"Nothing", nothing, Style::binary32},
    {"EscapeControls", escape_controls, Style::binary32},
    {"EscapeControlsAsked", escape_controls, Style::binary32, Who::receiver},
    {"EscapeControlsDeclared", escape_controls, Style::binary32, Who::sender},
    {"SevenBit", escape_8th, Style::seven_bit},
    {"SevenBitAsked", escape_8th, Style::seven_bit, Who::receiver},
    {"SevenBitDeclared", escape_8th, Style::seven_bit, Who::sender},
    {"SevenBitAndControls", escaped_8th_and_controls, Style::seven_bit},
    {"Pack7", pack7, Style::packed},
    {"Pack7Asked", pack7, Style::packed, Who::receiver},
    {"Pack7Declared", pack7, Style::packed, Who::sender},
    {"Pack7AndControls", escaped_pack7, Style::packed},
    {"Turbo", turbo, Style::turbo},
    {"TurboAsked", turbo, Style::turbo, Who::receiver},
    {"RunLengths", rle, Style::rle32},
    {"RunLengthsAsked", rle, Style::rle32, Who::receiver},
    {"VariableHeaders", variable_headers, Style::variable32},
    {"VariableRunLengths", variable_rle, Style::variable_rle32},
    {"Crc16", crc16, Style::binary16},
    {"Crc16Offered", crc16, Style::binary16, Who::receiver},
    {"Crc16Sent", crc16, Style::binary16, Who::sender},
    {"Segmented", segmented, Style::binary32, Who::sender},
    {"Buffer", buffer, Style::binary32, Who::receiver},
};

class Modes : public ::testing::TestWithParam<Mode> {};

void is_seven_bit(const WireTap& tap) {
  for (unsigned value = 0x80; value < 0x100; ++value) {
    if (value != 0x8a) {  // ends hex headers, and may lose its bit
      EXPECT_EQ(tap.count_of(static_cast<std::byte>(value)), 0u) << std::hex << value;
    }
  }
}

TEST_P(Modes, CarryEveryFileAndStandOnTheWire) {
  Link link(options_of(GetParam()));
  for (const Buffer& content : contents()) {
    link.send(content);
  }
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.tap().file_bytes_resent(), 0u);
  EXPECT_LT(link.elapsed(), 12s) << "nothing waits for a time-out";
  const Style style = GetParam().style;
  EXPECT_GT(link.tap().data_frames(style), 0u) << name_of(style);
  for (const char letter : kStyleLetters) {
    const Style other = style_of(letter).value();
    if (other != style) {
      EXPECT_EQ(link.tap().data_frames(other), 0u) << name_of(other);
    }
  }
  if (style == Style::seven_bit || style == Style::packed) {
    is_seven_bit(link.tap());
    is_seven_bit(link.back_tap());
  }
  const ZmodemConfig asked = options_of(GetParam()).receiver.zmodem;
  const ZmodemConfig sent = options_of(GetParam()).sender.zmodem;
  if ((asked.escape_controls || sent.escape_controls) && style != Style::packed) {
    EXPECT_EQ(link.tap().reader().unescaped_controls(), 0u);
  }
}

// Damage is repaired in every mode, however each of them recovers.
TEST_P(Modes, RepairWhatIsDamaged) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    LinkOptions options = options_of(GetParam());
    options.forward.flips = options.backward.flips = 1e-4;
    options.forward.seed = seed;
    options.backward.seed = seed + 100;
    options.sender.source_piece = 16_KiB;
    options.receiver.sink_window = 64_KiB;
    Link link(options);
    link.send(random_bytes(30000, seed));
    link.send(contents()[1]);
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST_P(Modes, BeginInTheMiddle) {
  LinkOptions options = options_of(GetParam());
  options.receiver_host.on_offer = [](const std::string&) {
    return OfferAnswer{OfferAnswer::Kind::accept, 12345};
  };
  Link link(options);
  link.send(random_bytes(30000, 5));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  EXPECT_EQ(link.tap().file_bytes(), 30000u - 12345u);
}

INSTANTIATE_TEST_SUITE_P(All, Modes, ::testing::ValuesIn(kModes),
                         [](const auto& test) { return test.param.name; });

// --- what the modes cost and save ---

std::uint64_t wire_bytes(void (*set)(ZmodemConfig&), const Buffer& content) {
  Link link(options_of({"", set, Style::binary32, Who::both}));
  link.send(content);
  EXPECT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  return link.tap().wire_bytes();
}

TEST(ModesOnTheWire, CostWhatTheyPromise) {
  const Buffer noise = random_bytes(100000, 3);
  const Buffer zeros(100000, std::byte{0});
  const auto per_byte = [&](void (*set)(ZmodemConfig&)) {
    return static_cast<double>(wire_bytes(set, noise)) / 100000;
  };
  const double plain = per_byte(nothing);
  EXPECT_NEAR(plain, 1 + 7 / 256.0, 0.02);
  EXPECT_NEAR(per_byte(escape_controls), 1 + 64 / 256.0, 0.02);
  EXPECT_NEAR(per_byte(turbo), 1 + 1 / 256.0, 0.015);
  EXPECT_NEAR(per_byte(pack7), 1.25, 0.015);
  EXPECT_NEAR(per_byte(escape_8th), 1.55, 0.06);
  EXPECT_LT(wire_bytes(rle, zeros), 100000u / 25);
  EXPECT_LT(wire_bytes(escape_8th, zeros), 100000u / 15);
  EXPECT_LT(static_cast<double>(wire_bytes(rle, noise)), plain * 100000 * 1.02);
}

TEST(ModesOnTheWire, SegmentsAndBuffersAreObeyedToTheByte) {
  Link segments(options_of({"", segmented, Style::binary32, Who::sender}));
  segments.send(random_bytes(30000, 4));
  ASSERT_EQ(segments.run_until_idle(), RunEnd::idle);
  segments.expect_all_complete();
  EXPECT_EQ(segments.tap().subpackets(End::go_on), 0u);
  EXPECT_EQ(segments.tap().subpackets(End::ack_go_on), 0u);

  Link buffers(options_of({"", buffer, Style::binary32, Who::receiver}));
  buffers.send(random_bytes(30000, 4));
  ASSERT_EQ(buffers.run_until_idle(), RunEnd::idle);
  buffers.expect_all_complete();
  EXPECT_LE(buffers.tap().most_unacknowledged(), 4000u);
}

}  // namespace
}  // namespace boardwalk::test
