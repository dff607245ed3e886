// Files that are not complete: whose they are, that two receivers never write the same one, and
// that nobody's complete file is taken for one.
#include "tool/partial_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "temporary_folder.h"

namespace boardwalk::tool {
namespace {

namespace fs = std::filesystem;
using Strings = std::set<std::string>;

class Parts : public TemporaryFolder {
 protected:
  Parts() : folder_(std::get<Folder>(Folder::open(at("").string()))) {}

  [[nodiscard]] PartialFile start(const std::string& name = "door.zip") const {
    return std::get<PartialFile>(PartialFile::start(folder_, name));
  }

  // What is left of one when its receiver is gone.
  void leave_one(const std::string& name, std::string_view content) const {
    EXPECT_EQ(start(name).write(bytes_of(content), 0), 0);
  }

  Folder folder_;
};

TEST_F(Parts, AreNamedAfterTheFile) {
  EXPECT_EQ(start().name(), "door.zip.part");
  const std::string longest(300, 'x');
  EXPECT_EQ(start(longest).name(), std::string(250, 'x') + ".part");
}

TEST_F(Parts, BelongToOneReceiverAtATime) {
  const PartialFile first = start();
  const PartialFile second = start();
  EXPECT_EQ(second.name(), "door.zip (1).part");
  EXPECT_EQ(names(), (Strings{"door.zip.part", "door.zip (1).part"}));
  EXPECT_TRUE(PartialFile::left_over(folder_, "door.zip").empty());
}

TEST_F(Parts, AreFoundWhenTheirReceiverIsGone) {
  const PartialFile running = start();
  leave_one("door.zip", "12345");
  const auto found = PartialFile::left_over(folder_, "door.zip");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name(), "door.zip (1).part");
  EXPECT_EQ(found[0].size(), 5U);
}

TEST_F(Parts, StartOverWhereOneWasLeft) {
  leave_one("door.zip", "12345");
  const PartialFile part = start();
  EXPECT_EQ(part.name(), "door.zip.part");
  EXPECT_EQ(part.size(), 0U);
}

// The file "door.zip.part" may have been received, complete, under just that name.
TEST_F(Parts, NeverStartOverInACompleteFileOfThatName) {
  put("door.zip.part", "complete");
  EXPECT_EQ(start().name(), "door.zip (1).part");
  EXPECT_EQ(content("door.zip.part"), "complete");
}

TEST_F(Parts, LoseTheirMarkWhenTheyAreComplete) {
  const PartialFile part = start("door.zip");
  struct stat facts {};
  ASSERT_EQ(stat(at("door.zip.part").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777U, 01600U);
  part.set_permissions(0600);
  ASSERT_EQ(stat(at("door.zip.part").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777U, 0600U);
}

TEST_F(Parts, AreNoLinksFoldersOrPipes) {
  put("precious", "kept");
  fs::create_symlink(at("precious"), at("a.part"));
  fs::create_directory(at("b.part"));
  mkfifo(at("c.part").c_str(), 0600);
  leave_one("d", "kept");
  fs::create_hard_link(at("d.part"), at("d, too"));
  for (const std::string name : {"a", "b", "c", "d"}) {
    EXPECT_TRUE(PartialFile::left_over(folder_, name).empty()) << name;
    EXPECT_EQ(start(name).name(), name + " (1).part");
  }
  EXPECT_EQ(content("precious"), "kept");
  EXPECT_EQ(content("d, too"), "kept");
}

TEST_F(Parts, AreNotAnotherPersons) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  leave_one("door.zip", "12345");
  ASSERT_EQ(chown(at("door.zip.part").c_str(), 65534, 65534), 0);
  EXPECT_TRUE(PartialFile::left_over(folder_, "door.zip").empty());
  EXPECT_EQ(start().name(), "door.zip (1).part");
}

TEST_F(Parts, ComeFromAFileThatGivesUpItsName) {
  put("door.zip", "12345");
  auto file = PartialFile::existing(folder_, "door.zip");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->become_part(folder_, "door.zip"), 0);
  EXPECT_EQ(file->name(), "door.zip.part");
  EXPECT_EQ(names(), Strings{"door.zip.part"});
  EXPECT_EQ(content("door.zip.part"), "12345");
  EXPECT_EQ(start().name(), "door.zip (1).part");  // locked from the beginning
  file.reset();
  EXPECT_EQ(start().name(), "door.zip.part");  // and marked
}

TEST_F(Parts, TakeThePlaceOfOneThatWasLeft) {
  leave_one("door.zip", "something else");
  put("door.zip", "12345");
  auto file = PartialFile::existing(folder_, "door.zip");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->become_part(folder_, "door.zip"), 0);
  EXPECT_EQ(names(), Strings{"door.zip.part"});
  EXPECT_EQ(content("door.zip.part"), "12345");
}

TEST_F(Parts, AreJoined) {
  put("old", std::string(3 << 20, 'o'));
  const Descriptor old{open(at("old").c_str(), O_RDONLY)};
  const PartialFile part = start();
  ASSERT_EQ(part.write(bytes_of("123"), 0), 0);
  ASSERT_EQ(part.add_all_of(old), 0);
  EXPECT_EQ(content("door.zip.part"), "123" + std::string(3 << 20, 'o'));
}

class Folders : public TemporaryFolder {
 protected:
  Folders() : root_(std::get<Folder>(Folder::open(at("").string()))) {}

  [[nodiscard]] int error_of(std::string_view path, Folder::IfMissing missing) const {
    auto below = root_.below(path, missing);
    const int* error = std::get_if<int>(&below);
    return error != nullptr ? *error : 0;
  }

  Folder root_;
};

TEST_F(Folders, AreMadeWhenAsked) {
  EXPECT_EQ(error_of("a/b", Folder::IfMissing::fail), ENOENT);
  EXPECT_TRUE(names().empty());
  EXPECT_EQ(error_of("a/b", Folder::IfMissing::make), 0);
  EXPECT_TRUE(fs::is_directory(at("a/b")));
  EXPECT_EQ(error_of("a/b", Folder::IfMissing::make), 0);
  EXPECT_EQ(std::get<Folder>(root_.below("a/b", Folder::IfMissing::fail)).path_of("c"),
            at("a/b/c").string());
  EXPECT_EQ(std::get<Folder>(root_.below("", Folder::IfMissing::fail)).path_of("c"),
            at("c").string());
}

TEST_F(Folders, AreNeverReachedThroughALinkOrUpwards) {
  fs::create_directory(at("inside"));
  fs::create_directory_symlink("/tmp", at("link"));
  put("file", "");
  for (const Folder::IfMissing missing : {Folder::IfMissing::fail, Folder::IfMissing::make}) {
    EXPECT_EQ(error_of("link", missing), ENOTDIR);
    EXPECT_EQ(error_of("link/deeper", missing), ENOTDIR);
    EXPECT_EQ(error_of("file", missing), ENOTDIR);
    EXPECT_EQ(error_of("..", missing), EINVAL);
    EXPECT_EQ(error_of("inside/..", missing), EINVAL);
    EXPECT_EQ(error_of("/tmp", missing), EINVAL);
    EXPECT_EQ(error_of("inside//x", missing), EINVAL);
    EXPECT_EQ(error_of(".", missing), EINVAL);
  }
}

}  // namespace
}  // namespace boardwalk::tool
