// Faults that real users met while they sent files, with the answers that are right
// (tests/unit/cases/*/README.md).
#include <gtest/gtest.h>

#include "support/case_bytes.h"
#include "support/session_under_test.h"
#include "support/wire_tap.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

std::size_t count_in(const std::string& said, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = said.find(word); at != std::string::npos; at = said.find(word, at + 1)) {
    ++count;
  }
  return count;
}

OutgoingFile file_of(const CaseBytes& bytes, const std::string& name = "file.bin") {
  const Buffer content = bytes["file.bin"];
  return {.name = name, .size = content.size(), .content = Content::of(content)};
}

// --- n-dup-zrinit ---

TEST(NDupZrinit, AnUploadThatTheBoardAskedForHasOneOfferAndOneFrameOfData) {
  const CaseBytes bytes("n-dup-zrinit");
  SessionUnderTest session(browsing());
  session.sends(file_of(bytes));
  session.says();
  session.hears(bytes["01_zrinit.bin"]);
  const std::string offer = session.says();
  EXPECT_EQ(count_in(offer, "ZFILE"), 1u) << offer;
  EXPECT_EQ(count_in(offer, "ZRQINIT"), 0u) << offer;
  session.hears(bytes["02_zrinit_again.bin"]);
  EXPECT_EQ(session.says(), "");
  session.hears(bytes["03_zrpos.bin"]);
  const std::string data = session.says();
  EXPECT_EQ(count_in(data, "ZDATA"), 1u) << data;
  EXPECT_EQ(count_in(data, "ZFILE"), 0u) << data;
  EXPECT_EQ(data, "ZDATA 0; DATA 1024 go-on; DATA 976 end; ZEOF 2000");
}

// --- n-stale-requests ---

TEST(NStaleRequests, RequestsThatPileUpBehindThePickerAreOne) {
  const CaseBytes bytes("n-stale-requests");
  const Buffer requests = bytes["01_zrinit_x7.bin"];
  SessionUnderTest session(browsing());
  for (std::size_t at = 0; at < requests.size(); at += 21) {
    session.hears(Bytes(requests).subspan(at, 21));
    session.passes(9s);
  }
  EXPECT_EQ(session.tells(), "started upload; upload wanted");
  EXPECT_EQ(session.shows(), "");
  EXPECT_EQ(session.says(), "");
  session.sends({.name = "a.bin", .size = 10});
  EXPECT_EQ(session.says(), "ZFILE; INFO \"a.bin\" \"10 14524770400 100644 0 1 10\" ack-wait");
  session.hears("ZRPOS 0");
  EXPECT_EQ(session.says(), "ZDATA 0; DATA 10 end; ZEOF 10");
}

TEST(NStaleRequests, AllAtOnceIsTheSame) {
  SessionUnderTest session(browsing());
  session.hears(CaseBytes("n-stale-requests")["01_zrinit_x7.bin"]);
  EXPECT_EQ(session.tells(), "started upload; upload wanted");
  session.passes(65s);
  EXPECT_EQ(session.says(), "");
  session.sends({.name = "a.bin", .size = 10});
  EXPECT_EQ(count_in(session.says(), "ZFILE"), 1u);
}

// --- n-znak ---

TEST(NZnak, TheOfferIsRepeatedForEachZnakAndTheTransferCompletes) {
  const CaseBytes bytes("n-znak");
  SessionUnderTest session(sending(), {file_of(bytes)});
  session.says();
  session.hears(bytes["01_zrinit.bin"]);
  EXPECT_EQ(count_in(session.says(), "ZFILE"), 1u);
  session.hears(bytes["02_znak.bin"]);
  EXPECT_EQ(count_in(session.says(), "ZFILE"), 1u);
  session.hears(bytes["03_znak2.bin"]);
  EXPECT_EQ(count_in(session.says(), "ZFILE"), 1u);
  session.hears(bytes["04_zrpos.bin"]);
  EXPECT_EQ(session.says(), "ZDATA 0; DATA 3 end; ZEOF 3");
  session.hears("ZRINIT");
  EXPECT_EQ(session.says(), "ZFIN");
}

TEST(NZnak, ElevenInARowAreEnough) {
  const CaseBytes bytes("n-znak");
  SessionUnderTest session(sending(), {file_of(bytes)});
  session.hears("ZRINIT");
  session.says();
  for (int count = 1; count <= 10; ++count) {
    session.hears(bytes["02_znak.bin"]);
    EXPECT_EQ(count_in(session.says(), "ZFILE"), 1u) << count;
  }
  session.hears(bytes["02_znak.bin"]);
  EXPECT_EQ(session.says(), "CANCEL");
  session.passes(10s);
  EXPECT_EQ(session.host().fault(), Fault::too_many_errors);
}

// --- r-zcrc-then-zskip ---

TEST(RZcrcThenZskip, TheChecksumIsAnsweredAndTheFileIsSkippedByTheBoard) {
  const CaseBytes bytes("r-zcrc-then-zskip");
  SessionUnderTest session(sending(), {file_of(bytes)});
  session.hears(bytes["01_zrinit.bin"]);
  session.says();
  session.hears(bytes["02_zcrc.bin"]);
  const Buffer expected = bytes["crc.txt"];
  EXPECT_EQ(session.says(), "ZCRC " + escaped(Bytes(expected).first(8)));
  session.hears(bytes["03_zskip.bin"]);
  EXPECT_EQ(session.says(), "ZFIN");
  EXPECT_EQ(session.tells(), "started upload; done file.bin skipped_by_peer 0");
}

// A file of several pieces of the source, so that the checksum needs more than one answer.
TEST(RZcrcThenZskip, TheChecksumOfALargeFileIsOfAllOfIt) {
  SessionConfig config = sending();
  config.source_piece = 8192;
  SessionUnderTest session(
      config, {{.name = "a.bin", .size = 100000, .content = Content::of(Buffer(100000))}});
  session.hears("ZRINIT");
  session.says();
  session.hears("ZCRC 0");
  EXPECT_EQ(session.says(), "ZCRC d411957d");  // CRC-32 of 100000 zero bytes
  session.hears("ZRPOS 0");
  EXPECT_EQ(count_in(session.says(), "ZEOF 100000"), 1u);
}

// A receiver that resumes asks for the checksum of what it has, then goes on there. The pieces of
// the source that the checksum did not need must still be asked for.
TEST(RZcrcThenZskip, AChecksumOfTheBeginningIsNoObstacleToTheRest) {
  for (const std::uint64_t have : {100u, 8191u, 8192u, 8193u, 50000u}) {
    SessionConfig config = sending();
    config.source_piece = 8192;
    SessionUnderTest session(config, {{.name = "a.bin", .size = 100000}});
    session.hears("ZRINIT");
    session.says();
    session.hears("ZCRC " + std::to_string(have));
    EXPECT_EQ(count_in(session.says(), "ZCRC"), 1u) << have;
    session.hears("ZRPOS " + std::to_string(have));
    EXPECT_EQ(count_in(session.says(), "ZEOF 100000"), 1u) << have;
  }
}

// --- r-zrpos-midstream ---

TEST(RZrposMidstream, TheSenderRewindsOnceForEachAndEveryByteIsRight) {
  const CaseBytes bytes("r-zrpos-midstream");
  const OutgoingFile file = file_of(bytes);
  WireTap tap(WireTap::Line::raw);
  tap.knows(file.name, file.size, file.content);
  SessionUnderTest session(sending(), {file});
  session.hears(bytes["01_zrinit.bin"]);
  session.says();
  session.allow(66000);
  session.hears(bytes["02_zrpos0.bin"]);
  EXPECT_EQ(session.says().rfind("ZDATA 0; DATA 1024 go-on", 0), 0u);

  // Answers every subpacket that waits, as the case's driver does, until nothing more comes.
  std::string said;
  const auto answer_all = [&session, &said] {
    said.clear();
    std::uint64_t position = 0;
    for (bool waits = true; waits;) {
      waits = false;
      for (const Heard& item : session.heard()) {
        said += describe(item) + "; ";
        if (const auto* header = std::get_if<HeardHeader>(&item);
            header && header->type == Frame::zdata) {
          position = header->number();
        } else if (const auto* data = std::get_if<HeardData>(&item)) {
          position += data->bytes.size();
          waits |= data->end == End::ack_wait;
        }
      }
      if (waits) {
        session.hears("ZACK " + std::to_string(position));
      }
    }
  };
  session.allow(0);
  session.hears(bytes["03_zrpos8192.bin"]);
  session.allow(150000);
  answer_all();
  EXPECT_EQ(count_in(said, "ZDATA 8192;"), 1u);
  EXPECT_EQ(said.rfind("DATA 0 end; ZDATA 8192; ", 0), 0u) << said.substr(0, 200);

  session.allow(0);
  session.hears(bytes["04_zrpos131072_twice.bin"]);
  session.allow(kUnlimited);
  answer_all();
  EXPECT_EQ(count_in(said, "ZDATA 131072;"), 1u);
  EXPECT_EQ(count_in(said, "ZEOF 200000;"), 1u);
  session.hears(bytes["05_zrinit2.bin"]);
  EXPECT_EQ(session.says(), "ZFIN");
  tap.sees(session.said_bytes());
  EXPECT_EQ(tap.mislabelled_bytes(), 0u);
  EXPECT_EQ(tap.malformed(), 0u);
  EXPECT_EQ(tap.false_ends(), 0u);
}

// --- z-2gib-positions ---

TEST(Z2gibPositions, TheSignBitOfAPositionIsABitLikeAnyOther) {
  const CaseBytes bytes("z-2gib-positions");
  OutgoingFile file{.name = "big.bin", .size = 2147487744};
  file.content = Content::formula(
      [](std::uint64_t offset) { return static_cast<std::byte>((offset * 31 + 7) & 255); });
  WireTap tap(WireTap::Line::raw);
  tap.knows(file.name, file.size, file.content);
  SessionConfig config = sending();
  config.zmodem.window = 2048;
  config.zmodem.first_block = config.zmodem.largest_block = 256;
  SessionUnderTest session(config, {file});
  session.hears(bytes["01_zrinit_window.bin"]);
  EXPECT_EQ(count_in(session.says(), "\"2147487744 "), 1u);
  session.hears(bytes["02_zrpos_2g_minus1.bin"]);
  EXPECT_EQ(session.says().rfind("ZDATA 2147483647; DATA ", 0), 0u);
  EXPECT_GT(session.session().status().reached, FileOffset{2147484000});
  session.hears(bytes["03_zack.bin"]);
  EXPECT_EQ(session.session().status().confirmed, FileOffset{2147484000});
  session.hears(bytes["04_zrpos_above.bin"]);
  EXPECT_EQ(count_in(session.says(), "ZDATA 2147484000;"), 1u);
  const Buffer said = session.said_bytes();
  tap.sees(said);
  EXPECT_EQ(tap.mislabelled_bytes(), 0u);
  EXPECT_NE(to_hex(said).find("18430affffff7f"), std::string::npos);
  EXPECT_NE(to_hex(said).find("18430a60010080"), std::string::npos);
}

// A file of 4 GiB + 5000: the end is named modulo 2^32 (vector Z20).
TEST(Z2gibPositions, PositionsWrapAtFourGibibytes) {
  OutgoingFile file{.name = "big.bin", .size = 4294967296 + 5000};
  WireTap tap(WireTap::Line::raw);
  tap.knows(file.name, file.size, file.content);
  SessionConfig config = sending();
  config.zmodem.first_block = config.zmodem.largest_block = 512;
  SessionUnderTest session(config, {file});
  session.hears("ZRINIT");
  session.says();
  session.hears("ZRPOS 4294966272");
  const std::string said = session.says();
  EXPECT_EQ(said.rfind("ZDATA 4294966272; DATA 512 go-on; ", 0), 0u) << said;
  EXPECT_EQ(count_in(said, "ZEOF 5000"), 1u) << said;
  session.hears("ZRPOS 4096");  // means 4 GiB + 4096: the place nearest to where we are
  EXPECT_EQ(session.says(), "ZDATA 4096; DATA 512 ack-wait");
  session.hears("ZACK 4608");
  EXPECT_EQ(session.says(), "ZDATA 4608; DATA 392 end; ZEOF 5000");
  EXPECT_EQ(session.session().status().reached, FileOffset{4294967296 + 5000});
  session.hears("ZRINIT");
  EXPECT_EQ(session.says(), "ZFIN");
  EXPECT_EQ(session.tells(),
            "started upload; sending big.bin from 4294966272; done big.bin complete 4294972296");
  tap.sees(session.said_bytes());
  EXPECT_EQ(tap.mislabelled_bytes(), 0u);
  EXPECT_EQ(tap.false_ends(), 0u);
}

}  // namespace
}  // namespace boardwalk::test
