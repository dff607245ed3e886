// Faults that real users met while files came to them, with the answers that are right
// (tests/unit/cases/*/README.md).
#include <gtest/gtest.h>

#include <ctime>

#include "support/allocated_bytes.h"
#include "support/case_bytes.h"
#include "support/reference_crc.h"
#include "support/session_under_test.h"
#include "support/wire_reader.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

std::size_t count_of(const std::vector<Heard>& items, Frame type) {
  std::size_t count = 0;
  for (const Heard& item : items) {
    const auto* header = std::get_if<HeardHeader>(&item);
    count += header != nullptr && header->type == type ? 1u : 0u;
  }
  return count;
}

bool has_started(SessionUnderTest& session) {
  return session.tells().find("started download") != std::string::npos;
}

// A person at a board whose browser has just answered the board's ZRQINIT of this case.
SessionUnderTest after_request(const CaseBytes& bytes, HostPolicy policy = {}) {
  SessionUnderTest session(browsing(), std::move(policy));
  session.hears(bytes["01_rqinit.bin"]);
  EXPECT_EQ(session.says(), "ZRINIT 23");
  return session;
}

// --- p-hex-terminators ---

class HexTerminators : public ::testing::TestWithParam<const char*> {};

TEST_P(HexTerminators, EachSpellingStartsOneDownload) {
  const Buffer wire = CaseBytes("p-hex-terminators")[GetParam()];
  for (std::size_t cut = 0; cut < wire.size(); ++cut) {
    SessionUnderTest session(browsing());
    session.hears(Bytes(wire).first(cut));
    session.hears(Bytes(wire).subspan(cut));
    ASSERT_EQ(session.says(), "ZRINIT 23") << "cut at " << cut;
    session.passes(5s);
    ASSERT_EQ(session.says(), "") << "cut at " << cut;
  }
}

INSTANTIATE_TEST_SUITE_P(PHexTerminators, HexTerminators,
                         ::testing::Values("01_v1.bin", "02_v2.bin", "03_v3.bin", "04_v4.bin",
                                           "05_v5.bin", "06_v6.bin", "07_v7.bin", "08_v8.bin"));

// --- p-chunking ---

struct ChunkedRun {
  std::string replies;
  std::uint32_t file_crc = 0;
  std::size_t size = 0;
  bool over = false;
};

ChunkedRun run_chunked(const std::function<void(SessionUnderTest&, Bytes)>& feed) {
  const CaseBytes bytes("p-chunking");
  SessionUnderTest session(receiving());
  std::string replies = session.says();
  for (const char* step :
       {"01_rqinit.bin", "02_zfile.bin", "03_data.bin", "04_zfin.bin", "05_oo.bin"}) {
    const Buffer wire = bytes[step];
    feed(session, wire);
    replies += " | " + session.says();
  }
  ChunkedRun run{replies, 0, 0, session.host().ended()};
  if (session.host().incoming().size() == 1) {
    const IncomingFile& file = session.host().incoming().front();
    run.file_crc = reference_crc32(file.bytes);
    run.size = file.bytes.size();
  }
  return run;
}

TEST(PChunking, TheSizeOfAMessageDoesNotMatter) {
  const std::clock_t begin = std::clock();  // our own work, whatever else the machine does
  const ChunkedRun whole =
      run_chunked([](SessionUnderTest& session, Bytes wire) { session.hears(wire); });
  EXPECT_LT(std::clock() - begin, 5 * CLOCKS_PER_SEC);  // a second, and room for sanitizers
  EXPECT_EQ(whole.replies, "ZRINIT 23 |  | ZRPOS 0 | ZRINIT 23 | ZFIN | ");
  EXPECT_EQ(whole.size, 300000u);
  EXPECT_TRUE(whole.over);

  const ChunkedRun bytewise =
      run_chunked([](SessionUnderTest& session, Bytes wire) { session.hears_in_pieces(wire, 1); });
  EXPECT_EQ(bytewise.replies, whole.replies);
  EXPECT_EQ(bytewise.file_crc, whole.file_crc);

  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const ChunkedRun pieces = run_chunked([&random](SessionUnderTest& session, Bytes wire) {
      for (std::size_t at = 0; at < wire.size();) {
        const std::size_t size = std::min<std::size_t>(1 + random.below(70000), wire.size() - at);
        session.hears(wire.subspan(at, size));
        at += size;
      }
    });
    EXPECT_EQ(pieces.replies, whole.replies) << "seed " << seed;
    EXPECT_EQ(pieces.file_crc, whole.file_crc) << "seed " << seed;
    EXPECT_EQ(pieces.size, 300000u) << "seed " << seed;
  }
}

// --- p-noise-between-frames ---

TEST(PNoiseBetweenFrames, LogLinesAreNeitherInTheFileNorAReasonToAskAgain) {
  const CaseBytes bytes("p-noise-between-frames");
  SessionUnderTest session(browsing());
  session.hears(bytes["01_banner.bin"]);
  EXPECT_EQ(session.says(), "ZRINIT 23");
  session.hears(bytes["02_zfile.bin"]);
  EXPECT_EQ(session.says(), "ZRPOS 0");
  session.hears(bytes["03_data.bin"]);
  EXPECT_EQ(session.says(), "ZRINIT 23");
  session.hears(bytes["04_zfin.bin"]);
  EXPECT_EQ(session.says(), "ZFIN");
  session.hears(bytes["05_oo.bin"]);
  EXPECT_TRUE(session.host().ended());
  EXPECT_EQ(session.host().fault(), std::nullopt);
  ASSERT_EQ(session.host().incoming().size(), 1u);
  EXPECT_TRUE(session.host().incoming().front().bytes == bytes["expected_noise.bin"]);
}

TEST(PNoiseBetweenFrames, FourKibibytesOfNoiseBetweenTwoFramesAreTolerated) {
  SessionUnderTest session(receiving());
  session.hears("ZRQINIT; ZFILE a.bin 128");
  session.says();
  session.hears("ZDATA 0; DATA 64 end");
  Buffer noise;
  while (noise.size() < 4096) {
    append(noise, from_text("door: still here * ** \r\n"));
  }
  session.hears(Bytes(noise));
  session.hears("ZDATA 64; DATA 64 end; ZEOF 128");
  EXPECT_EQ(session.says(), "ZRINIT 23");
  EXPECT_EQ(session.session().status().errors, 0u);
}

// --- p-subpacket-limit ---

TEST(PSubpacketLimit, EightKibibytesAreTakenAndAnEndlessSubpacketIsNot) {
  const CaseBytes bytes("p-subpacket-limit");
  SessionUnderTest session = after_request(bytes);
  session.hears(bytes["02_zfile.bin"]);
  EXPECT_EQ(session.says(), "ZRPOS 0");
  session.hears(bytes["03_data_8192.bin"]);
  session.says();
  EXPECT_EQ(session.session().status().reached, FileOffset{8192});
  const Buffer endless = bytes["04_endless.bin"];
  const std::size_t before = allocated_bytes();
  session.hears(Bytes(endless).first(16384));
  EXPECT_EQ(session.says(), "ZRPOS 8192");
  session.hears(Bytes(endless).subspan(16384));
  EXPECT_LT(allocated_bytes(), before + 64_KiB + endless.size());  // the test's own copy included
  EXPECT_EQ(session.host().incoming().front().bytes.size(), 8192u);
}

TEST(PSubpacketLimit, ThreeEndlessSubpacketsAreEnough) {
  const CaseBytes bytes("p-subpacket-limit");
  SessionUnderTest session = after_request(bytes);
  session.hears(bytes["02_zfile.bin"]);
  session.says();
  const Buffer endless(20000, std::byte{'x'});
  for (int time = 0; time < 2; ++time) {
    session.hears("ZDATA 0");
    session.hears(Bytes(endless));
    EXPECT_EQ(session.says(), "ZRPOS 0");
  }
  session.hears("ZDATA 0");
  session.hears(Bytes(endless));
  EXPECT_EQ(session.says(), "CANCEL");
  session.passes(10s);
  EXPECT_EQ(session.host().fault(), Fault::peer_broke_rules);
}

// --- p-zfin-then-prompt ---

class ZfinThenPrompt : public ::testing::TestWithParam<const char*> {};

TEST_P(ZfinThenPrompt, ThePromptAndNothingElseReachesTheTerminal) {
  const CaseBytes bytes("p-zfin-then-prompt");
  const Buffer last = bytes[GetParam()];
  const std::string prompt = "\"\\x1b[31mBBS> \"";
  for (std::size_t cut = 0; cut < last.size(); ++cut) {
    SessionUnderTest session = after_request(bytes);
    session.hears(bytes["02_zfile.bin"]);
    session.hears(bytes["03_data.bin"]);
    session.says();
    session.shows();
    session.hears(Bytes(last).first(cut));
    session.passes(5ms);
    session.hears(Bytes(last).subspan(cut));
    session.passes(990ms);
    ASSERT_EQ(session.says(), "ZFIN") << "cut at " << cut;
    ASSERT_EQ(session.shows(), prompt) << "cut at " << cut;
    ASSERT_TRUE(session.host().ended());
    ASSERT_EQ(session.host().fault(), std::nullopt);
  }
}

INSTANTIATE_TEST_SUITE_P(PZfinThenPrompt, ZfinThenPrompt,
                         ::testing::Values("04_zfin_prompt.bin", "05_variant_o.bin",
                                           "06_variant_oo.bin"));

// --- n-zack-small ---

TEST(NZackSmall, TheAcknowledgementNamesThePlaceBehindTheData) {
  const CaseBytes bytes("n-zack-small");
  SessionUnderTest session = after_request(bytes);
  session.hears(bytes["02_zfile.bin"]);
  EXPECT_EQ(session.says(), "ZRPOS 0");
  session.hears(bytes["03_data_zcrcw.bin"]);
  EXPECT_EQ(session.says(), "ZACK 700");
  session.passes(5s);
  EXPECT_EQ(session.says(), "");
  session.hears(bytes["04_eof.bin"]);
  EXPECT_EQ(session.says(), "ZRINIT 23");
}

// --- c-can ---

class PeerCancels : public ::testing::TestWithParam<std::vector<const char*>> {};

TEST_P(PeerCancels, EndsTheTransferAtOnceAndKeepsTheSequenceOffTheScreen) {
  const CaseBytes bytes("c-can");
  SessionUnderTest session = after_request(bytes);
  session.hears(bytes["02_zfile.bin"]);
  session.says();
  session.shows();
  for (const char* step : GetParam()) {
    EXPECT_FALSE(session.host().ended());
    session.hears(bytes[step]);
  }
  EXPECT_TRUE(session.host().ended());
  EXPECT_EQ(session.host().fault(), Fault::cancelled_by_peer);
  EXPECT_EQ(session.host().incoming().front().outcome, Outcome::cancelled);
  session.hears("TEXT \"BBS> \"");
  EXPECT_EQ(session.shows(), "\"BBS> \"");
}

INSTANTIATE_TEST_SUITE_P(CCan, PeerCancels,
                         ::testing::Values(std::vector{"03_v1_5can.bin"},
                                           std::vector{"04_v2_mid.bin"},
                                           std::vector{"05_v3a.bin", "06_v3b.bin"}));

TEST(CCan, FourAreNoCancel) {
  const CaseBytes bytes("c-can");
  SessionUnderTest session = after_request(bytes);
  session.hears(bytes["02_zfile.bin"]);
  session.hears(bytes["07_v4_4can.bin"]);
  session.passes(200ms);
  EXPECT_FALSE(session.host().ended());
}

// --- c-write-error ---

TEST(CWriteError, AFileThatCouldNotBeStoredIsNeverAnsweredLikeAGoodOne) {
  const CaseBytes bytes("c-write-error");
  HostPolicy policy;
  policy.sink_fails_at = 50000;
  SessionUnderTest session = after_request(bytes, policy);
  session.hears(bytes["02_zfile.bin"]);
  EXPECT_EQ(session.says(), "ZRPOS 0");
  session.hears(bytes["03_data.bin"]);
  EXPECT_EQ(session.says(), "ZRINIT 23");
  session.hears(bytes["04_zfile2.bin"]);
  EXPECT_EQ(session.says(), "ZRPOS 0");
  ASSERT_EQ(session.host().incoming().size(), 2u);
  session.host().policy().failing_sink = session.host().incoming()[1].name;
  session.hears(bytes["05_data2.bin"]);
  EXPECT_EQ(session.says(), "CANCEL");
  session.passes(10s);
  EXPECT_EQ(session.says(), "");
  EXPECT_EQ(session.host().incoming()[0].outcome, Outcome::complete);
  EXPECT_EQ(session.host().incoming()[1].outcome, Outcome::failed);
  EXPECT_FALSE(session.host().incoming()[1].final);
  EXPECT_EQ(session.host().fault(), Fault::sink_failed);
}

// --- r-stale-after-zrpos ---

std::vector<Buffer> data_in(Bytes wire) {
  WireReader reader;
  reader.feed(wire);
  std::vector<Buffer> all;
  for (const Heard& item : reader.take()) {
    if (const auto* data = std::get_if<HeardData>(&item)) {
      all.push_back(data->bytes);
    }
  }
  return all;
}

TEST(RStaleAfterZrpos, SixtyStaleSubpacketsAreNotSixtyErrors) {
  const CaseBytes bytes("r-stale-after-zrpos");
  // What the damaged subpacket follows, and what is sent again from there.
  Buffer expected = data_in(bytes["03_damaged_and_inflight.bin"]).front();
  for (const Buffer& data : data_in(bytes["04_right.bin"])) {
    append(expected, data);
  }
  ASSERT_EQ(expected.size(), 66560u);
  for (const std::size_t piece : {1u, 100u, 1460u, 100000u}) {
    SessionUnderTest session = after_request(bytes);
    session.hears(bytes["02_zfile.bin"]);
    EXPECT_EQ(session.says(), "ZRPOS 0");
    session.hears_in_pieces(bytes["03_damaged_and_inflight.bin"], piece);
    const std::vector<Heard> said = session.heard();
    EXPECT_GE(count_of(said, Frame::zrpos), 1u);
    EXPECT_LE(count_of(said, Frame::zrpos), 2u);
    EXPECT_EQ(said.size(), count_of(said, Frame::zrpos)) << "nothing else was called for";
    for (const Heard& item : said) {
      EXPECT_EQ(describe(item), "ZRPOS 1024");
    }
    session.hears_in_pieces(bytes["04_right.bin"], piece);
    EXPECT_EQ(session.says(), "ZRINIT 23");
    EXPECT_EQ(session.host().incoming().front().outcome, Outcome::complete);
    EXPECT_TRUE(session.host().incoming().front().bytes == expected);
  }
}

// The same on lines of all speeds: what is in flight takes its time, and nothing is asked for twice
// because of it, or the sender begins anew each time and the line is taken for one that eats bytes.
TEST(RStaleAfterZrpos, ASlowLineBringsThemOverSecondsAndTheyAreAwaited) {
  const CaseBytes bytes("r-stale-after-zrpos");
  const Buffer stale = bytes["03_damaged_and_inflight.bin"];
  for (const std::size_t per_tick : {20000u, 2000u, 500u, 288u}) {  // 20 ms: down to 14,400 bytes/s
    SessionUnderTest session(receiving());
    session.hears(bytes["01_rqinit.bin"]);
    session.passes(20ms);
    session.hears(bytes["02_zfile.bin"]);
    session.passes(20ms);
    static_cast<void>(session.says());
    std::size_t asked = 0;
    for (std::size_t at = 0; at < stale.size(); at += per_tick) {
      session.hears(Bytes(stale).subspan(at, std::min(per_tick, stale.size() - at)));
      const std::vector<Heard> said = session.heard();
      EXPECT_EQ(said.size(), count_of(said, Frame::zrpos));
      asked += said.size();
      session.passes(20ms);
    }
    EXPECT_EQ(asked, 1u) << per_tick;
    // Silence afterwards is another matter: nobody has heard us, so it is said again, but not
    // often.
    session.passes(1s);
    const std::vector<Heard> said = session.heard();
    EXPECT_EQ(said.size(), count_of(said, Frame::zrpos));
    EXPECT_GE(said.size(), 1u) << per_tick;
    EXPECT_LE(said.size(), 3u) << per_tick;
    session.hears(bytes["04_right.bin"]);
    EXPECT_EQ(session.says(), "ZRINIT 23");
  }
}

// --- z-zero ---

TEST(ZZero, FilesOfNothingAreFiles) {
  const CaseBytes bytes("z-zero");
  SessionUnderTest session = after_request(bytes);
  for (const auto& [step, answer] :
       std::vector<std::pair<const char*, const char*>>{{"02_zfile0.bin", "ZRPOS 0"},
                                                        {"03_data0.bin", "ZRINIT 23"},
                                                        {"04_zfile1.bin", "ZRPOS 0"},
                                                        {"05_data1.bin", "ZRINIT 23"},
                                                        {"06_zfile2.bin", "ZRPOS 0"},
                                                        {"07_eof_only.bin", "ZRINIT 23"},
                                                        {"08_zfin.bin", "ZFIN"}}) {
    session.hears(bytes[step]);
    EXPECT_EQ(session.says(), answer) << step;
  }
  const auto& files = session.host().incoming();
  ASSERT_EQ(files.size(), 3u);
  const std::vector<std::pair<std::string, std::size_t>> expected = {
      {"empty.bin", 0}, {"one.bin", 1}, {"empty2.bin", 0}};
  for (std::size_t at = 0; at < 3; ++at) {
    EXPECT_EQ(files[at].name, expected[at].first);
    EXPECT_EQ(files[at].bytes.size(), expected[at].second);
    EXPECT_TRUE(files[at].final);
    EXPECT_EQ(files[at].outcome, Outcome::complete);
  }
}

// --- a-retrigger ---

TEST(ARetrigger, ANoIsSaidOnceAndHoldsForHalfAMinute) {
  const CaseBytes bytes("a-retrigger");
  SessionUnderTest session(browsing());
  session.hears(bytes["01_first.bin"]);
  EXPECT_TRUE(has_started(session));
  session.says();
  session.cancels();
  EXPECT_EQ(session.says(), "CANCEL");
  const Buffer again = bytes["02_again.bin"];
  for (std::size_t at = 0; at < again.size(); at += 21) {
    session.passes(8s);
    session.hears(Bytes(again).subspan(at, 21));
    EXPECT_FALSE(has_started(session));
    EXPECT_EQ(session.says(), "");
  }
  session.passes(60s);
  session.hears(bytes["01_first.bin"]);
  EXPECT_TRUE(has_started(session)) << "armed again after a minute of quiet";
}

// A menu takes single keys: who presses one after a "no" means what the board starts then.
TEST(ARetrigger, AnyKeyArmsItAgain) {
  const CaseBytes bytes("a-retrigger");
  SessionUnderTest session(browsing());
  session.hears(bytes["01_first.bin"]);
  session.cancels();
  session.passes(2s);
  session.types("u");
  static_cast<void>(has_started(session));
  session.hears(bytes["01_first.bin"]);
  EXPECT_TRUE(has_started(session));
}

TEST(ARetrigger, ACancelledTransferStillGivesTheLineBackToTheTerminal) {
  const CaseBytes bytes("a-retrigger");
  SessionUnderTest session(browsing());
  session.hears(bytes["01_first.bin"]);
  session.cancels();
  session.passes(1s);
  EXPECT_TRUE(session.host().ended());
  session.says();
  session.shows();
  session.hears("TEXT \"Main menu: \"");
  EXPECT_EQ(session.shows(), "\"Main menu: \"");
  session.types("x");
  EXPECT_EQ(session.says(), "TEXT \"x\"");
}

// --- names: f-path-strip, x-path-traversal, x-zcommand ---

TEST(FPathStrip, OnlyTheLastPartOfANameIsOffered) {
  const CaseBytes bytes("f-path-strip");
  SessionUnderTest session = after_request(bytes);
  session.hears(bytes["02_zfile_slash.bin"]);
  EXPECT_EQ(session.says(), "ZRPOS 0");
  session.hears(bytes["03_data1.bin"]);
  EXPECT_EQ(session.says(), "ZRINIT 23");
  session.hears(bytes["04_zfile_backslash.bin"]);
  EXPECT_EQ(session.says(), "ZRPOS 0");
  session.hears(bytes["05_data2.bin"]);
  EXPECT_EQ(session.says(), "ZRINIT 23");
  ASSERT_EQ(session.host().incoming().size(), 2u);
  EXPECT_EQ(session.host().incoming()[0].name, "test.zip");
  EXPECT_EQ(session.host().incoming()[1].name, "TEST.ZIP");
}

TEST(XPathTraversal, NoNameLeavesTheFolderAndTheBatchGoesOn) {
  const CaseBytes bytes("x-path-traversal");
  SessionUnderTest session = after_request(bytes);
  const std::vector<std::pair<const char*, const char*>> files = {
      {"02_abs.bin", "03_d1.bin"}, {"04_up.bin", "05_d2.bin"}, {"06_bs.bin", "07_d3.bin"}};
  for (const auto& [offer, data] : files) {
    session.hears(bytes[offer]);
    EXPECT_EQ(session.says(), "ZRPOS 0") << offer;
    session.hears(bytes[data]);
    EXPECT_EQ(session.says(), "ZRINIT 23") << data;
  }
  ASSERT_EQ(session.host().incoming().size(), 3u);
  EXPECT_EQ(session.host().incoming()[0].name, "zz_abs.txt");
  EXPECT_EQ(session.host().incoming()[1].name, "zz_up.txt");
  EXPECT_EQ(session.host().incoming()[2].name, "zz.txt");
}

TEST(XZcommand, NothingIsRunAndNothingIsShown) {
  const CaseBytes bytes("x-zcommand");
  SessionUnderTest session = after_request(bytes);
  session.tells();
  session.shows();
  session.hears(bytes["02_zcommand.bin"]);
  EXPECT_EQ(session.says(), "ZCOMPL");
  EXPECT_EQ(session.tells(), "refused command");
  EXPECT_EQ(session.shows(), "");
  session.hears(bytes["03_zfile_pipe.bin"]);
  EXPECT_EQ(session.says(), "ZRPOS 0");
  ASSERT_EQ(session.host().incoming().size(), 1u);
  EXPECT_EQ(session.host().incoming()[0].name, "_id_x");
}

}  // namespace
}  // namespace boardwalk::test
