// Which bytes start a transfer, which are text, and how long a screen waits for either.
#include "zmodem/detector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include "support/buffer.h"

namespace boardwalk::zmodem {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using test::Buffer;
using test::from_hex;
using test::from_text;
using test::joined;
using test::test_data;

constexpr const char* kRequest = "2a2a184230303030303030303030303030300d8a11";  // ZRQINIT of lsz
constexpr const char* kInit = "2a2a184230313030303030303233626535300d8a11";     // ZRINIT of lrz
constexpr const char* kFinish = "2a2a184230383030303030303030303232640d8a";     // ZFIN
constexpr std::size_t kTrailer = 3;  // CR, LF, XON behind the digits

// A terminal with a detector in front of it: what its screen shows and which transfers began.
class Screen {
 public:
  void hears(Bytes in) {
    for (;;) {
      const Detector::Found found = detector_.look(in, now_);
      shown_ += std::string(reinterpret_cast<const char*>(found.text.data()), found.text.size());
      in = in.subspan(found.consumed);
      if (found.start != Start::none) {
        starts_.push_back(found.start);
        params_ = found.params;
      }
      if (in.empty() && found.start == Start::none && found.text.empty()) {
        return;
      }
    }
  }
  void passes(Duration time) {
    const TimePoint end = now_ + time;
    while (detector_.deadline() <= end) {
      now_ = std::max(now_, detector_.deadline());
      const Bytes text = detector_.release(now_);
      ASSERT_FALSE(text.empty()) << "a deadline with nothing to give";
      shown_ += std::string(reinterpret_cast<const char*>(text.data()), text.size());
    }
    now_ = end;
  }

  [[nodiscard]] const std::string& shown() const { return shown_; }
  [[nodiscard]] const std::vector<Start>& starts() const { return starts_; }
  [[nodiscard]] const std::array<std::byte, 4>& params() const { return params_; }
  [[nodiscard]] Detector& detector() { return detector_; }

 private:
  Detector detector_;
  TimePoint now_{};
  std::string shown_;
  std::vector<Start> starts_;
  std::array<std::byte, 4> params_{};
};

const std::vector<Start> kNothing{};
const std::vector<Start> kDownload{Start::download};
const std::vector<Start> kUpload{Start::upload};

std::string text_of(const Buffer& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<Start> starts_of(const Buffer& bytes) {
  Screen screen;
  screen.hears(bytes);
  return screen.starts();
}

TEST(Detector, SeesAPeerWithFilesAndAPeerThatWaitsForFiles) {
  EXPECT_EQ(starts_of(from_hex(kRequest)), kDownload);
  EXPECT_EQ(starts_of(from_hex(kInit)), kUpload);
}

TEST(Detector, TellsTheParametersInWireOrder) {
  Screen screen;
  screen.hears(from_hex("2a2a184230313030303430303231343264320d8a11"));  // buffer 1024, flags 21
  EXPECT_EQ(screen.params(),
            (std::array{std::byte{0}, std::byte{4}, std::byte{0}, std::byte{0x21}}));
}

TEST(Detector, StartsWithTheLastDigitAndLeavesTheRestOfTheInput) {
  Detector detector;
  const Buffer in = joined({from_text("Go: "), from_hex(kRequest), from_text("rest")});
  const Detector::Found found = detector.look(in, TimePoint{});
  EXPECT_EQ(found.start, Start::download);
  EXPECT_EQ(found.text.data(), in.data());  // uncopied
  EXPECT_EQ(found.text.size(), 4u);
  EXPECT_EQ(found.consumed, in.size() - kTrailer - 4);
}

TEST(Detector, TakesOnePadManyPadsParityUpperCaseAndFlowControl) {
  EXPECT_EQ(starts_of(from_hex("2a18423030303030303030303030303030")), kDownload);
  EXPECT_EQ(starts_of(from_hex("2a2a2a2a2a18423030303030303030303030303030")), kDownload);
  EXPECT_EQ(starts_of(from_text("**\x18"
                                "B0100000023BE50")),
            kUpload);
  EXPECT_EQ(starts_of(from_hex("112a112a131142303030303030303030303030303018")), kNothing);
  EXPECT_EQ(starts_of(from_hex("2a112a13189142303030303030113030303030303030")), kDownload);
  Buffer parity = from_hex(kInit);
  for (std::byte& value : parity) {
    value |= std::byte{0x80};
  }
  EXPECT_EQ(starts_of(parity), kUpload);
}

TEST(Detector, TakesABinaryRequestOnlyWithItsChecksum) {
  EXPECT_EQ(starts_of(from_hex("2a184100000000000000")), kDownload);
  // CRC-32 of five zero bytes is c622f71d.
  EXPECT_EQ(starts_of(from_hex("2a184300000000001df722c6")), kDownload);
  EXPECT_EQ(starts_of(from_hex("2a2a184300000000001df722c6")), kDownload);
  EXPECT_EQ(starts_of(from_hex("2a18431840184018401840184018"
                               "5df722c6")),
            kDownload);  // all escaped
  EXPECT_EQ(starts_of(from_hex("2a1843184018401840184018401df722c6")), kDownload);
  EXPECT_EQ(starts_of(from_hex("2a184300000000001df722c7")), kNothing);
  EXPECT_EQ(starts_of(from_hex("2a184100000000000001")), kNothing);
  EXPECT_EQ(starts_of(from_hex("2a18430a00000000bcef928c")), kNothing);  // ZDATA
}

TEST(Detector, ShowsWhatOnlyLooksLikeAStart) {
  for (const char* const name :
       {"01_no_zdle", "02_bad_crc", "03_quoted", "04_rz_only", "05_random"}) {
    const Buffer text = test_data("cases/a-false-text/" + std::string(name) + ".bin");
    Screen screen;
    screen.hears(text);
    screen.passes(1s);
    EXPECT_EQ(screen.starts(), kNothing) << name;
    EXPECT_EQ(screen.shown(), text_of(text)) << name;
    EXPECT_EQ(screen.detector().deadline(), kNever);
  }
}

TEST(Detector, ShowsTheSameTextWhereverItIsCut) {
  for (const char* const name : {"01_no_zdle", "02_bad_crc", "03_quoted", "04_rz_only"}) {
    const Buffer text = test_data("cases/a-false-text/" + std::string(name) + ".bin");
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
      Screen screen;
      screen.hears(Bytes{text}.first(cut));
      screen.hears(Bytes{text}.subspan(cut));
      screen.passes(1s);
      EXPECT_EQ(screen.starts(), kNothing);
      EXPECT_EQ(screen.shown(), text_of(text)) << name << " cut at " << cut;
    }
  }
}

TEST(Detector, StartsOnceWhereverTheHeaderIsCut) {
  const Buffer whole = test_data("cases/a-split/01_whole.bin");
  for (const Duration pause : {Duration{0}, Duration{400ms}}) {
    for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
      Screen screen;
      screen.hears(Bytes{whole}.first(cut));
      screen.passes(pause);
      screen.hears(Bytes{whole}.subspan(cut));
      screen.passes(1s);
      EXPECT_EQ(screen.starts(), kDownload) << "cut at " << cut;
      EXPECT_EQ(screen.shown(), "Enter choice: rz\r") << "cut at " << cut;
    }
  }
  Screen screen;
  for (const std::byte value : whole) {
    screen.hears({&value, 1});
  }
  EXPECT_EQ(screen.starts(), kDownload);
  EXPECT_EQ(screen.shown(), "Enter choice: rz\r");
}

TEST(Detector, ShowsHeldBytesAfterHalfASecondAndStillStartsWhenTheRestComes) {
  const Buffer whole = test_data("cases/a-split/01_whole.bin");
  const std::string prompt = "Enter choice: rz\r";
  const std::size_t end = whole.size() - kTrailer;
  for (std::size_t cut = prompt.size() + 1; cut < end; ++cut) {
    Screen screen;
    screen.hears(Bytes{whole}.first(cut));
    screen.passes(499ms);
    EXPECT_EQ(screen.shown(), prompt);
    screen.passes(1ms);
    EXPECT_EQ(screen.shown(), text_of(whole).substr(0, cut));
    screen.passes(1500ms);
    screen.hears(Bytes{whole}.subspan(cut));
    EXPECT_EQ(screen.starts(), kDownload) << "cut at " << cut;
    EXPECT_EQ(screen.shown(), text_of(whole).substr(0, cut));
  }
}

TEST(Detector, GivesNothingBeforeItsDeadlineAndWaitsAnewForBytesThatComeLate) {
  const Buffer request = from_hex(kRequest);
  Detector detector;
  static_cast<void>(detector.look(Bytes{request}.first(6), TimePoint{} + 1s));
  EXPECT_EQ(detector.deadline(), TimePoint{} + 1500ms);
  EXPECT_EQ(detector.release(TimePoint{} + 1499ms).size(), 0u);
  EXPECT_EQ(detector.release(TimePoint{} + 1500ms).size(), 6u);
  EXPECT_EQ(detector.deadline(), kNever);
  static_cast<void>(detector.look(Bytes{request}.subspan(6, 4), TimePoint{} + 3s));
  EXPECT_EQ(detector.deadline(), TimePoint{} + 3500ms);
  EXPECT_EQ(detector.release(TimePoint{} + 3500ms).size(), 4u);
}

TEST(Detector, ShowsEachByteOnceWhenALateRestIsNoHeader) {
  Screen screen;
  screen.hears(
      from_text("a**\x18"
                "B00"));
  screen.passes(1s);
  screen.hears(from_text("00"));
  screen.hears(from_text("zz*"));
  screen.passes(1s);
  EXPECT_EQ(screen.shown(),
            "a**\x18"
            "B0000zz*");
  EXPECT_EQ(screen.starts(), kNothing);
}

TEST(Detector, FindsAHeaderBehindTheBeginningOfAnother) {
  const std::string request = text_of(from_hex(kRequest));
  for (const std::string& before : {"**\x18"
                                    "B0"s,
                                    "**\x18"s, "***"s,
                                    "*\x18"
                                    "A\0\0*"s,
                                    "*\x18"
                                    "C\0*\x18*"s,
                                    "\xaa*x*"s}) {
    const Buffer in = from_text(before + request);
    for (std::size_t cut = 0; cut <= in.size(); ++cut) {
      for (std::size_t second = cut; second <= in.size(); ++second) {
        Screen screen;
        screen.hears(Bytes{in}.first(cut));
        screen.hears(Bytes{in}.subspan(cut, second - cut));
        screen.hears(Bytes{in}.subspan(second));
        EXPECT_EQ(screen.starts(), kDownload) << cut << ' ' << second;
        EXPECT_EQ(screen.shown(), before == "***"s ? "***" : before) << cut << ' ' << second;
      }
    }
  }
}

TEST(Detector, DoesNotMakeAMaskedPasswordLag) {
  Screen screen;
  screen.hears(from_text("Password: *"));
  EXPECT_EQ(screen.shown(), "Password: ");
  screen.passes(500ms);
  EXPECT_EQ(screen.shown(), "Password: *");
  for (int letter = 0; letter < 7; ++letter) {
    screen.hears(from_text("*"));
    screen.passes(50ms);
  }
  EXPECT_EQ(screen.shown(), "Password: ********");
  // A header is still worth the full wait.
  const Buffer request = from_hex(kRequest);
  screen.hears(Bytes{request}.first(10));
  screen.passes(400ms);
  screen.hears(Bytes{request}.subspan(10));
  EXPECT_EQ(screen.starts(), kDownload);
  EXPECT_EQ(screen.shown(), "Password: ********");
}

TEST(Detector, SwallowsARepeatedFinishWithItsLineEndAndNoMore) {
  for (std::size_t cut = 0; cut < 21; ++cut) {
    Screen screen;
    const Buffer in = joined({from_hex(kFinish), from_text("\r\nMain menu> ")});
    screen.hears(Bytes{in}.first(cut));
    screen.hears(Bytes{in}.subspan(cut));
    EXPECT_EQ(screen.starts(), std::vector<Start>{Start::stray_finish});
    EXPECT_EQ(screen.shown(), "\r\nMain menu> ") << "cut at " << cut;
  }
}

TEST(Detector, ShowsALineEndThatComesTooLateToBeTheHeaders) {
  Screen screen;
  const Buffer finish = from_hex(kFinish);
  screen.hears(Bytes{finish}.first(finish.size() - 2));
  screen.passes(501ms);
  screen.hears(from_text("\r\nMain menu> "));
  EXPECT_EQ(screen.shown(), "\r\nMain menu> ");
}

TEST(Detector, SwallowsTheLineEndOfAStartThatIsTurnedDown) {
  const Buffer first = test_data("cases/a-retrigger/01_first.bin");
  const Buffer again = test_data("cases/a-retrigger/02_again.bin");
  Screen screen;
  screen.hears(first);
  screen.passes(10s);
  screen.hears(again);
  EXPECT_EQ(screen.starts(), std::vector<Start>(4, Start::download));
  EXPECT_EQ(screen.shown(), "rz\r");
}

TEST(Detector, ForgetsWhatItHeld) {
  Screen screen;
  const Buffer request = from_hex(kRequest);
  screen.hears(Bytes{request}.first(10));
  screen.detector().reset();
  EXPECT_EQ(screen.detector().deadline(), kNever);
  screen.hears(Bytes{request}.subspan(10, 8));
  EXPECT_EQ(screen.starts(), kNothing);
}

TEST(Detector, PassesALineOfStarsAtOnceButForTheLastTwo) {
  Screen screen;
  screen.hears(from_text(std::string(100'000, '*')));
  EXPECT_EQ(screen.shown().size(), 99'998u);
  screen.hears(from_text(" "));
  EXPECT_EQ(screen.shown().size(), 100'001u);
}

TEST(Detector, AnyCutOfRandomBytesFullOfHeaderBytesShowsThemAll) {
  constexpr std::string_view kAlphabet =
      "**\x18\x18"
      "BAC0018x\x11\xaa";
  test::Random random{11};
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::uint64_t count = random.below(80); count > 0; --count) {
      text += kAlphabet[random.below(kAlphabet.size())];
    }
    Screen screen;
    Bytes rest;
    const Buffer in = from_text(text);
    for (rest = in; !rest.empty();) {
      const std::size_t size = 1 + random.below(rest.size());
      screen.hears(rest.first(size));
      if (random.below(4) == 0) {
        screen.passes(600ms);
      }
      rest = rest.subspan(size);
    }
    screen.passes(600ms);
    EXPECT_EQ(screen.shown(), text);
    EXPECT_EQ(screen.starts(), kNothing);
  }
}

TEST(Detector, NeverStartsInAHundredMebibytesOfNoise) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  Detector detector;
  test::Random random{7};
  Buffer noise(kPiece);
  std::size_t shown = 0;
  for (int piece = 0; piece < 100; ++piece) {
    for (std::size_t at = 0; at < noise.size(); at += sizeof(std::uint64_t)) {
      const std::uint64_t value = random.next();
      std::memcpy(noise.data() + at, &value, sizeof value);
    }
    for (Bytes in = noise;;) {
      const Detector::Found found = detector.look(in, TimePoint{});
      ASSERT_EQ(found.start, Start::none);
      shown += found.text.size();
      in = in.subspan(found.consumed);
      if (in.empty() && found.text.empty()) {
        break;
      }
    }
  }
  shown += detector.release(TimePoint{} + 1s).size();
  EXPECT_EQ(shown, 100 * kPiece);
}

}  // namespace
}  // namespace boardwalk::zmodem
