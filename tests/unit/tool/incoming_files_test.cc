// Files that come in, in a real folder: names, policies, folders, what is left after trouble.
#include "tool/incoming_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "incoming_fixture.h"

namespace boardwalk::tool {
namespace {

namespace fs = std::filesystem;
using Strings = std::set<std::string>;

TEST_F(Incoming, HasItsNameOnlyWhenItIsComplete) {
  IncomingFiles files = open();
  const FileOffered offered = offer("door.zip");
  ASSERT_TRUE(std::holds_alternative<IncomingFiles::Accept>(files.begin(offered)));
  ASSERT_FALSE(files.write({offered.id, FileOffset{0}, bytes_of("12345")}));
  ASSERT_FALSE(files.write({offered.id, FileOffset{5}, bytes_of("6789")}));
  EXPECT_FALSE(names().contains("door.zip"));
  ASSERT_FALSE(files.finish(offered.id));
  EXPECT_EQ(names(), Strings{"door.zip"});
  EXPECT_EQ(content("door.zip"), "123456789");
  EXPECT_EQ(files.crc32(), 0xcbf43926U);
}

TEST_F(Incoming, KeepsWhatThereIsOfAFileThatWasNotFinished) {
  IncomingFiles files = open();
  FileOffered offered = offer("door.zip", "123456789");
  offered.modified = 1'000'000'000;
  EXPECT_EQ(receive_until(files, offered, "123456789", 5), 0U);
  const auto kept = files.leave(Outcome::cancelled);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->path, at("door.zip.part").string());
  EXPECT_EQ(kept->bytes, 5U);
  EXPECT_TRUE(kept->can_be_continued);
  EXPECT_EQ(names(), Strings{"door.zip.part"});
  EXPECT_EQ(content("door.zip.part"), "12345");
  struct stat facts {};
  ASSERT_EQ(stat(at("door.zip.part").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mtime, 1'000'000'000);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
}

TEST_F(Incoming, KeepsWhatThereIsHoweverItEnds) {
  {
    IncomingFiles files = open();
    EXPECT_EQ(receive_until(files, offer("door.zip"), "123456789", 5), 0U);
  }
  EXPECT_EQ(content("door.zip.part"), "12345");
}

TEST_F(Incoming, LeavesNothingOfAFileThatWasNotBegunOrNotWanted) {
  IncomingFiles files = open();
  EXPECT_EQ(receive_until(files, offer("door.zip"), "123456789", 0), 0U);
  EXPECT_FALSE(files.leave(Outcome::cancelled));
  EXPECT_EQ(receive_until(files, offer("door.zip"), "123456789", 5), 0U);
  EXPECT_FALSE(files.leave(Outcome::skipped_by_peer));
  EXPECT_TRUE(names().empty());
}

TEST_F(Incoming, KeepsBothFilesUnlessToldOtherwise) {
  put("door.zip", "old");
  IncomingFiles files = open();
  receive(files, offer("door.zip"), "new");
  receive(files, offer("door.zip"), "newer");
  EXPECT_EQ(names(), (Strings{"door.zip", "door (1).zip", "door (2).zip"}));
  EXPECT_EQ(content("door.zip"), "old");
  EXPECT_EQ(content("door (1).zip"), "new");
  EXPECT_EQ(content("door (2).zip"), "newer");
  EXPECT_EQ(fs::path{files.stored_as()}.filename(), "door (2).zip");
}

TEST_F(Incoming, ReplacesTheOldFileByTheWholeNewOne) {
  put("door.zip", "a longer old file");
  options_.storage.on_exists = OnExists::overwrite;
  IncomingFiles files = open();
  receive(files, offer("door.zip"), "new");
  EXPECT_EQ(names(), Strings{"door.zip"});
  EXPECT_EQ(content("door.zip"), "new");
}

TEST_F(Incoming, KeepsTheOldFileWhenItsReplacementIsInterrupted) {
  put("door.zip", "old");
  options_.storage.on_exists = OnExists::overwrite;
  IncomingFiles files = open();
  EXPECT_EQ(receive_until(files, offer("door.zip"), "123456789", 5), 0U);
  files.leave(Outcome::cancelled);
  EXPECT_EQ(names(), (Strings{"door.zip", "door.zip.part"}));
  EXPECT_EQ(content("door.zip"), "old");
}

TEST_F(Incoming, DoesNotReplaceAFolder) {
  fs::create_directory(at("games"));
  put("games/keep", "kept");
  options_.storage.on_exists = OnExists::overwrite;
  IncomingFiles files = open();
  receive(files, offer("games"), "new");
  EXPECT_EQ(content("games/keep"), "kept");
  EXPECT_EQ(content("games (1)"), "new");
}

TEST_F(Incoming, ReplacesALinkAndNotWhatItPointsTo) {
  put("precious", "kept");
  fs::create_symlink(at("precious"), at("door.zip"));
  options_.storage.on_exists = OnExists::overwrite;
  IncomingFiles files = open();
  receive(files, offer("door.zip"), "new");
  EXPECT_EQ(content("precious"), "kept");
  EXPECT_EQ(content("door.zip"), "new");
}

TEST_F(Incoming, SkipsAFileThatIsThere) {
  put("door.zip", "old");
  options_.storage.on_exists = OnExists::skip;
  IncomingFiles files = open();
  EXPECT_FALSE(receive(files, offer("door.zip"), "new"));
  EXPECT_EQ(skipped_because_, "door.zip exists already");
  receive(files, offer("other.zip"), "new");
  EXPECT_EQ(content("door.zip"), "old");
}

TEST_F(Incoming, TakesTheGivenNameForTheFirstFileOnly) {
  options_.name = "mine.bin";
  IncomingFiles files = open();
  receive(files, offer("a"), "first");
  receive(files, offer("b"), "second");
  EXPECT_EQ(content("mine.bin"), "first");
  EXPECT_EQ(content("b"), "second");
}

TEST_F(Incoming, KeepsTheTimeAndThePermissionsLessTheUmask) {
  const mode_t before = umask(022);
  IncomingFiles files = open();
  FileOffered offered = offer("door.sh");
  offered.modified = 1'000'000'000;
  offered.mode = 0104777;  // a regular file, set-user-ID: that bit is nobody's to give
  receive(files, offered, "#!");
  receive(files, offer("plain"), "");
  umask(before);
  struct stat facts {};
  ASSERT_EQ(stat(at("door.sh").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mtime, 1'000'000'000);
  EXPECT_EQ(facts.st_mode & 07777U, 0755U);
  ASSERT_EQ(stat(at("plain").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777U, 0644U);
}

TEST_F(Incoming, ShortensANameThatTheFolderCannotHold) {
  const std::string longest(300, 'x');
  IncomingFiles files = open();
  receive(files, offer(longest + ".zip"), "1");
  receive(files, offer(longest + ".zip"), "2");
  EXPECT_EQ(names(), (Strings{std::string(251, 'x') + ".zip", std::string(247, 'x') + " (1).zip"}));
}

TEST_F(Incoming, SaysThatTheDiskIsFullAndKeepsWhatWasStored) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  IncomingFiles files = open();
  const FileOffered offered = offer("door.zip");
  const bool begun = std::holds_alternative<IncomingFiles::Accept>(files.begin(offered));
  const auto error = files.write({offered.id, FileOffset{0}, bytes_of("12345678")});
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  ASSERT_TRUE(begun);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "cannot write door.zip: File too large");
  files.leave(Outcome::failed);
  EXPECT_EQ(content("door.zip.part"), "1234");
}

TEST_F(Incoming, SaysThatTheFolderIsNotThere) {
  options_.directory = at("nowhere").string();
  const auto opened = IncomingFiles::in_folder(options_, Checksums::none);
  ASSERT_TRUE(std::holds_alternative<LocalError>(opened));
  EXPECT_EQ(std::get<LocalError>(opened).message,
            "cannot open the folder " + at("nowhere").string() + ": No such file or directory");
}

// --- management: what the policy says is also done ---

TEST_F(Incoming, AsksForTheChecksumToTellWhetherAFileDiffers) {
  put("door.zip", "the old one");
  IncomingFiles files = open();
  FileOffered offered = offer("door.zip", "the new one");
  offered.management = Management::checksum;
  EXPECT_EQ(receive(files, offered, "the new one"), 0U);
  EXPECT_EQ(asked_, std::vector<std::uint64_t>{0});
  EXPECT_EQ(content("door.zip"), "the new one");

  EXPECT_FALSE(receive(files, offered, "the new one"));
  EXPECT_EQ(skipped_because_, "door.zip is here already, the same");
  EXPECT_EQ(names(), Strings{"door.zip"});
}

TEST_F(Incoming, TakesAFileForDifferentIfTheSenderTellsNoChecksum) {
  put("door.zip", "123456789");
  IncomingFiles files = open();
  FileOffered offered = offer("door.zip", "123456789");
  offered.management = Management::checksum;
  EXPECT_EQ(receive(files, offered, "123456789", Tells::nothing), 0U);
  EXPECT_EQ(names(), Strings{"door.zip"});
}

TEST_F(Incoming, NeedNotAskAboutAFileOfAnotherLength) {
  put("door.zip", "old");
  IncomingFiles files = open();
  FileOffered offered = offer("door.zip", "a new one");
  offered.management = Management::checksum;
  EXPECT_EQ(receive(files, offered, "a new one"), 0U);
  EXPECT_TRUE(asked_.empty());
  EXPECT_EQ(content("door.zip"), "a new one");
}

TEST_F(Incoming, AppendsTheNewFileToTheOldOne) {
  put("door.log", "first, ");
  chmod(at("door.log").c_str(), 0640);
  options_.storage.manage = Management::append;
  IncomingFiles files = open();
  FileOffered offered = offer("door.log");
  offered.modified = 1'000'000'000;
  EXPECT_EQ(receive(files, offered, "second"), 0U);
  EXPECT_EQ(names(), Strings{"door.log"});
  EXPECT_EQ(content("door.log"), "first, second");
  EXPECT_EQ(files.crc32(), crc32_of("second"));
  struct stat facts {};
  ASSERT_EQ(stat(at("door.log").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777U, 0640U);
  EXPECT_EQ(facts.st_mtime, 1'000'000'000);
}

TEST_F(Incoming, LeavesTheOldFileAloneUntilAllThatIsAppendedIsHere) {
  put("door.log", "first, ");
  options_.storage.manage = Management::append;
  IncomingFiles files = open();
  EXPECT_EQ(receive_until(files, offer("door.log"), "second", 3), 0U);
  EXPECT_EQ(content("door.log"), "first, ");
  files.leave(Outcome::cancelled);
  EXPECT_EQ(content("door.log"), "first, ");
  EXPECT_EQ(content("door.log.part"), "sec");
}

TEST_F(Incoming, ContinuesWhatIsToBeAppended) {
  put("door.log", "first, ");
  options_.storage.manage = Management::append;
  options_.storage.resume = true;
  IncomingFiles files = open();
  EXPECT_EQ(receive_until(files, offer("door.log", "second"), "second", 3), 0U);
  files.leave(Outcome::cancelled);
  EXPECT_EQ(receive(files, offer("door.log", "second"), "second"), 3U);
  EXPECT_EQ(names(), Strings{"door.log"});
  EXPECT_EQ(content("door.log"), "first, second");
}

TEST_F(Incoming, AppendsToNothingThatIsNoFile) {
  put("precious", "kept");
  fs::create_symlink(at("precious"), at("door.log"));
  options_.storage.manage = Management::append;
  IncomingFiles files = open();
  EXPECT_EQ(receive(files, offer("door.log"), "new"), 0U);
  EXPECT_EQ(content("precious"), "kept");
  EXPECT_EQ(content("door (1).log"), "new");
}

TEST_F(Incoming, LeavesOutWhatIsNotHere) {
  put("door.zip", "old");
  options_.storage.skip_missing = true;
  IncomingFiles files = open();
  EXPECT_FALSE(receive(files, offer("other.zip"), "new"));
  EXPECT_EQ(skipped_because_, "other.zip is not here");
  EXPECT_EQ(receive(files, offer("door.zip"), "new"), 0U);
  EXPECT_EQ(names(), (Strings{"door.zip", "door (1).zip"}));
}

// --- text ---

TEST_F(Incoming, ConvertsTextAndCountsTheSendersBytes) {
  options_.storage.text = true;
  IncomingFiles files = open();
  const std::string text = "one\r\ntwo\r\n\x1a\x1a";
  EXPECT_EQ(receive(files, offer("read.me", text), text), 0U);
  EXPECT_EQ(content("read.me"), "one\ntwo\n");
  EXPECT_EQ(files.crc32(), crc32_of(text));
  EXPECT_TRUE(files.take_notices().empty());
}

TEST_F(Incoming, ConvertsATextThatIsCutWithinALineEnd) {
  options_.storage.text = true;
  IncomingFiles files = open();
  const FileOffered offered = offer("read.me");
  ASSERT_TRUE(std::holds_alternative<IncomingFiles::Accept>(files.begin(offered)));
  ASSERT_FALSE(files.write({offered.id, FileOffset{0}, bytes_of("one\r")}));
  ASSERT_FALSE(files.write({offered.id, FileOffset{4}, bytes_of("\ntwo\r")}));
  ASSERT_FALSE(files.finish(offered.id));
  EXPECT_EQ(content("read.me"), "one\ntwo\r");
}

TEST_F(Incoming, BelievesASenderThatSaysItIsBinary) {
  options_.storage.text = true;
  IncomingFiles files = open();
  FileOffered offered = offer("door.zip");
  offered.conversion = Conversion::binary;
  EXPECT_EQ(receive(files, offered, "PK\r\n\x1a"), 0U);
  EXPECT_EQ(content("door.zip"), "PK\r\n\x1a");
  EXPECT_EQ(files.take_notices(),
            std::vector<std::string>{"door.zip: kept as it is: the sender says it is binary"});
  EXPECT_TRUE(files.take_notices().empty());
}

TEST_F(Incoming, DoesNotPromiseToContinueAConvertedText) {
  options_.storage.text = true;
  IncomingFiles files = open();
  EXPECT_EQ(receive_until(files, offer("read.me"), "one\r\ntwo", 6), 0U);
  const auto kept = files.leave(Outcome::cancelled);
  ASSERT_TRUE(kept);
  EXPECT_FALSE(kept->can_be_continued);
}

// --- folders ---

TEST_F(Incoming, CutsFoldersOffUnlessTheyAreAllowed) {
  IncomingFiles files = open();
  EXPECT_EQ(receive(files, offer_below("a/b/door.zip"), "new"), 0U);
  EXPECT_EQ(names(), Strings{"door.zip"});
}

TEST_F(Incoming, KeepsFoldersIfTheyAreAllowed) {
  options_.subfolders = Subfolders::keep;
  IncomingFiles files = open();
  EXPECT_EQ(receive(files, offer_below("a/b/door.zip"), "new"), 0U);
  EXPECT_EQ(files.stored_as(), at("a/b/door.zip").string());
  EXPECT_EQ(receive(files, offer_below("a/b/door.zip"), "newer"), 0U);
  EXPECT_EQ(receive(files, offer_below("door.zip"), "top"), 0U);
  EXPECT_EQ(content("a/b/door.zip"), "new");
  EXPECT_EQ(content("a/b/door (1).zip"), "newer");
  EXPECT_EQ(content("door.zip"), "top");
  EXPECT_FALSE(fs::exists(at("a/b/door.zip.part")));
}

TEST_F(Incoming, MakesNoFolderForAFileThatIsNotWanted) {
  options_.subfolders = Subfolders::keep;
  options_.storage.skip_missing = true;
  IncomingFiles files = open();
  EXPECT_FALSE(receive(files, offer_below("a/door.zip"), "new"));
  EXPECT_TRUE(names().empty());
}

TEST_F(Incoming, FollowsNoLinkToAFolder) {
  const fs::path outside = at("outside");
  fs::create_directories(at("inside"));
  fs::create_directory(outside);
  fs::create_directory_symlink(outside, at("inside/link"));
  options_.directory = at("inside").string();
  options_.subfolders = Subfolders::keep;
  IncomingFiles files = open();
  EXPECT_FALSE(receive(files, offer_below("link/door.zip"), "new"));
  EXPECT_EQ(skipped_because_, "link is no folder that may be written into");
  EXPECT_FALSE(receive(files, offer_below("../door.zip"), "new"));
  EXPECT_TRUE(fs::is_empty(outside));
  EXPECT_FALSE(fs::exists(at("door.zip")));
}

TEST_F(Incoming, PutsTheNameThatWasGivenIntoTheFolderThatWasGiven) {
  options_.subfolders = Subfolders::keep;
  options_.name = "mine.bin";
  IncomingFiles files = open();
  EXPECT_EQ(receive(files, offer_below("a/door.zip"), "new"), 0U);
  EXPECT_EQ(names(), Strings{"mine.bin"});
}

// --- order ---

TEST_F(Incoming, TakesNoBytesOutOfOrder) {
  IncomingFiles files = open();
  const FileOffered offered = offer("door.zip");
  ASSERT_TRUE(std::holds_alternative<IncomingFiles::Accept>(files.begin(offered)));
  ASSERT_FALSE(files.write({offered.id, FileOffset{0}, bytes_of("12345")}));
  EXPECT_TRUE(files.write({offered.id, FileOffset{6}, bytes_of("789")}));
  EXPECT_TRUE(files.write({FileId{8}, FileOffset{5}, bytes_of("6789")}));
  EXPECT_TRUE(files.finish(FileId{8}));
}

}  // namespace
}  // namespace boardwalk::tool
