// Plays every conversation of tests/unit/transcripts: whole, byte by byte, and with the peer's
// bytes cut once at every position. All of them must match the text.
#include "support/transcript.h"

#include <gtest/gtest.h>

namespace boardwalk::test {
namespace {

class TranscriptTest : public ::testing::TestWithParam<std::string> {};

TEST_P(TranscriptTest, ReadsTheSameHoweverItIsCut) {
  const Transcript transcript = load_transcript(GetParam());
  ASSERT_GT(transcript.steps.size(), 1u) << "a transcript without a stimulus";
  std::size_t peer_bytes = 0;
  const auto whole = play(transcript, {Cut::Kind::whole}, &peer_bytes);
  ASSERT_FALSE(whole.has_value()) << GetParam() << ".txt, whole: " << *whole;
  const auto bytewise = play(transcript, {Cut::Kind::byte_by_byte});
  ASSERT_FALSE(bytewise.has_value()) << GetParam() << ".txt, byte by byte: " << *bytewise;
  for (std::size_t at = 1; at < peer_bytes; ++at) {
    const auto cut = play(transcript, {Cut::Kind::once, at});
    ASSERT_FALSE(cut.has_value()) << GetParam() << ".txt, cut at " << at << ": " << *cut;
  }
}

INSTANTIATE_TEST_SUITE_P(All, TranscriptTest, ::testing::ValuesIn(transcript_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace boardwalk::test
