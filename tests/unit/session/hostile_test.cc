// Peers that send anything at all, in every state: the session never stops the program, never hangs
// (it always waits for something that comes, or is over), never grows.
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "support/allocated_bytes.h"
#include "support/places.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

// Random bytes are mostly noise; these are mixed with pieces that mean something.
Buffer hostile_bytes(Random& random) {
  constexpr std::array kFrames = {
      Frame::zrqinit, Frame::zrinit, Frame::zsinit,   Frame::zack,     Frame::zfile,
      Frame::zskip,   Frame::znak,   Frame::zabort,   Frame::zfin,     Frame::zrpos,
      Frame::zdata,   Frame::zeof,   Frame::zferr,    Frame::zcrc,     Frame::zchallenge,
      Frame::zcompl,  Frame::zcan,   Frame::zfreecnt, Frame::zcommand, Frame::zstderr};
  constexpr std::array kStyles = {Style::hex, Style::binary16, Style::binary32};
  const auto any_style = [&random] {
    return style_of(kStyleLetters[random.below(kStyleLetters.size())]).value();
  };
  // A wish about the coding of data, a hole; both with bits that mean nothing.
  const auto more = [&random] {
    Buffer parameters = random_bytes(random.below(13), random.next());
    if (parameters.size() > 2 && random.below(2) == 0) {
      parameters[2] = std::byte{0x20};
      std::fill(parameters.begin() + 3, parameters.end(), std::byte{0});
    }
    return parameters;
  };
  constexpr std::array kNumbers = {0u,     1u,          100u,        1000u,
                                   20000u, 0x7fffffffu, 0x80000000u, 0xffffffffu};
  static const Buffer offer = from_hex("632e62696e0031323334203020302030203120313233340a");
  constexpr std::array kEnds = {End::end, End::go_on, End::ack_go_on, End::ack_wait};
  Buffer bytes;
  const std::uint64_t parts = 1 + random.below(4);
  for (std::uint64_t part = 0; part < parts; ++part) {
    switch (random.below(8)) {
      case 0:
        append(bytes, random_bytes(random.below(60), random.next()));
        break;
      case 1:
      case 2:
        append(bytes, header(kStyles[random.below(3)], kFrames[random.below(kFrames.size())],
                             random.below(4) == 0 ? static_cast<Parameters>(random.next())
                                                  : kNumbers[random.below(kNumbers.size())]));
        break;
      case 3:
        append(bytes, subpacket(random_bytes(random.below(200), random.next()),
                                kEnds[random.below(4)], random.below(2) == 0 ? 16 : 32));
        break;
      case 4:
        append(bytes, Buffer(random.below(7), std::byte{0x18}));
        break;
      case 5:
        append(bytes, header(any_style(), random.below(2) == 0 ? Frame::zrpos : Frame::zdata,
                             kNumbers[random.below(kNumbers.size())], more()));
        break;
      case 6:
        append(bytes, subpacket_in(any_style(), random_bytes(random.below(200), random.next()),
                                   kEnds[random.below(4)]));
        break;
      default:
        // Half of them say that they fill holes.
        append(bytes, joined({header(Style::binary32, Frame::zfile,
                                     random.below(2) == 0 ? flags(0, 0, 0, 0x20) : 0),
                              subpacket(offer, End::ack_wait, 32)}));
        break;
    }
  }
  if (!bytes.empty() && random.below(4) == 0) {
    bytes[random.below(bytes.size())] ^= static_cast<std::byte>(1 + random.below(255));
  }
  return bytes;
}

const std::vector<Place> kAllPlaces = [] {
  std::vector<Place> places;
  for (std::size_t place = 0; place < kPlaces; ++place) {
    places.push_back(static_cast<Place>(place));
  }
  return places;
}();

class HostilePeer : public ::testing::TestWithParam<Place> {};

TEST_P(HostilePeer, NeverHangsAndNeverStopsIt) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed * kPlaces + static_cast<std::uint64_t>(GetParam()));
    const auto session = session_in(GetParam());
    const std::uint64_t messages = 1 + random.below(5);
    bool waits_for_files = false;
    for (std::uint64_t message = 0; message < messages; ++message) {
      session->hears(Bytes(hostile_bytes(random)));
      if (random.below(3) == 0) {
        session->passes(std::chrono::milliseconds{random.below(12000)});
      }
      // A transfer waits for a moment that comes, for a person (to decide about an offer, to choose
      // files), or is over.
      waits_for_files |= session->tells().find("upload wanted") != std::string::npos;
      const bool waits_for_host = !session->host().incoming().empty() &&
                                  !session->host().incoming().back().outcome.has_value();
      if (session->session().status().active && !waits_for_host && !waits_for_files) {
        ASSERT_NE(session->session().deadline(), kNever)
            << "seed " << seed << ", said: " << session->says();
      }
      ASSERT_FALSE(HasFailure()) << "seed " << seed;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Places, HostilePeer, ::testing::ValuesIn(kAllPlaces),
                         [](const auto& test) { return name_of(test.param); });

// Left alone after any nonsense, a transfer whose host has answered everything comes to an end.
TEST(HostilePeer, LeftAloneEveryTransferEnds) {
  for (std::size_t place = 1; place < kPlaces; ++place) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Random random(seed * 77 + place);
      const auto session = session_in(static_cast<Place>(place));
      session->host().policy().on_offer = {};
      session->hears(Bytes(hostile_bytes(random)));
      if (static_cast<Place>(place) == Place::offered && !session->host().ended()) {
        session->cancels();  // the person who would not decide
      }
      session->passes(1h);
      ASSERT_FALSE(HasFailure()) << "place " << place << ", seed " << seed;
      ASSERT_TRUE(session->host().ended()) << "place " << place << ", seed " << seed;
      ASSERT_EQ(session->session().deadline(), kNever) << "place " << place << ", seed " << seed;
    }
  }
}

TEST(HostilePeer, MemoryStaysBounded) {
  for (std::size_t place = 0; place < kPlaces; ++place) {
    Random random(place);
    const auto session = session_in(static_cast<Place>(place));
    session->host().policy().on_offer = [](const std::string&) {
      return OfferAnswer{OfferAnswer::Kind::say_nothing, 0};
    };
    const std::size_t before = allocated_bytes();
    for (int message = 0; message < 300; ++message) {
      const Buffer noise = random_bytes(2000, random.next());
      session->hears(Bytes(noise));
      session->says();
      session->said_bytes();
      session->tells();
      session->shows();
    }
    // The screen's text (600 KB) is kept by the test's host; the rest is small change.
    EXPECT_LT(allocated_bytes(), before + 2_MiB) << "place " << place;
  }
}

// What an event lends stays what it was until the next receive(), however the same receive() goes
// on: the file that was offered may be left out, replaced or cancelled by the very next bytes.
TEST(HostilePeer, AnOfferIsReadableAlsoWhenItIsOverAlready) {
  const std::string long_name(200, 'n');
  for (const std::string& next :
       {"CANCEL"s, "ZFIN"s, "ZABORT"s,
        "ZSKIP; ZFILE another-name-that-is-long-enough-to-need-the-heap.bin 5"s,
        "ZFILE b.bin 5"s}) {
    SessionUnderTest session(receiving());
    session.hears("ZFILE " + long_name + " 1000; " + next);
    session.passes(2s);
    ASSERT_GE(session.host().incoming().size(), 1u) << next;
    EXPECT_EQ(session.host().incoming()[0].name, long_name) << next;
  }
}

// A name as long as a subpacket, numbers beyond all bounds, no end of fields.
TEST(HostilePeer, OffersOfEveryShapeAreTakenOrRefused) {
  const std::vector<std::string> offers = {
      std::string(900, 'a') +
          "\0"
          "1 1 1"s,
      "a\0"
      "99999999999999999999999999 1"s,
      "a\0"
      "-5 -5 -5 -5 -5 -5"s,
      "\0"s,
      "\0\0\0\0"s,
      "no end at all"s,
      "a\0"
      "1 77777777777777777777777 7777777777777 1 1 1 1 1 1 1 1 1 1"s,
      "..\0"s,
      "/\\:\0"s,
      "\xff\xfe\x80\0"
      "5"s};
  for (const std::string& offer : offers) {
    SessionUnderTest session(receiving());
    session.says();
    session.hears(Bytes(zfile_with(from_text(offer))));
    EXPECT_EQ(session.says(), "ZRPOS 0") << escaped(from_text(offer));
    ASSERT_EQ(session.host().incoming().size(), 1u);
    const std::string& name = session.host().incoming().front().name;
    EXPECT_FALSE(name.empty());
    EXPECT_EQ(name.find_first_of("/\\:"), std::string::npos) << name;
    EXPECT_NE(name, "..");
    EXPECT_LE(name.size(), 255u);
  }
}

// An information block larger than any is damage, not an overflow.
TEST(HostilePeer, AnOverlongOfferIsRefused) {
  SessionUnderTest session(receiving());
  session.says();
  session.hears(Bytes(zfile_with(Buffer(5000, std::byte{'a'}))));
  EXPECT_EQ(session.says(), "ZNAK");
  EXPECT_TRUE(session.host().incoming().empty());
}

}  // namespace
}  // namespace boardwalk::test
