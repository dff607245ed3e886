// Files that come in and go out, in a real folder: names, policies, what is left after trouble.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "tool/incoming_files.h"
#include "tool/names.h"
#include "tool/outgoing_files.h"

namespace boardwalk::tool {
namespace {

namespace fs = std::filesystem;

Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span{text.data(), text.size()}); }

std::string text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class Folder : public testing::Test {
 protected:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "boardwalk-test-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~Folder() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path at(const std::string& name) const { return folder_ / name; }

  void put(const std::string& name, std::string_view content) const {
    std::ofstream{at(name), std::ios::binary} << content;
  }

  [[nodiscard]] std::string content(const std::string& name) const {
    std::ifstream file{at(name), std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
  }

  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator{folder_}) {
      found.insert(entry.path().filename().string());
    }
    return found;
  }

 private:
  fs::path folder_;
};

class Incoming : public Folder {
 protected:
  Incoming() { options_.directory = at("").string(); }

  [[nodiscard]] IncomingFiles open() const {
    auto opened = IncomingFiles::in_folder(options_, Checksums::crc32);
    return std::get<IncomingFiles>(std::move(opened));
  }

  static FileOffered offer(std::string_view name) {
    FileOffered offered{};
    offered.id = FileId{7};
    offered.name = name;
    return offered;
  }

  static void receive(IncomingFiles& files, const FileOffered& offered, std::string_view content) {
    ASSERT_TRUE(std::holds_alternative<IncomingFiles::Accepted>(files.begin(offered)));
    ASSERT_FALSE(files.write({offered.id, FileOffset{0}, bytes_of(content)}));
    ASSERT_FALSE(files.finish(offered.id));
  }

  Options options_;
};

TEST_F(Incoming, HasItsNameOnlyWhenItIsComplete) {
  IncomingFiles files = open();
  const FileOffered offered = offer("door.zip");
  ASSERT_TRUE(std::holds_alternative<IncomingFiles::Accepted>(files.begin(offered)));
  ASSERT_FALSE(files.write({offered.id, FileOffset{0}, bytes_of("12345")}));
  ASSERT_FALSE(files.write({offered.id, FileOffset{5}, bytes_of("6789")}));
  EXPECT_FALSE(names().contains("door.zip"));
  ASSERT_FALSE(files.finish(offered.id));
  EXPECT_EQ(names(), std::set<std::string>{"door.zip"});
  EXPECT_EQ(content("door.zip"), "123456789");
  EXPECT_EQ(files.crc32(), 0xcbf43926U);
}

TEST_F(Incoming, LeavesNothingOfAFileThatWasNotFinished) {
  {
    IncomingFiles files = open();
    const FileOffered offered = offer("door.zip");
    ASSERT_TRUE(std::holds_alternative<IncomingFiles::Accepted>(files.begin(offered)));
    ASSERT_FALSE(files.write({offered.id, FileOffset{0}, bytes_of("12345")}));
  }
  EXPECT_TRUE(names().empty());
}

TEST_F(Incoming, KeepsBothFilesUnlessToldOtherwise) {
  put("door.zip", "old");
  IncomingFiles files = open();
  receive(files, offer("door.zip"), "new");
  receive(files, offer("door.zip"), "newer");
  EXPECT_EQ(names(), (std::set<std::string>{"door.zip", "door (1).zip", "door (2).zip"}));
  EXPECT_EQ(content("door.zip"), "old");
  EXPECT_EQ(content("door (1).zip"), "new");
  EXPECT_EQ(content("door (2).zip"), "newer");
  EXPECT_EQ(fs::path{files.stored_as()}.filename(), "door (2).zip");
}

TEST_F(Incoming, ReplacesTheOldFileByTheWholeNewOne) {
  put("door.zip", "a longer old file");
  options_.on_exists = OnExists::overwrite;
  IncomingFiles files = open();
  receive(files, offer("door.zip"), "new");
  EXPECT_EQ(names(), std::set<std::string>{"door.zip"});
  EXPECT_EQ(content("door.zip"), "new");
}

TEST_F(Incoming, KeepsTheOldFileWhenItsReplacementIsInterrupted) {
  put("door.zip", "old");
  options_.on_exists = OnExists::overwrite;
  IncomingFiles files = open();
  const FileOffered offered = offer("door.zip");
  ASSERT_TRUE(std::holds_alternative<IncomingFiles::Accepted>(files.begin(offered)));
  ASSERT_FALSE(files.write({offered.id, FileOffset{0}, bytes_of("12345")}));
  files.abandon();
  EXPECT_EQ(names(), std::set<std::string>{"door.zip"});
  EXPECT_EQ(content("door.zip"), "old");
}

TEST_F(Incoming, DoesNotReplaceAFolder) {
  fs::create_directory(at("games"));
  put("games/keep", "kept");
  options_.on_exists = OnExists::overwrite;
  IncomingFiles files = open();
  receive(files, offer("games"), "new");
  EXPECT_EQ(content("games/keep"), "kept");
  EXPECT_EQ(content("games (1)"), "new");
}

TEST_F(Incoming, ReplacesALinkAndNotWhatItPointsTo) {
  put("precious", "kept");
  fs::create_symlink(at("precious"), at("door.zip"));
  options_.on_exists = OnExists::overwrite;
  IncomingFiles files = open();
  receive(files, offer("door.zip"), "new");
  EXPECT_EQ(content("precious"), "kept");
  EXPECT_EQ(content("door.zip"), "new");
}

TEST_F(Incoming, SkipsAFileThatIsThere) {
  put("door.zip", "old");
  options_.on_exists = OnExists::skip;
  IncomingFiles files = open();
  const auto answer = files.begin(offer("door.zip"));
  ASSERT_TRUE(std::holds_alternative<IncomingFiles::Skipped>(answer));
  EXPECT_EQ(std::get<IncomingFiles::Skipped>(answer).why, "door.zip exists already");
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
  EXPECT_EQ(names(), (std::set<std::string>{std::string(251, 'x') + ".zip",
                                            std::string(247, 'x') + " (1).zip"}));
}

TEST_F(Incoming, SaysThatTheDiskIsFullAndLeavesNothing) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  IncomingFiles files = open();
  const FileOffered offered = offer("door.zip");
  const bool begun = std::holds_alternative<IncomingFiles::Accepted>(files.begin(offered));
  const auto error = files.write({offered.id, FileOffset{0}, bytes_of("12345678")});
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  ASSERT_TRUE(begun);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "cannot write door.zip: File too large");
  files.abandon();
  EXPECT_TRUE(names().empty());
}

TEST_F(Incoming, SaysThatTheFolderIsNotThere) {
  options_.directory = at("nowhere").string();
  const auto opened = IncomingFiles::in_folder(options_, Checksums::none);
  ASSERT_TRUE(std::holds_alternative<LocalError>(opened));
  EXPECT_EQ(std::get<LocalError>(opened).message,
            "cannot open the folder " + at("nowhere").string() + ": No such file or directory");
}

TEST(FreeName, CountsInFrontOfTheExtension) {
  EXPECT_EQ(free_name_candidate("door.zip", 0, 255), "door.zip");
  EXPECT_EQ(free_name_candidate("door.zip", 1, 255), "door (1).zip");
  EXPECT_EQ(free_name_candidate("a.tar.gz", 2, 255), "a.tar (2).gz");
  EXPECT_EQ(free_name_candidate("README", 1, 255), "README (1)");
  EXPECT_EQ(free_name_candidate(".profile", 1, 255), ".profile (1)");
}

TEST(FreeName, CutsBetweenCharacters) {
  EXPECT_EQ(free_name_candidate("\xc3\xa4\xc3\xa4\xc3\xa4.zip", 0, 9), "\xc3\xa4\xc3\xa4.zip");
  EXPECT_EQ(free_name_candidate("\xc3\xa4\xc3\xa4", 0, 3), "\xc3\xa4");
}

class Outgoing : public Folder {
 protected:
  static std::string error_of(const std::variant<Bytes, LocalError>& answer) {
    const auto* error = std::get_if<LocalError>(&answer);
    return error != nullptr ? error->message : "";
  }

  OutgoingFiles files_{Checksums::crc32};
};

TEST_F(Outgoing, DescribesItsFiles) {
  put("door.zip", "123456789");
  chmod(at("door.zip").c_str(), 0640);
  ASSERT_FALSE(files_.add(at("door.zip").string()));
  const auto offers = files_.offers();
  ASSERT_EQ(offers.size(), 1U);
  EXPECT_EQ(offers[0].name, "door.zip");
  EXPECT_EQ(offers[0].size, 9U);
  EXPECT_EQ(offers[0].mode, 0640U);
  EXPECT_GT(offers[0].modified, 1'600'000'000);
}

TEST_F(Outgoing, ReadsWhatIsAskedForAndKeepsTwoPieces) {
  put("door.zip", "123456789");
  ASSERT_FALSE(files_.add(at("door.zip").string()));
  const Bytes first = std::get<Bytes>(files_.read({FileId{0}, FileOffset{0}, 3}));
  const Bytes second = std::get<Bytes>(files_.read({FileId{0}, FileOffset{3}, 3}));
  const Bytes third = std::get<Bytes>(files_.read({FileId{0}, FileOffset{1}, 2}));
  EXPECT_EQ(text_of(first), "123");
  EXPECT_EQ(text_of(second), "456");
  EXPECT_EQ(text_of(third), "23");
}

TEST_F(Outgoing, KnowsTheChecksumHoweverTheFileWasRead) {
  put("door.zip", "123456789");
  ASSERT_FALSE(files_.add(at("door.zip").string()));
  for (const auto& [from, length] : {std::pair{0, 4}, {2, 4}, {7, 2}}) {
    const FileWanted wanted{FileId{0}, FileOffset{static_cast<std::uint64_t>(from)},
                            static_cast<std::size_t>(length)};
    ASSERT_EQ(error_of(files_.read(wanted)), "");
  }
  EXPECT_EQ(files_.crc32(FileId{0}), 0xcbf43926U);
}

TEST_F(Outgoing, RefusesWhatCannotBeSent) {
  fs::create_directory(at("games"));
  mkfifo(at("pipe").c_str(), 0600);
  EXPECT_EQ(files_.add(at("none").string())->message,
            "cannot send " + at("none").string() + ": No such file or directory");
  EXPECT_EQ(files_.add(at("games").string())->message,
            "cannot send " + at("games").string() + ": it is a folder");
  EXPECT_EQ(files_.add(at("pipe").string())->message,
            "cannot send " + at("pipe").string() + ": it is not a regular file");
  EXPECT_TRUE(files_.offers().empty());
}

TEST_F(Outgoing, SaysThatAFileHasBecomeShorter) {
  put("door.zip", "123456789");
  ASSERT_FALSE(files_.add(at("door.zip").string()));
  fs::resize_file(at("door.zip"), 4);
  EXPECT_EQ(error_of(files_.read({FileId{0}, FileOffset{0}, 9})),
            "cannot send " + at("door.zip").string() + ": it has become shorter than it was");
}

TEST_F(Outgoing, SaysThatAFileHasGone) {
  put("door.zip", "123456789");
  ASSERT_FALSE(files_.add(at("door.zip").string()));
  fs::remove(at("door.zip"));
  EXPECT_EQ(error_of(files_.read({FileId{0}, FileOffset{0}, 9})),
            "cannot send " + at("door.zip").string() + ": No such file or directory");
}

}  // namespace
}  // namespace boardwalk::tool
