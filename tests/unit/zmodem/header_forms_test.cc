// Properties of headers in every form, of the line end behind them, and of the probe before a ZFILE
// of MobyTurbo.
#include <gtest/gtest.h>

#include <string>

#include "zmodem/codec.h"
#include "zmodem/turbo_probe.h"

namespace boardwalk::test {
namespace {

using zmodem::EscapeChoice;
using zmodem::FrameType;
using zmodem::Header;
using zmodem::HeaderForm;
using zmodem::HeaderReader;
using zmodem::HeaderTrailer;
using zmodem::TurboProbe;
using Found = HeaderReader::Found;

constexpr std::array kForms = {HeaderForm::hex,
                               HeaderForm::binary16,
                               HeaderForm::binary32,
                               HeaderForm::rle32,
                               HeaderForm::variable_hex,
                               HeaderForm::variable_binary16,
                               HeaderForm::variable_binary32,
                               HeaderForm::variable_rle32,
                               HeaderForm::seven_bit,
                               HeaderForm::packed,
                               HeaderForm::turbo};

bool has_only_seven_bits(HeaderForm form) {
  return form == HeaderForm::hex || form == HeaderForm::variable_hex ||
         form == HeaderForm::seven_bit || form == HeaderForm::packed;
}

Header random_header(HeaderForm form, Random& random, unsigned largest) {
  Header header;
  header.type = static_cast<FrameType>(random.below(20));
  header.count = static_cast<std::uint8_t>(
      zmodem::has_count(form) ? random.below(zmodem::kMostParams + 1) : 4);
  for (std::size_t i = 0; i < header.count; ++i) {
    header.params[i] = static_cast<std::uint8_t>(random.below(largest + 1));
  }
  return header;
}

Buffer without_eighth_bit(Buffer wire) {
  for (std::byte& value : wire) {
    value &= std::byte{0x7f};
  }
  return wire;
}

class EveryForm : public ::testing::TestWithParam<HeaderForm> {};

TEST_P(EveryForm, GivesBackAnyHeaderWithEveryCut) {
  Random random(1);
  for (unsigned number = 0; number < 200; ++number) {
    const Header header = random_header(GetParam(), random, 255);
    const EscapeChoice choice{.all_controls = number % 2 == 1};
    const Buffer wire = write_header(header, GetParam(), choice);
    for (std::size_t cut = 0; cut <= wire.size(); ++cut) {
      HeaderReader reader;
      const auto [found, taken] = read_parts(reader, cut_at(wire, cut));
      ASSERT_EQ(found, Found::header) << to_hex(wire) << ", cut at " << cut;
      ASSERT_EQ(reader.header(), header) << to_hex(wire);
      ASSERT_EQ(reader.form(), GetParam());
      HeaderTrailer trailer;
      if (zmodem::is_hex(GetParam())) {
        trailer.begin();
      }
      ASSERT_EQ(taken + trailer.read(Bytes(wire).subspan(taken)), wire.size());
    }
  }
}

TEST_P(EveryForm, PutsNoByteOnTheLineThatItMustNot) {
  Random random(2);
  for (unsigned number = 0; number < 500; ++number) {
    const EscapeChoice choice{.all_controls = number % 2 == 1};
    const Header header = random_header(GetParam(), random, 255);
    const Buffer wire = write_header(header, GetParam(), choice);
    for (std::size_t i = 3; i < wire.size(); ++i) {
      const auto value = std::to_integer<unsigned>(wire[i]);
      const std::string where = to_hex(wire) + " at " + std::to_string(i);
      if (zmodem::is_hex(GetParam())) {
        // The line end of 1988 has its eighth bit, which no reader needs.
        const bool is_line_end = value == 0x0d || value == 0x8a || value == 0x11;
        ASSERT_TRUE(is_line_end || (value > 0x20 && value < 0x7f)) << where;
      } else if (has_only_seven_bits(GetParam())) {
        ASSERT_TRUE(value < 0x80 && value != 0x10 && value != 0x11 && value != 0x13) << where;
        if (choice.all_controls) {
          ASSERT_TRUE(value >= 0x20 || value == 0x18 || value == 0x0e) << where;
        }
      } else if (GetParam() == HeaderForm::turbo) {
        if (value == 0x18) {
          ASSERT_LT(i + 1, wire.size()) << where;
          ASSERT_EQ(wire[i + 1], std::byte{0x58}) << where;
        }
      } else if (choice.all_controls) {
        ASSERT_TRUE((value & 0x60) != 0 || value == 0x18) << where;
      } else {
        ASSERT_TRUE(value == 0x18 ||
                    ((value & 0x7f) != 0x10 && (value & 0x7f) != 0x11 && (value & 0x7f) != 0x13))
            << where;
      }
    }
  }
}

TEST_P(EveryForm, KnowsALineOfSevenBits) {
  Random random(3);
  unsigned lost = 0;
  for (unsigned number = 0; number < 300; ++number) {
    const Header header = random_header(GetParam(), random, 127);
    const Buffer wire = write_header(header, GetParam());
    SCOPED_TRACE(to_hex(wire));
    if (std::count(wire.begin(), wire.end(), std::byte{0x98}) != 0) {
      continue;  // becomes an escape byte: nobody can tell what that was
    }
    const Buffer stripped = without_eighth_bit(wire);
    const bool is_changed = !has_only_seven_bits(GetParam()) && stripped != wire;
    HeaderReader reader;
    const Found found = read_parts(reader, {Bytes(stripped)}).first;
    ASSERT_EQ(found, is_changed ? Found::damaged : Found::header);
    ASSERT_EQ(reader.eighth_bit_lost(), is_changed);
    lost += is_changed ? 1 : 0;
    // Any other bit of it: a hit, and no property of the line.
    for (std::size_t bit = 8 * 4; bit < 8 * wire.size(); ++bit) {
      const bool is_lost_bit = bit % 8 == 7 && wire[bit / 8] >= std::byte{0x80};
      // Without its escape byte 0x90 is a 0x10, as if it had lost its bit.
      if (is_lost_bit || wire[bit / 8] == std::byte{0x18}) {
        continue;
      }
      Buffer hit = wire;
      hit[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
      HeaderReader other;
      if (read_parts(other, {Bytes(hit)}).first == Found::damaged) {
        ASSERT_FALSE(other.eighth_bit_lost()) << "bit " << bit;
      }
    }
  }
  if (has_only_seven_bits(GetParam())) {
    EXPECT_EQ(lost, 0U);
  } else {
    EXPECT_GT(lost, 100U);
  }
}

class FormOfEightBits : public EveryForm {};

// Not when the parameters had the bit too: then nobody can tell what they were.
TEST_P(FormOfEightBits, KnowsNothingOfALineOfSevenBitsWhenAParameterNeededEight) {
  Random random(4);
  for (unsigned number = 0; number < 100; ++number) {
    Header header = random_header(GetParam(), random, 127);
    header.count = 4;
    header.params[1] = 0xa5;
    for (std::size_t i = 4; i < header.params.size(); ++i) {
      header.params[i] = 0;
    }
    const Buffer stripped = without_eighth_bit(write_header(header, GetParam()));
    HeaderReader reader;
    EXPECT_NE(read_parts(reader, {Bytes(stripped)}).first, Found::header);
    EXPECT_FALSE(reader.eighth_bit_lost());
  }
}

TEST_P(EveryForm, IsFoundBehindNoise) {
  const Header header = zmodem::header_with_number(FrameType::data, 0x12345678);
  const Buffer wire = write_header(header, GetParam());
  for (const std::string_view noise : {"2a", "2a2a2a2a", "2a18", "18", "1818", "18181818", "2a42",
                                       "0d0a2418", "1813", "23c1d49311"}) {
    const Buffer all = joined({from_hex(noise), wire});
    HeaderReader reader;
    Bytes left = all;
    Found found = Found::nothing;
    while (!left.empty() && found != Found::header) {
      const auto step = reader.read(left);
      left = left.subspan(step.consumed);
      found = step.found;
    }
    EXPECT_EQ(found, Found::header) << noise;
    EXPECT_EQ(reader.header(), header) << noise;
  }
}

class CountedForm : public EveryForm {};

TEST_P(CountedForm, IsRefusedWithMoreParametersThanThereAre) {
  const HeaderForm form = GetParam();
  const Buffer start = write_header(Header{}, form);
  const std::size_t style_end = zmodem::is_hex(form) ? 4 : 3;
  const std::string_view count = zmodem::is_hex(form)                ? "3131"  // "11"
                                 : zmodem::has_printable_count(form) ? "33"
                                 : form == HeaderForm::turbo         ? "11"
                                                                     : "1851";
  const Buffer wire =
      joined({Buffer(start.begin(), start.begin() + static_cast<std::ptrdiff_t>(style_end)),
              from_hex(count)});
  HeaderReader reader;
  const auto [found, taken] = read_parts(reader, {Bytes(wire)});
  EXPECT_EQ(found, Found::damaged);
  EXPECT_EQ(taken, wire.size());
}

std::string name_of_form(const ::testing::TestParamInfo<HeaderForm>& test) {
  constexpr std::array kNames = {"Hex",
                                 "Binary16",
                                 "Binary32",
                                 "Rle32",
                                 "VariableHex",
                                 "VariableBinary16",
                                 "VariableBinary32",
                                 "VariableRle32",
                                 "SevenBit",
                                 "Packed",
                                 "Turbo"};
  return kNames[static_cast<std::size_t>(test.param)];
}

INSTANTIATE_TEST_SUITE_P(Headers, EveryForm, ::testing::ValuesIn(kForms), name_of_form);

template <typename Condition>
std::vector<HeaderForm> forms_where(Condition holds) {
  std::vector<HeaderForm> forms;
  std::copy_if(kForms.begin(), kForms.end(), std::back_inserter(forms), holds);
  return forms;
}

INSTANTIATE_TEST_SUITE_P(Headers, FormOfEightBits,
                         ::testing::ValuesIn(forms_where([](HeaderForm form) {
                           return !has_only_seven_bits(form);
                         })),
                         name_of_form);

INSTANTIATE_TEST_SUITE_P(Headers, CountedForm, ::testing::ValuesIn(forms_where(zmodem::has_count)),
                         name_of_form);

struct TrailerCase {
  std::string_view wire;
  std::size_t taken;
  bool is_done;
  bool saw_nul;
};

TEST(HeaderTrailer, TakesTheLineEndAndNothingElseWithEveryCut) {
  for (const TrailerCase& each : std::initializer_list<TrailerCase>{
           {"0d8a11", 3, true, false},    // Forsberg's
           {"0d0a11", 3, true, false},    // with seven bits
           {"8d8a11", 3, true, false},    // with parity
           {"0d8a", 2, false, false},     // ZACK, ZFIN: no XON, which may still come
           {"0d8a4f4f", 2, true, false},  // over and out
           {"0d000a11", 4, true, true},   // telnet puts a NUL behind a CR
           {"0d008a2a", 3, true, true},   //
           {"0d002a", 2, true, true},     // and the LF went missing
           {"0d00", 2, false, true},      //
           {"0d", 1, false, false},       //
           {"0a11", 2, true, false},      // no CR
           {"11", 1, true, false},        // XON only
           {"00", 0, true, false},        // a NUL of somebody else
           {"0d0a00", 2, true, false},    // the same
           {"0d00000a", 2, true, true},   // only one is added
           {"2a18", 0, true, false},      // the next header
       }) {
    const Buffer wire = from_hex(each.wire);
    for (std::size_t cut = 0; cut <= wire.size(); ++cut) {
      HeaderTrailer trailer;
      trailer.begin();
      std::size_t taken = trailer.read(Bytes(wire).first(cut));
      if (taken == cut) {
        taken += trailer.read(Bytes(wire).subspan(cut));
      }
      EXPECT_EQ(taken, each.taken) << each.wire << ", cut at " << cut;
      EXPECT_EQ(trailer.done(), each.is_done) << each.wire << ", cut at " << cut;
      EXPECT_EQ(trailer.saw_nul_after_cr(), each.saw_nul) << each.wire << ", cut at " << cut;
    }
  }
}

TEST(HeaderTrailer, ForgetsTheNulOfTheOneBefore) {
  HeaderTrailer trailer;
  trailer.begin();
  trailer.read(from_hex("0d000a11"));
  ASSERT_TRUE(trailer.saw_nul_after_cr());
  trailer.begin();
  EXPECT_FALSE(trailer.saw_nul_after_cr());
  EXPECT_FALSE(trailer.done());
}

TEST(TurboProbe, IsFoundInNoiseWithEveryCut) {
  const Buffer probe = from_hex("23c1d49311");
  for (const std::string_view before : {"", "23", "2323", "23c1", "23c1d493", "0d8a11"}) {
    const Buffer wire = joined({from_hex(before), probe, from_hex("2a18")});
    for (std::size_t cut = 0; cut <= wire.size(); ++cut) {
      TurboProbe watcher;
      watcher.watch(Bytes(wire).first(cut));
      watcher.watch(Bytes(wire).subspan(cut));
      EXPECT_TRUE(watcher.has_arrived()) << before << ", cut at " << cut;
    }
  }
}

TEST(TurboProbe, IsNotFoundWithOneBitChangedOrAByteMissing) {
  const Buffer probe = from_hex("23c1d49311");
  for (std::size_t bit = 0; bit < 8 * probe.size(); ++bit) {
    Buffer changed = probe;
    changed[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
    TurboProbe watcher;
    watcher.watch(joined({from_hex("0d8a"), changed, from_hex("2a18")}));
    EXPECT_FALSE(watcher.has_arrived()) << "bit " << bit;
  }
  for (std::size_t at = 0; at < probe.size(); ++at) {
    Buffer shorter = probe;
    shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(at));
    TurboProbe watcher;
    watcher.watch(joined({shorter, from_hex("2a18")}));
    EXPECT_FALSE(watcher.has_arrived()) << "without byte " << at;
    Buffer longer = probe;
    if (at != 0) {
      longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(at), std::byte{0});
      TurboProbe other;
      other.watch(longer);
      EXPECT_FALSE(other.has_arrived()) << "a NUL before byte " << at;
    }
  }
}

TEST(TurboProbe, IsForgottenAtAReset) {
  TurboProbe watcher;
  watcher.watch(from_hex("23c1d49311"));
  ASSERT_TRUE(watcher.has_arrived());
  watcher.reset();
  EXPECT_FALSE(watcher.has_arrived());
  watcher.watch(from_hex("23c1d49311"));
  EXPECT_TRUE(watcher.has_arrived());
}

}  // namespace
}  // namespace boardwalk::test
