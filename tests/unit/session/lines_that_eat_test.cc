// Lines that do not carry every character: seven bits, flow control taken by a modem, controls
// taken by a terminal server, carriage returns that become two characters. The receiver finds out
// and asks for another way to send, and the file arrives; without being told by anybody.
#include <gtest/gtest.h>

#include "support/link.h"
#include "support/time_bound.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

Buffer controls_but_zdle() {
  Buffer controls;
  for (unsigned value = 0; value < 0x20; ++value) {
    if (value != 0x18) {
      controls.push_back(static_cast<std::byte>(value));
    }
  }
  return controls;
}

Buffer high_controls() {
  Buffer controls;
  for (unsigned value = 0x80; value < 0xa0; ++value) {
    controls.push_back(static_cast<std::byte>(value));
  }
  return controls;
}

struct Eater {
  const char* name;
  void (*set)(NoiseOptions& line);
};

const std::vector<Eater> kEaters = {
    {"StripsBit7", [](NoiseOptions& line) { line.strip_bit_7 = true; }},
    {"EatsFlowControl", [](NoiseOptions& line) { line.eats = from_hex("1113"); }},
    {"EatsFlowControlOfBothKinds", [](NoiseOptions& line) { line.eats = from_hex("11139193"); }},
    {"EatsControlsButZdle", [](NoiseOptions& line) { line.eats = controls_but_zdle(); }},
    {"EatsControlsAndHighOnes",
     [](NoiseOptions& line) {
       line.eats = joined({controls_but_zdle(), high_controls()});
     }},
    {"EatsNul", [](NoiseOptions& line) { line.eats = from_hex("00"); }},
    {"ExpandsCr", [](NoiseOptions& line) { line.expand_cr = true; }},
    {"StripsAndEatsFlowControl",
     [](NoiseOptions& line) {
       line.strip_bit_7 = true;
       line.eats = from_hex("1113");
     }},
    {"StripsAndExpandsCr",
     [](NoiseOptions& line) {
       line.strip_bit_7 = true;
       line.expand_cr = true;
     }},
};

// Where no mode helps, or none is tried: the seven-bit ones need a control character (SO) in their
// headers, and FF and DEL are escaped by nobody who was not asked.
const std::vector<Eater> kHopeless = {
    {"EatsFf", [](NoiseOptions& line) { line.eats = from_hex("ff"); }},
    {"EatsDel", [](NoiseOptions& line) { line.eats = from_hex("7f"); }},
    {"StripsAndEatsControls",
     [](NoiseOptions& line) {
       line.strip_bit_7 = true;
       line.eats = controls_but_zdle();
     }},
    {"EatsZdle", [](NoiseOptions& line) { line.eats = from_hex("18"); }},
    {"EatsAsterisks", [](NoiseOptions& line) { line.eats = from_hex("2a"); }},
    {"EatsDigits", [](NoiseOptions& line) { line.eats = from_text("0123456789"); }},
    {"EatsEverything",
     [](NoiseOptions& line) {
       line.strip_bit_7 = true;
       for (unsigned value = 0; value < 0x80; ++value) {
         line.eats.push_back(static_cast<std::byte>(value));
       }
     }},
};

enum class Ways { forward, both };

LinkOptions options_of(const Eater& eater, Ways ways) {
  LinkOptions options;
  eater.set(options.forward);
  if (ways == Ways::both) {
    eater.set(options.backward);
  }
  options.forward.wire_buffer = 64_KiB;
  options.forward.latency = options.backward.latency = 20ms;
  options.sender.source_piece = 16_KiB;
  options.receiver.sink_window = 64_KiB;
  return options;
}

class LinesThatEat : public ::testing::TestWithParam<Eater> {};

TEST_P(LinesThatEat, CarryTheFilesAllTheSame) {
  for (const Ways ways : {Ways::forward, Ways::both}) {
    for (const bool first_harmless : {false, true}) {
      SCOPED_TRACE(ways == Ways::both ? "both ways" : "forward");
      SCOPED_TRACE(first_harmless ? "text first" : "binary first");
      Link link(options_of(GetParam(), ways));
      if (first_harmless) {
        link.send(from_text(std::string(3000, 'a')));  // nothing in it shows what the line does
      }
      link.send(random_bytes(20000, 1));
      link.send(Buffer{});
      link.send(random_bytes(300, 2));
      ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
      link.expect_all_complete();
      EXPECT_LT(link.elapsed(), 60s);
      ASSERT_FALSE(HasFailure());
    }
  }
}

TEST_P(LinesThatEat, CarryThemWithDamageToo) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    LinkOptions options = options_of(GetParam(), Ways::both);
    options.forward.flips = options.backward.flips = 3e-5;
    options.forward.seed = seed;
    options.backward.seed = seed + 100;
    Link link(options);
    link.send(random_bytes(20000, seed));
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

// Without that ability: a fault in time, and no wrong file.
TEST_P(LinesThatEat, EndSoundlyWhenNobodyAdapts) {
  LinkOptions options = options_of(GetParam(), Ways::both);
  options.receiver.zmodem.adapt_to_line = false;
  Link link(options);
  link.send(random_bytes(20000, 1));
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_sound();
}

class HopelessLines : public ::testing::TestWithParam<Eater> {};

TEST_P(HopelessLines, EndSoundly) {
  for (const Ways ways : {Ways::forward, Ways::both}) {
    Link link(options_of(GetParam(), ways));
    link.send(random_bytes(20000, 1));
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_sound();
  }
}

INSTANTIATE_TEST_SUITE_P(All, HopelessLines, ::testing::ValuesIn(kHopeless),
                         [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(All, LinesThatEat, ::testing::ValuesIn(kEaters),
                         [](const auto& test) { return test.param.name; });

// On a clean line nothing is asked for that costs.
TEST(LinesThatEat, AreNotSuspectedForAFewErrors) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    LinkOptions options;
    options.forward.flips = options.backward.flips = 1e-4;
    options.forward.seed = seed;
    options.backward.seed = seed + 100;
    options.sender.source_piece = 16_KiB;
    options.receiver.sink_window = 64_KiB;
    Link link(options);
    link.send(random_bytes(40000, seed));
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    EXPECT_FALSE(link.sender().status().escapes_controls) << "seed " << seed;
    EXPECT_EQ(link.tap().data_frames(Style::packed), 0u) << "seed " << seed;
    EXPECT_EQ(link.tap().data_frames(Style::seven_bit), 0u) << "seed " << seed;
  }
}

}  // namespace
}  // namespace boardwalk::test
