// Interrupted files: which are asked about, which are continued, and that a different file is never
// spliced.
#include "tool/resume.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "incoming_fixture.h"

namespace boardwalk::tool {
namespace {

namespace fs = std::filesystem;
using Strings = std::set<std::string>;
using Lengths = std::vector<std::uint64_t>;

// As one word each: "whole" or "part0@500", "name@500".
std::vector<std::string> questions(std::optional<std::uint64_t> size, const Remains& remains) {
  std::vector<std::string> words;
  for (const ResumeQuestion& each : resume_questions(size, remains)) {
    if (each.then == ResumeQuestion::Then::is_complete) {
      words.emplace_back("whole");
      continue;
    }
    const bool is_part = each.about == ResumeQuestion::About::part;
    words.push_back((is_part ? "part" + std::to_string(each.part) : "name") + "@" +
                    std::to_string(each.length));
  }
  return words;
}

using Words = std::vector<std::string>;

TEST(ResumeQuestions, AskAboutPartsFirstAndThenAboutAShorterFile) {
  EXPECT_EQ(questions(1000, {{500, 300}, 700}), (Words{"part0@500", "part1@300", "name@700"}));
  EXPECT_EQ(questions(1000, {}), Words{});
  EXPECT_EQ(questions(1000, {{0}, 0}), Words{});
}

TEST(ResumeQuestions, AskWhetherAFileOfTheSameLengthIsComplete) {
  EXPECT_EQ(questions(1000, {{}, 1000}), Words{"whole"});
  EXPECT_EQ(questions(1000, {{500}, 1000}), (Words{"whole", "part0@500"}));
  EXPECT_EQ(questions(0, {{}, 0}), Words{"whole"});
}

TEST(ResumeQuestions, TakeWhatIsLongerForAnotherFile) {
  EXPECT_EQ(questions(1000, {{1001}, 1001}), Words{});
  EXPECT_EQ(questions(0, {{1}, 1}), Words{});
}

TEST(ResumeQuestions, NeverGoOnAtTheVeryEnd) {
  EXPECT_EQ(questions(1000, {{1000}, {}}), Words{"part0@999"});
  EXPECT_EQ(questions(1, {{1}, {}}), Words{});
}

TEST(ResumeQuestions, AskAboutAnythingIfTheLengthIsUnknown) {
  EXPECT_EQ(questions({}, {{500}, 700}), (Words{"part0@500", "name@700"}));
}

TEST(ResumeQuestions, NeverNameAPlaceBeyondTheWires32Bits) {
  constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
  EXPECT_EQ(questions(6 * kGiB, {{5 * kGiB}, {}}), Words{"part0@4294966272"});
  EXPECT_EQ(questions({}, {{5 * kGiB}, {}}), Words{"part0@4294966272"});
  EXPECT_EQ(questions(6 * kGiB, {{kFurthestResume}, {}}), Words{"part0@4294966272"});
  EXPECT_EQ(questions(6 * kGiB, {{kFurthestResume - 1}, {}}), Words{"part0@4294966271"});
}

TEST(ResumeQuestions, KnowWhenMoreIsHereThanCanBeNamed) {
  const auto question = [](std::uint64_t length) {
    return ResumeQuestion{ResumeQuestion::About::part, 0, ResumeQuestion::Then::continue_there,
                          length};
  };
  EXPECT_TRUE(reaches_beyond(kFurthestResume + 1, question(kFurthestResume)));
  EXPECT_FALSE(reaches_beyond(kFurthestResume, question(kFurthestResume)));
  EXPECT_FALSE(reaches_beyond(1000, question(999)));
}

class Resume : public Incoming {
 protected:
  Resume() { options_.storage.resume = true; }

  // A transfer that was cut after `end` bytes.
  void interrupt(std::string_view content, std::size_t end) {
    const Options before = options_;
    options_.storage = {};
    IncomingFiles files = open();
    EXPECT_EQ(receive_until(files, offer("door.zip", content), content, end), 0U);
    files.leave(Outcome::cancelled);
    options_ = before;
  }

  const std::string kFile = "The quick brown fox jumps over the lazy dog";
};

TEST_F(Resume, GoesOnAfterEveryCut) {
  for (std::size_t cut = 1; cut < kFile.size(); ++cut) {
    interrupt(kFile, cut);
    IncomingFiles files = open();
    EXPECT_EQ(receive(files, offer("door.zip", kFile), kFile), cut);
    EXPECT_EQ(content("door.zip"), kFile);
    EXPECT_EQ(files.crc32(), crc32_of(kFile));
    EXPECT_EQ(names(), Strings{"door.zip"});
    fs::remove(at("door.zip"));
  }
}

TEST_F(Resume, GoesOnAgainAfterASecondCut) {
  interrupt(kFile, 10);
  IncomingFiles files = open();
  EXPECT_EQ(receive_until(files, offer("door.zip", kFile), kFile, 20), 10U);
  const auto kept = files.leave(Outcome::cancelled);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->bytes, 20U);
  EXPECT_EQ(receive(files, offer("door.zip", kFile), kFile), 20U);
  EXPECT_EQ(content("door.zip"), kFile);
}

TEST_F(Resume, GoesOnWithAPartThatWasCompleteButForItsName) {
  interrupt(kFile, kFile.size());
  IncomingFiles files = open();
  EXPECT_EQ(receive(files, offer("door.zip", kFile), kFile), kFile.size() - 1);
  EXPECT_EQ(content("door.zip"), kFile);
}

TEST_F(Resume, GoesOnWithAShorterFileAsOtherReceiversLeaveIt) {
  put("door.zip", kFile.substr(0, 10));
  IncomingFiles files = open();
  EXPECT_EQ(receive_until(files, offer("door.zip", kFile), kFile, 20), 10U);
  // Half a file never stands under the final name.
  EXPECT_EQ(names(), Strings{"door.zip.part"});
  files.leave(Outcome::cancelled);
  EXPECT_EQ(receive(files, offer("door.zip", kFile), kFile), 20U);
  EXPECT_EQ(names(), Strings{"door.zip"});
  EXPECT_EQ(content("door.zip"), kFile);
}

TEST_F(Resume, SkipsWhatIsComplete) {
  put("door.zip", kFile);
  IncomingFiles files = open();
  EXPECT_FALSE(receive(files, offer("door.zip", kFile), kFile));
  EXPECT_EQ(skipped_because_, "door.zip is here already, complete");
  EXPECT_EQ(asked_, Lengths{0});
  EXPECT_EQ(names(), Strings{"door.zip"});
}

TEST_F(Resume, NeverSplicesADifferentFile) {
  std::string other = kFile;
  other[3] = '!';
  interrupt(other, 20);
  put("door.zip", other.substr(0, 30));
  IncomingFiles files = open();
  EXPECT_EQ(receive(files, offer("door.zip", kFile), kFile), 0U);
  EXPECT_EQ(asked_, (Lengths{20, 30}));
  EXPECT_EQ(names(), (Strings{"door.zip", "door (1).zip"}));
  EXPECT_EQ(content("door.zip"), other.substr(0, 30));
  EXPECT_EQ(content("door (1).zip"), kFile);
  EXPECT_EQ(files.take_notices(),
            std::vector<std::string>{"door.zip: what is here is not the beginning of the file that "
                                     "is offered: not resumed"});
}

TEST_F(Resume, TreatsADifferentFileAsThePolicySays) {
  put("door.zip", "something else");
  options_.storage.on_exists = OnExists::overwrite;
  IncomingFiles files = open();
  EXPECT_EQ(receive(files, offer("door.zip", kFile), kFile), 0U);
  EXPECT_EQ(names(), Strings{"door.zip"});
  EXPECT_EQ(content("door.zip"), kFile);
}

TEST_F(Resume, ContinuesNothingIfTheSenderTellsNoChecksum) {
  interrupt(kFile, 20);
  IncomingFiles files = open();
  EXPECT_EQ(receive(files, offer("door.zip", kFile), kFile, Tells::nothing), 0U);
  EXPECT_EQ(asked_, Lengths{20});
  EXPECT_EQ(content("door.zip"), kFile);
  EXPECT_EQ(names(), Strings{"door.zip"});
  EXPECT_EQ(files.take_notices(),
            std::vector<std::string>{
                "door.zip: the sender tells no checksum to compare with: not resumed"});
}

TEST_F(Resume, AsksOnceIfThePolicyWantsToKnowTheSame) {
  std::string other = kFile;
  other[3] = '!';
  put("door.zip", other);
  IncomingFiles files = open();
  FileOffered offered = offer("door.zip", kFile);
  offered.management = Management::checksum;
  EXPECT_EQ(receive(files, offered, kFile), 0U);
  EXPECT_EQ(asked_, Lengths{0});
  EXPECT_EQ(names(), Strings{"door.zip"});
  EXPECT_EQ(content("door.zip"), kFile);
}

TEST_F(Resume, HappensBecauseTheSenderAsksToo) {
  options_.storage = {};
  interrupt(kFile, 20);
  IncomingFiles files = open();
  FileOffered offered = offer("door.zip", kFile);
  offered.conversion = Conversion::resume;
  EXPECT_EQ(receive(files, offered, kFile), 20U);
}

TEST_F(Resume, DoesNotHappenUnlessAskedFor) {
  options_.storage = {};
  interrupt(kFile, 20);
  IncomingFiles files = open();
  EXPECT_EQ(receive(files, offer("door.zip", kFile), kFile), 0U);
  EXPECT_TRUE(asked_.empty());
  EXPECT_EQ(names(), Strings{"door.zip"});
}

TEST_F(Resume, DoesNotTouchWhatIsProtected) {
  put("door.zip", kFile.substr(0, 10));
  interrupt(kFile, 20);
  options_.storage.on_exists = OnExists::skip;
  IncomingFiles files = open();
  EXPECT_FALSE(receive(files, offer("door.zip", kFile), kFile));
  EXPECT_TRUE(asked_.empty());
  EXPECT_EQ(content("door.zip"), kFile.substr(0, 10));
  EXPECT_EQ(content("door.zip.part"), kFile.substr(0, 20));
}

TEST_F(Resume, CountsAPartAsAFileThatIsHere) {
  interrupt(kFile, 20);
  options_.storage.skip_missing = true;
  IncomingFiles files = open();
  EXPECT_EQ(receive(files, offer("door.zip", kFile), kFile), 20U);
  EXPECT_EQ(content("door.zip"), kFile);
}

TEST_F(Resume, KeepsAPartOfAnEarlierTransferWhenThisOneIsSkipped) {
  interrupt(kFile, 20);
  IncomingFiles files = open();
  EXPECT_EQ(receive_until(files, offer("door.zip", kFile), kFile, 30), 20U);
  files.leave(Outcome::skipped_by_peer);
  EXPECT_EQ(content("door.zip.part"), kFile.substr(0, 30));
}

TEST_F(Resume, LeavesAPartAloneThatAnotherReceiverIsWriting) {
  options_.storage = {};
  IncomingFiles other = open();
  EXPECT_EQ(receive_until(other, offer("door.zip", kFile), kFile, 20), 0U);
  options_.storage.resume = true;
  IncomingFiles files = open();
  EXPECT_EQ(receive(files, offer("door.zip", kFile), kFile), 0U);
  EXPECT_TRUE(asked_.empty());
  EXPECT_EQ(names(), (Strings{"door.zip", "door.zip.part"}));
}

}  // namespace
}  // namespace boardwalk::tool
