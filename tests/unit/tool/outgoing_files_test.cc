// Files that go out, in a real folder: what is offered, read and refused.
#include "tool/outgoing_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "temporary_folder.h"

namespace boardwalk::tool {
namespace {

namespace fs = std::filesystem;

class Outgoing : public TemporaryFolder {
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

TEST_F(Outgoing, SaysThatAFileHasBeenChanged) {
  put("door.zip", "123456789");
  ASSERT_FALSE(files_.add(at("door.zip").string()));
  put("door.zip", "987654321");
  fs::last_write_time(at("door.zip"), fs::file_time_type::clock::now() + std::chrono::hours{1});
  EXPECT_EQ(
      error_of(files_.read({FileId{0}, FileOffset{0}, 9})),
      "cannot send " + at("door.zip").string() + ": it has been changed since it was offered");
}

TEST_F(Outgoing, SaysThatAnotherFileHasTakenItsPlace) {
  put("door.zip", "123456789");
  put("other", "a longer one");
  ASSERT_FALSE(files_.add(at("door.zip").string()));
  fs::rename(at("other"), at("door.zip"));
  EXPECT_EQ(error_of(files_.read({FileId{0}, FileOffset{0}, 9})),
            "cannot send " + at("door.zip").string() + ": another file has taken its place");
}

TEST_F(Outgoing, SendsAFileThatGrowsAsItWas) {
  put("door.log", "123456789");
  ASSERT_FALSE(files_.add(at("door.log").string()));
  std::ofstream{at("door.log"), std::ios::app} << "0";
  EXPECT_EQ(text_of(std::get<Bytes>(files_.read({FileId{0}, FileOffset{0}, 9}))), "123456789");
}

}  // namespace
}  // namespace boardwalk::tool
