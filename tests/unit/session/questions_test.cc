// What the two sides ask each other about a file before it is sent: what to do about an existing
// one, how to store its bytes, whether what is there already is the same.
#include <gtest/gtest.h>

#include "support/link.h"
#include "support/reference_crc.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

TEST(Questions, WhatASenderWantsAboutExistingFilesArrives) {
  for (unsigned value = 0; value <= static_cast<unsigned>(Management::rename); ++value) {
    for (const bool only_known : {false, true}) {
      LinkOptions options;
      options.sender.zmodem.management = static_cast<Management>(value);
      options.sender.zmodem.skip_if_missing = only_known;
      Link link(options);
      link.send(random_bytes(100, 1));
      ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
      link.expect_all_complete();
      const IncomingFile& file = link.receiver_host().incoming().front();
      EXPECT_EQ(file.management, static_cast<Management>(value));
      EXPECT_EQ(file.skip_if_missing, only_known);
    }
  }
}

TEST(Questions, HowTheBytesAreToBeStoredArrives) {
  for (const Conversion conversion :
       {Conversion::unspecified, Conversion::binary, Conversion::text, Conversion::resume}) {
    LinkOptions options;
    options.sender.zmodem.conversion = conversion;
    Link link(options);
    link.send(random_bytes(5000, 1));  // the engine carries bytes, whatever is done with them
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    EXPECT_EQ(link.receiver_host().incoming().front().conversion, conversion);
  }
}

// Values that no sender of ours makes, and bits beside them.
TEST(Questions, UnknownWishesAreNoWishes) {
  SessionUnderTest receiver(receiving());
  const Buffer information = from_hex("612e62696e0031303000");
  receiver.hears(Bytes(zfile_with(information, Style::binary32, flags(0x7f, 0x7f, 0xff, 0xc2))));
  ASSERT_EQ(receiver.host().incoming().size(), 1u);
  const IncomingFile& file = receiver.host().incoming().front();
  EXPECT_EQ(file.management, Management::unspecified);
  EXPECT_EQ(file.conversion, Conversion::unspecified);
  EXPECT_FALSE(file.skip_if_missing);
}

// --- checksums ---

constexpr std::size_t kSize = 50000;

LinkOptions asking(std::vector<std::uint64_t> questions) {
  LinkOptions options;
  options.receiver_host.questions = std::move(questions);
  options.sender.source_piece = 16_KiB;
  options.receiver.sink_window = 64_KiB;
  return options;
}

void expect_right_answers(Link& link, const Buffer& content) {
  const IncomingFile& file = link.receiver_host().incoming().front();
  const auto& questions = link.receiver_host().policy().questions;
  ASSERT_EQ(file.checksums.size(), questions.size());
  for (std::size_t n = 0; n < questions.size(); ++n) {
    const std::size_t length =
        questions[n] == 0 ? content.size() : std::min<std::size_t>(questions[n], content.size());
    EXPECT_EQ(file.checksums[n], table_crc32(Bytes(content).first(length))) << questions[n];
  }
}

TEST(Checksums, AreThoseOfTheBytesAskedFor) {
  const Buffer content = random_bytes(kSize, 7);
  for (const Duration disk : {Duration{0}, Duration{200ms}}) {
    LinkOptions options = asking({0, 1, 1000, 16384, 16385, kSize - 1, kSize, kSize + 1, 0});
    options.sender_host.source_delay = disk;
    Link link(options);
    link.send(content);
    link.send(random_bytes(100, 8));
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    expect_right_answers(link, content);
  }
}

TEST(Checksums, OfNothing) {
  Link link(asking({0, 5}));
  link.send(Buffer{});
  ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  expect_right_answers(link, {});
}

TEST(Checksums, BeforeAnyAnswer) {
  const Buffer content = random_bytes(kSize, 7);
  for (const bool skips : {true, false}) {
    LinkOptions options = asking({1000});
    options.receiver_host.on_offer = [skips](const std::string& name) {
      const bool first = name == "file-0.bin";
      return first && skips ? OfferAnswer{OfferAnswer::Kind::skip, 0}
                            : OfferAnswer{OfferAnswer::Kind::accept, first ? 1000u : 0u};
    };
    Link link(options);
    const FileId first = link.send(content);
    const FileId second = link.send(random_bytes(3000, 8));
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    EXPECT_EQ(link.sender_host().outcome(first),
              skips ? Outcome::skipped_by_peer : Outcome::complete);
    EXPECT_EQ(link.sender_host().outcome(second), Outcome::complete);
    EXPECT_EQ(link.receiver_host().incoming()[0].checksums[0],
              table_crc32(Bytes(content).first(1000)));
    link.expect_sound();
  }
}

// Each header of either side lost once, or damaged: the questions are answered, and rightly.
TEST(Checksums, SurviveTheLossOfAnyHeader) {
  const Buffer content = random_bytes(3000, 9);
  for (const bool forward : {true, false}) {
    for (const bool drop : {true, false}) {
      bool lost_one = true;
      for (std::size_t lost = 0; lost_one; ++lost) {
        lost_one = false;
        std::string what;
        LinkOptions options = asking({0, 1000});
        (forward ? options.meddlers.forward : options.meddlers.backward) =
            [&, number = std::size_t{0}](const WirePiece& piece) mutable {
              if (piece.name.starts_with("DATA") || number++ != lost) {
                return std::vector<Buffer>{piece.bytes};
              }
              lost_one = true;
              what = piece.name;
              return drop ? std::vector<Buffer>{} : std::vector<Buffer>{damaged(piece)};
            };
        Link link(options);
        link.send(content);
        ASSERT_EQ(link.run_until_idle(), RunEnd::idle) << what;
        link.expect_all_complete();
        expect_right_answers(link, content);
        EXPECT_LT(link.elapsed(), 45s) << what;
        ASSERT_FALSE(HasFailure()) << (forward ? "forward " : "backward ") << what;
      }
    }
  }
}

// On lines with errors too: an answer that is told is the right one.
TEST(Checksums, AreNeverWrong) {
  const Buffer content = random_bytes(20000, 10);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    LinkOptions options = asking({0, 1000, 12345});
    options.forward.flips = options.backward.flips = 1e-3;
    options.forward.seed = seed;
    options.backward.seed = seed + 100;
    Link link(options);
    link.send(content);
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_sound();
    if (link.is_all_complete()) {
      const IncomingFile& file = link.receiver_host().incoming().front();
      const std::array<std::size_t, 3> lengths = {20000, 1000, 12345};
      for (std::size_t n = 0; n < file.checksums.size(); ++n) {
        if (file.checksums[n]) {
          EXPECT_EQ(file.checksums[n], table_crc32(Bytes(content).first(lengths[n])));
        }
      }
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

// A sender that does not know the question: the host is told that there is no answer, in time.
TEST(Checksums, OfASenderThatDoesNotAnswerAreUnknown) {
  HostPolicy policy;
  policy.questions = {1000};
  SessionUnderTest receiver(receiving(), policy);
  receiver.hears("ZRQINIT; ZFILE a.bin 5000");
  receiver.passes(3min);
  const IncomingFile& file = receiver.host().incoming().front();
  ASSERT_EQ(file.checksums.size(), 1u);
  EXPECT_EQ(file.checksums[0], std::nullopt);
  EXPECT_TRUE(file.accepted);
}

}  // namespace
}  // namespace boardwalk::test
