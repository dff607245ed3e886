// Properties that every coding of a subpacket has, with data that is hard on one of them
// (nasty_data.h): what comes out is what went in, in the room that was promised, in the bytes that
// the line may carry; what was hit is never taken for good.
#include <gtest/gtest.h>

#include <string>

#include "boardwalk/session.h"
#include "zmodem/codec.h"
#include "zmodem/nasty_data.h"

namespace boardwalk::test {
namespace {

using zmodem::EscapeChoice;
using zmodem::RawControls;
using zmodem::SubpacketEnd;
using zmodem::SubpacketForm;
using zmodem::SubpacketFound;

constexpr std::byte kZdle{0x18};
constexpr std::byte kXon{0x11};
constexpr EscapeChoice kAllControls{.all_controls = true};
constexpr EscapeChoice kForTelnet{.telnet_ff = true, .carriage_return = true};

struct Coding {
  const char* name;
  SubpacketForm form;
};

constexpr Coding kPlain16{"Plain16", {DataMode::plain, CrcKind::crc16}};
constexpr Coding kPlain32{"Plain32", {DataMode::plain, CrcKind::crc32}};
constexpr Coding kRunLength{"RunLength", {DataMode::run_length, CrcKind::crc32}};
constexpr Coding kSevenBit{"SevenBit", {DataMode::seven_bit, CrcKind::crc32}};
constexpr Coding kPacked{"Packed", {DataMode::packed, CrcKind::crc32}};
constexpr Coding kTurbo{"Turbo", {DataMode::turbo, CrcKind::crc32}};

std::string name_of_coding(const ::testing::TestParamInfo<Coding>& test) { return test.param.name; }

RawControls raw_controls(EscapeChoice choice) {
  return choice.all_controls ? RawControls::dropped : RawControls::data;
}

constexpr std::array kEnds = {SubpacketEnd::frame_ends, SubpacketEnd::goes_on,
                              SubpacketEnd::ack_and_go_on, SubpacketEnd::ack_then_wait};

class EveryCoding : public ::testing::TestWithParam<Coding> {
 protected:
  [[nodiscard]] SubpacketForm form() const { return GetParam().form; }
};

void expect_same(const ReadSubpacket& read, Bytes data, SubpacketEnd end, const Buffer& wire) {
  ASSERT_EQ(read.found, SubpacketFound::complete);
  ASSERT_TRUE(std::equal(read.data.begin(), read.data.end(), data.begin(), data.end()));
  ASSERT_EQ(read.end, end);
  // The XON behind a subpacket that waits is left for whoever comes next.
  ASSERT_EQ(read.taken + (end == SubpacketEnd::ack_then_wait ? 1 : 0), wire.size());
}

TEST_P(EveryCoding, GivesBackSmallDataWithEveryCut) {
  for (const NastyData& nasty : all_nasty_data()) {
    for (std::size_t size = 0; size <= 9; ++size) {
      for (const EscapeChoice choice : {EscapeChoice{}, kAllControls, kForTelnet}) {
        SCOPED_TRACE(nasty.name + ", " + std::to_string(size));
        const Buffer data = nasty.first(size);
        const SubpacketEnd end = kEnds[size % kEnds.size()];
        const Buffer wire = write_subpacket(data, end, form(), choice);
        for (std::size_t cut = 0; cut <= wire.size(); ++cut) {
          const auto read = read_subpacket(cut_at(wire, cut), form(), raw_controls(choice));
          ASSERT_NO_FATAL_FAILURE(expect_same(read, data, end, wire)) << "cut at " << cut;
        }
      }
    }
  }
}

TEST_P(EveryCoding, GivesBackLargeDataInPieces) {
  for (const NastyData& nasty : all_nasty_data()) {
    for (const std::size_t size : {1023, 1024, 1025, 8192}) {
      for (const EscapeChoice choice : {EscapeChoice{}, kAllControls, kForTelnet}) {
        SCOPED_TRACE(nasty.name + ", " + std::to_string(size));
        const Buffer data = nasty.first(size);
        const SubpacketEnd end = kEnds[(size / 3) % kEnds.size()];
        const Buffer wire = write_subpacket(data, end, form(), choice);
        for (const std::size_t piece : {std::size_t{1}, std::size_t{61}, wire.size()}) {
          const auto read = read_subpacket(in_pieces(wire, piece), form(), raw_controls(choice));
          ASSERT_NO_FATAL_FAILURE(expect_same(read, data, end, wire)) << "pieces of " << piece;
        }
      }
    }
  }
}

// write_subpacket() of codec.h has written all of the above in that room; one byte less is refused.
TEST_P(EveryCoding, WritesNothingInLessThanItsRoom) {
  const Buffer data = random_bytes(100, 1);
  Buffer room(zmodem::subpacket_room(data.size(), form()) - 1);
  UnitWriter out(room, LineKind::raw);
  zmodem::write_subpacket(out, data, SubpacketEnd::goes_on, form(), zmodem::make_escapes({}));
  EXPECT_FALSE(out.finish_unit());
  EXPECT_EQ(room, Buffer(room.size()));
}

TEST_P(EveryCoding, FitsInOneUnitWithItsHeader) {
  // A header at its worst: every byte of type, parameters and checksum takes three.
  constexpr std::size_t kHeader = 4 + 2 + 3 * (1 + zmodem::kMostParams + 4) + 3;
  EXPECT_LE(kHeader + zmodem::subpacket_room(zmodem::kMaxSubpacket, form()), kMaxUnit);
}

TEST_P(EveryCoding, CanBeMovedWhileItIsRead) {
  const Buffer data = all_nasty_data().back().first(300);
  const Buffer wire = write_subpacket(data, SubpacketEnd::goes_on, form());
  for (std::size_t cut = 0; cut <= wire.size(); cut += 7) {
    Buffer before(data.size());
    Buffer after(data.size());
    zmodem::SubpacketReader reader;
    reader.begin(before, form(), RawControls::data);
    static_cast<void>(reader.read(Bytes(wire).first(cut)));
    std::copy_n(before.begin(), reader.size(), after.begin());
    reader.move_to(after);
    before.assign(before.size(), std::byte{0xee});
    if (cut < wire.size()) {
      ASSERT_EQ(reader.read(Bytes(wire).subspan(cut)).found, SubpacketFound::complete);
    }
    ASSERT_EQ(after, data) << "moved at " << cut;
  }
}

TEST_P(EveryCoding, SaysWhenThereIsNoRoom) {
  for (const NastyData& nasty : all_nasty_data()) {
    const Buffer data = nasty.first(200);
    const Buffer wire = write_subpacket(data, SubpacketEnd::goes_on, form());
    for (const std::size_t size : {0, 1, 199}) {
      Buffer room(size);
      zmodem::SubpacketReader reader;
      reader.begin(room, form(), RawControls::data);
      EXPECT_EQ(reader.read(wire).found, SubpacketFound::too_long) << nasty.name << ", " << size;
    }
  }
}

class CodingWithCrc32 : public EveryCoding {};  // 16 bits promise less

TEST_P(CodingWithCrc32, IsNeverTakenForOtherDataAfterOneBitWasHit) {
  for (const NastyData& nasty : all_nasty_data()) {
    const Buffer data = nasty.first(150);
    for (const EscapeChoice choice : {EscapeChoice{}, kAllControls}) {
      Buffer wire = write_subpacket(data, SubpacketEnd::goes_on, form(), choice);
      for (std::size_t bit = 0; bit < 8 * wire.size(); bit += 3) {
        const auto mask = static_cast<std::byte>(1U << bit % 8);
        wire[bit / 8] ^= mask;
        const auto read = read_subpacket({Bytes(wire)}, form(), raw_controls(choice));
        wire[bit / 8] ^= mask;
        if (read.found == SubpacketFound::complete) {
          ASSERT_EQ(read.data, data) << nasty.name << ", bit " << bit;
          ASSERT_EQ(read.end, SubpacketEnd::goes_on);
        }
      }
    }
  }
}

TEST_P(EveryCoding, IsEndedByFiveCancelsButMobyTurbo) {
  const Buffer data = from_text("cancel me");
  const Buffer wire = write_subpacket(data, SubpacketEnd::goes_on, form());
  for (std::size_t at = 0; at < data.size(); ++at) {
    Buffer cancelled(wire.begin(), wire.begin() + static_cast<std::ptrdiff_t>(at));
    cancelled.insert(cancelled.end(), 5, kZdle);
    const auto read = read_subpacket(in_pieces(cancelled, 2), form(), RawControls::data);
    const bool is_turbo = form().mode == DataMode::turbo;
    EXPECT_EQ(read.found, is_turbo ? SubpacketFound::nothing : SubpacketFound::cancel) << at;
  }
}

class CodingWithControls : public EveryCoding {};  // everything is data to MobyTurbo

// With all controls escaped, a raw one was added by the line.
TEST_P(CodingWithControls, DropsRawControlsOfTheLineWhenAllComeEscaped) {
  const Buffer data = all_nasty_data().back().first(40);
  const Buffer wire = write_subpacket(data, SubpacketEnd::goes_on, form(), kAllControls);
  for (std::size_t at = 0; at < wire.size(); ++at) {
    if (at != 0 && wire[at - 1] == kZdle) {
      continue;  // what stands behind the escape byte is no raw control
    }
    Buffer changed = wire;
    changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(at),
                   {std::byte{0x0d}, std::byte{0x00}, std::byte{0x11}, std::byte{0x85}});
    const auto read = read_subpacket({Bytes(changed)}, form(), RawControls::dropped);
    ASSERT_EQ(read.found, SubpacketFound::complete) << at;
    ASSERT_EQ(read.data, data) << at;
  }
}

INSTANTIATE_TEST_SUITE_P(Codings, EveryCoding,
                         ::testing::Values(kPlain16, kPlain32, kRunLength, kSevenBit, kPacked,
                                           kTurbo),
                         name_of_coding);

INSTANTIATE_TEST_SUITE_P(Codings, CodingWithCrc32,
                         ::testing::Values(kPlain32, kRunLength, kSevenBit, kPacked, kTurbo),
                         name_of_coding);

INSTANTIATE_TEST_SUITE_P(Codings, CodingWithControls,
                         ::testing::Values(kPlain16, kPlain32, kRunLength, kSevenBit, kPacked),
                         name_of_coding);

// What stands on the line for each kind of nasty data: without the XON that may follow it.
template <typename Check>
void for_every_wire(SubpacketForm form, EscapeChoice choice, Check check) {
  for (const NastyData& nasty : all_nasty_data()) {
    for (const std::size_t size : {0, 1, 5, 1024}) {
      for (const SubpacketEnd end : kEnds) {
        SCOPED_TRACE(nasty.name + ", " + std::to_string(size));
        const Buffer data = nasty.first(size);
        Buffer wire = write_subpacket(data, end, form, choice);
        if (end == SubpacketEnd::ack_then_wait) {
          ASSERT_EQ(wire.back(), kXon);
          wire.pop_back();
        }
        ASSERT_NO_FATAL_FAILURE(check(data, wire));
      }
    }
  }
}

bool is_control(std::byte value) { return (value & std::byte{0x60}) == std::byte{0}; }

bool is_one_of(std::byte value, std::initializer_list<unsigned> values) {
  return std::count(values.begin(), values.end(), std::to_integer<unsigned>(value)) != 0;
}

class EscapedCoding : public ::testing::TestWithParam<Coding> {};

TEST_P(EscapedCoding, PutsNoByteOnTheLineThatItMustNot) {
  for_every_wire(GetParam().form, {}, [](const Buffer&, const Buffer& wire) {
    for (std::size_t i = 0; i < wire.size(); ++i) {
      ASSERT_FALSE(is_one_of(wire[i], {0x10, 0x11, 0x13, 0x90, 0x91, 0x93})) << i;
      if (wire[i] == kZdle) {
        ASSERT_TRUE(i + 1 < wire.size() && !is_control(wire[i + 1])) << i;
      }
      const bool is_carriage_return = (wire[i] & std::byte{0x7f}) == std::byte{0x0d};
      if (is_carriage_return && i != 0) {
        ASSERT_NE(wire[i - 1] & std::byte{0x7f}, std::byte{'@'}) << i;
      }
    }
  });
}

TEST_P(EscapedCoding, PutsNoControlOnTheLineWhenAllAreEscaped) {
  for_every_wire(GetParam().form, kAllControls, [](const Buffer&, const Buffer& wire) {
    for (std::size_t i = 0; i < wire.size(); ++i) {
      ASSERT_TRUE(!is_control(wire[i]) || wire[i] == kZdle) << i;
    }
  });
}

TEST_P(EscapedCoding, PutsNeitherFfNorCrOnALineThatChangesThem) {
  for_every_wire(GetParam().form, kForTelnet, [](const Buffer&, const Buffer& wire) {
    for (std::size_t i = 0; i < wire.size(); ++i) {
      ASSERT_FALSE(is_one_of(wire[i], {0x0d, 0xff})) << i;
    }
  });
}

// Only where all else is low can one tell what the line did to the checksum.
TEST_P(EscapedCoding, KnowsALineOfSevenBits) {
  unsigned lost = 0;
  for (unsigned number = 0; number < 300; ++number) {
    SCOPED_TRACE(number);
    const Buffer data = from_text("file" + std::to_string(number) + ".txt");
    const Buffer wire = write_subpacket(data, SubpacketEnd::goes_on, GetParam().form);
    Buffer stripped = wire;
    for (std::byte& value : stripped) {
      value &= std::byte{0x7f};
    }
    if (std::count(wire.begin(), wire.end(), std::byte{0x98}) != 0) {
      continue;  // becomes an escape byte: nobody can tell what that was
    }
    const auto read = read_subpacket({Bytes(stripped)}, GetParam().form, RawControls::data);
    const bool is_changed = stripped != wire;
    ASSERT_EQ(read.found, is_changed ? SubpacketFound::damaged : SubpacketFound::complete);
    ASSERT_EQ(read.eighth_bit_lost, is_changed);
    lost += is_changed ? 1 : 0;
    // Any other bit of it: a hit, and no property of the line.
    for (std::size_t bit = 0; bit < 8 * wire.size(); ++bit) {
      Buffer hit = wire;
      hit[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
      const bool is_lost_bit = bit % 8 == 7 && wire[bit / 8] >= std::byte{0x80};
      // Without its escape byte 0x90 is a 0x10, as if it had lost its bit.
      if (!is_lost_bit && wire[bit / 8] != kZdle) {
        const auto other = read_subpacket({Bytes(hit)}, GetParam().form, RawControls::data);
        ASSERT_FALSE(other.eighth_bit_lost) << "bit " << bit;
      }
    }
  }
  EXPECT_GT(lost, 100U);
}

INSTANTIATE_TEST_SUITE_P(Codings, EscapedCoding, ::testing::Values(kPlain16, kPlain32, kRunLength),
                         name_of_coding);

TEST(SevenBitCoding, NeedsSevenBitsAndNoFlowControl) {
  for_every_wire(kSevenBit.form, {}, [](const Buffer&, const Buffer& wire) {
    for (const std::byte value : wire) {
      ASSERT_LT(value, std::byte{0x80});
      ASSERT_FALSE(is_one_of(value, {0x10, 0x11, 0x13}));
    }
  });
}

TEST(SevenBitCoding, NeedsOnlyTwoControlsWhenAllAreEscaped) {
  for_every_wire(kSevenBit.form, kAllControls, [](const Buffer&, const Buffer& wire) {
    for (const std::byte value : wire) {
      ASSERT_LT(value, std::byte{0x7f});
      ASSERT_TRUE(!is_control(value) || is_one_of(value, {0x0e, 0x18}));
    }
  });
}

TEST(SevenBitCoding, PutsNoCrOnALineThatChangesIt) {
  for_every_wire(kSevenBit.form, kForTelnet, [](const Buffer&, const Buffer& wire) {
    ASSERT_EQ(std::count(wire.begin(), wire.end(), std::byte{0x0d}), 0);
  });
}

TEST(PackedCoding, IsPrintable) {
  for_every_wire(kPacked.form, {}, [](const Buffer& data, const Buffer& wire) {
    for (const std::byte value : wire) {
      ASSERT_GE(value, std::byte{0x21});
      ASSERT_LE(value, std::byte{0x79});
    }
    // Five digits for four bytes, one more than bytes for the rest; mark, end, checksum.
    const std::size_t rest = data.size() % 4;
    ASSERT_EQ(wire.size(), data.size() / 4 * 5 + (rest == 0 ? 0 : rest + 1) + 2 + 5);
    ASSERT_EQ(std::count(wire.begin(), wire.end(), std::byte{0x21}), 1);
  });
}

TEST(TurboCoding, EscapesTheEscapeByteAndNothingElse) {
  for_every_wire(kTurbo.form, kAllControls, [](const Buffer& data, const Buffer& wire) {
    Buffer expected;
    for (const std::byte value : data) {
      expected.push_back(value);
      if (value == kZdle) {
        expected.push_back(std::byte{0x58});
      }
    }
    ASSERT_GE(wire.size(), expected.size() + 6);
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), wire.begin()));
    ASSERT_EQ(wire[expected.size()], kZdle);
    ASSERT_GE(wire[expected.size() + 1], std::byte{'h'});
    ASSERT_LE(wire[expected.size() + 1], std::byte{'k'});
  });
}

}  // namespace
}  // namespace boardwalk::test
