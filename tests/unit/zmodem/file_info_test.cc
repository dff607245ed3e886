// What senders say about the files they offer, and what is made of it.
#include "zmodem/file_info.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/cp437.h"
#include "support/buffer.h"
#include "zmodem/wire.h"

namespace boardwalk::zmodem {
namespace {

using test::Buffer;
using test::from_text;
using test::test_data;
using namespace std::string_literals;

FileInfo read(std::string_view block) { return read_file_info(from_text(block)); }

// The information block of a recorded ZFILE frame: it stands between the header (binary-32, nothing
// escaped in these frames) and the end of the subpacket.
FileInfo offered_in(std::string_view case_file) {
  constexpr std::size_t kHeader = 12;
  constexpr std::size_t kSubpacketEnd = 2 + 4 + 1;  // ZDLE k, CRC-32, XON
  const Buffer frame = test_data(case_file);
  if (frame.size() < kHeader + kSubpacketEnd) {
    ADD_FAILURE() << case_file << " is too short";
    return {};
  }
  return read_file_info(Bytes{frame}.subspan(kHeader, frame.size() - kHeader - kSubpacketEnd));
}

std::string written(const FileInfo& info, NameEncoding encoding = NameEncoding::cp437) {
  Buffer room(kMaxInfo);
  room.resize(write_file_info(info, encoding, room));
  return {reinterpret_cast<const char*>(room.data()), room.size()};
}

TEST(ReadFileInfo, ReadsWhatLszSays) {
  const FileInfo info = read("a.bin\0"s + "256 14524770400 100644 0 1 256\0"s);
  EXPECT_EQ(info.name, "a.bin");
  EXPECT_EQ(info.size, 256u);
  EXPECT_EQ(info.modified, 1'700'000'000);
  EXPECT_EQ(info.mode, 0644u);
  EXPECT_EQ(info.files_left, 1u);
  EXPECT_EQ(info.bytes_left, 256u);
}

TEST(ReadFileInfo, ReadsTheFormsOfOtherSenders) {
  const FileInfo sexyz = read("A.ZIP\0"s + "9 14524770400 0 0 2 18 0\0"s);
  EXPECT_EQ(sexyz.mode, 0u);
  EXPECT_EQ(sexyz.files_left, 2u);
  EXPECT_EQ(sexyz.bytes_left, 18u);

  const FileInfo zmtx = read("A.ZIP\0"s + "9 14524770400 0 0 2 0\0"s);
  EXPECT_EQ(zmtx.files_left, 2u);
  EXPECT_EQ(zmtx.bytes_left, 0u);

  const FileInfo no_end = read("a.zip\0"s + "9 14524770400 100600 0 1"s);
  EXPECT_EQ(no_end.size, 9u);
  EXPECT_EQ(no_end.mode, 0600u);
  EXPECT_EQ(no_end.files_left, 1u);
}

TEST(ReadFileInfo, TakesANameAlone) {
  for (const std::string& block : {"my file.txt"s, "my file.txt\0"s, "my file.txt\0\0"s}) {
    const FileInfo info = read(block);
    EXPECT_EQ(info.name, "my file.txt");
    EXPECT_EQ(info.size, std::nullopt);
    EXPECT_EQ(info.modified, 0);
  }
}

TEST(ReadFileInfo, FieldsMayStopEarlyAndSpacesMayBeDoubled) {
  const FileInfo info = read("a\0"s + "  12   17\0"s);
  EXPECT_EQ(info.size, 12u);
  EXPECT_EQ(info.modified, 017);
  EXPECT_EQ(info.mode, 0u);
  EXPECT_EQ(info.files_left, 0u);
}

TEST(ReadFileInfo, DoesNotReadBeyondTheEndOfTheText) {
  const FileInfo info = read("a\0"s + "12\0 99 99 99 99 99"s);
  EXPECT_EQ(info.size, 12u);
  EXPECT_EQ(info.modified, 0);
}

TEST(ReadFileInfo, NumbersThatAreNoneAreUnknownAndTheOthersStillCount) {
  const FileInfo info = read("a\0"s + "-5 19 10x644 0 3 7\0"s);
  EXPECT_EQ(info.size, std::nullopt);
  EXPECT_EQ(info.modified, 0);
  EXPECT_EQ(info.mode, 0u);
  EXPECT_EQ(info.files_left, 3u);
  EXPECT_EQ(info.bytes_left, 7u);
}

TEST(ReadFileInfo, NumbersThatAreTooLargeAreUnknown) {
  const FileInfo largest =
      read("a\0"s + "18446744073709551615 777777777777777777777 100644 0 4294967295 1\0"s);
  EXPECT_EQ(largest.size, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(largest.modified, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(largest.files_left, std::numeric_limits<std::uint32_t>::max());

  const FileInfo beyond =
      read("a\0"s + "18446744073709551616 1000000000000000000000 100644 0 4294967296 1\0"s);
  EXPECT_EQ(beyond.size, std::nullopt);
  EXPECT_EQ(beyond.modified, 0);
  EXPECT_EQ(beyond.mode, 0644u);
  EXPECT_EQ(beyond.files_left, 0u);
  EXPECT_EQ(beyond.bytes_left, 1u);
}

TEST(ReadFileInfo, TakesPermissionsOfRegularFilesOnly) {
  EXPECT_EQ(read("a\0"s + "1 0 100755 0"s).mode, 0755u);
  EXPECT_EQ(read("a\0"s + "1 0 644 0"s).mode, 0644u);
  EXPECT_EQ(read("a\0"s + "1 0 104755 0"s).mode, 0755u);  // no set-user-id from a stranger
  EXPECT_EQ(read("a\0"s + "1 0 40755 0"s).mode, 0u);      // a directory
  EXPECT_EQ(read("a\0"s + "1 0 120777 0"s).mode, 0u);     // a symbolic link
}

TEST(ReadFileInfo, NamesInEitherCharacterSet) {
  EXPECT_EQ(offered_in("cases/f-nonascii/01_cp437.bin").name, "ÄÖü.TXT");
  EXPECT_EQ(offered_in("cases/f-nonascii/02_utf8.bin").name, "äöü.txt");
  EXPECT_EQ(offered_in("cases/f-nonascii/03_mixed.bin").name, "├(.txt");
  EXPECT_EQ(offered_in("cases/f-nonascii/01_cp437.bin").size, 1u);
}

TEST(ReadFileInfo, PathsAreCutOff) {
  EXPECT_EQ(offered_in("cases/f-path-strip/02_zfile_slash.bin").name, "test.zip");
  EXPECT_EQ(offered_in("cases/f-path-strip/04_zfile_backslash.bin").name, "TEST.ZIP");
  EXPECT_EQ(offered_in("cases/x-path-traversal/02_abs.bin").name, "zz_abs.txt");
  EXPECT_EQ(offered_in("cases/x-path-traversal/04_up.bin").name, "zz_up.txt");
  EXPECT_EQ(offered_in("cases/x-path-traversal/06_bs.bin").name, "zz.txt");
}

TEST(ReadFileInfo, CommandsInNamesAreLetters) {
  EXPECT_EQ(offered_in("cases/x-zcommand/03_zfile_pipe.bin").name, "_id_x");
}

TEST(SafeName, IsNeverEmptyAndNeverADirectory) {
  for (const char* const name :
       {"", ".", "..", "...", " ", ". .", "dir/", "dir\\", "/", "a/..", "C:", "a\\b/.", "C:\\"}) {
    EXPECT_EQ(safe_name(name), "unnamed") << name;
  }
}

TEST(SafeName, CutsDrivesAndKeepsOtherColonsFromMeaningAnything) {
  EXPECT_EQ(safe_name("C:TEST.ZIP"), "TEST.ZIP");
  EXPECT_EQ(safe_name("file.txt:stream"), "file.txt_stream");
  EXPECT_EQ(safe_name("1:2"), "1_2");
}

TEST(SafeName, ReplacesWhatDisksAndScreensMisread) {
  EXPECT_EQ(safe_name("a<b>c\"d|e?f*g"), "a_b_c_d_e_f_g");
  EXPECT_EQ(safe_name("a\x01\x1b[31mb\x7f"), "a__[31mb_");
  EXPECT_EQ(safe_name("a\xc2\x9b"
                      "b"),
            "a_b");                                           // a C1 control
  EXPECT_EQ(safe_name("a\xe2\x80\xaegpj.exe"), "a_gpj.exe");  // right-to-left override
  EXPECT_EQ(safe_name("a\xff"
                      "b"),
            "a_b");  // not UTF-8
}

TEST(SafeName, TrimsWhatWindowsWouldTrim) {
  EXPECT_EQ(safe_name("name.txt. . "), "name.txt");
  EXPECT_EQ(safe_name(".profile"), ".profile");
}

TEST(SafeName, ShortensToWhatDisksTakeAndKeepsTheExtension) {
  const std::string ascii = safe_name(std::string(400, 'a') + ".tar");
  EXPECT_EQ(ascii, std::string(251, 'a') + ".tar");

  std::string umlauts;
  for (int count = 0; count < 300; ++count) {
    umlauts += "ä";
  }
  const std::string cut = safe_name("x" + umlauts + ".zip");
  EXPECT_LE(cut.size(), kLongestName);
  EXPECT_GE(cut.size(), kLongestName - 1);
  EXPECT_TRUE(is_utf8(cut));
  EXPECT_EQ(cut.substr(cut.size() - 4), ".zip");

  EXPECT_EQ(safe_name("a." + std::string(400, 'b')).size(), kLongestName);
  EXPECT_EQ(safe_name("." + std::string(400, 'b')).size(), kLongestName);
}

TEST(WriteFileInfo, SaysItAsLszDoes) {
  const FileInfo info{.name = "a.bin",
                      .size = 256,
                      .modified = 1'700'000'000,
                      .mode = 0644,
                      .files_left = 1,
                      .bytes_left = 256};
  EXPECT_EQ(written(info), "a.bin\0"s + "256 14524770400 100644 0 1 256\0"s);
}

TEST(WriteFileInfo, UnknownTimesAndModesAreZero) {
  FileInfo info{.name = "a", .size = 0};
  EXPECT_EQ(written(info), "a\0"s + "0 0 0 0 0 0\0"s);
  info.modified = -5;  // before 1970: the wire cannot say so
  EXPECT_EQ(written(info), "a\0"s + "0 0 0 0 0 0\0"s);
}

TEST(WriteFileInfo, WithoutASizeTheNameStandsAlone) {
  EXPECT_EQ(written({.name = "a", .modified = 7}), "a\0\0"s);
}

TEST(WriteFileInfo, NeverSendsAPath) {
  EXPECT_EQ(written({.name = "/home/me/a.txt"}), "a.txt\0\0"s);
  EXPECT_EQ(written({.name = "C:\\up\\a.txt"}), "a.txt\0\0"s);
  EXPECT_EQ(written({.name = "up/.."}), "unnamed\0\0"s);
}

TEST(WriteFileInfo, NamesInTheCharacterSetOfTheBoard) {
  EXPECT_EQ(written({.name = "ä.txt"}, NameEncoding::cp437), "\x84.txt\0\0"s);
  EXPECT_EQ(written({.name = "ä.txt"}, NameEncoding::utf8), "\xc3\xa4.txt\0\0"s);
  EXPECT_EQ(written({.name = "a\nb\0c"s}), "a_b_c\0\0"s);
}

TEST(WriteFileInfo, AlwaysFitsAndIsReadBackAsItWas) {
  const FileInfo longest{.name = std::string(2000, 'n') + ".zip",
                         .size = std::numeric_limits<std::uint64_t>::max(),
                         .modified = std::numeric_limits<std::int64_t>::max(),
                         .mode = 0777,
                         .files_left = std::numeric_limits<std::uint32_t>::max(),
                         .bytes_left = std::numeric_limits<std::uint64_t>::max()};
  const FileInfo back = read(written(longest));
  EXPECT_EQ(back.name, std::string(251, 'n') + ".zip");
  EXPECT_EQ(back.size, longest.size);
  EXPECT_EQ(back.modified, longest.modified);
  EXPECT_EQ(back.mode, longest.mode);
  EXPECT_EQ(back.files_left, longest.files_left);
  EXPECT_EQ(back.bytes_left, longest.bytes_left);
}

TEST(WriteFileInfo, WritesNothingIntoARoomThatIsTooSmall) {
  Buffer room(10, std::byte{0x55});
  EXPECT_EQ(write_file_info({.name = "a", .size = 12345}, NameEncoding::cp437, room), 0u);
  EXPECT_EQ(room, Buffer(10, std::byte{0x55}));
}

TEST(ReadFileInfo, TakesAnyBytesAtAll) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const FileInfo info = read_file_info(test::random_bytes(seed % 1200, seed));
    EXPECT_FALSE(info.name.empty());
    EXPECT_LE(info.name.size(), kLongestName);
    EXPECT_TRUE(is_utf8(info.name));
    EXPECT_EQ(info.name.find_first_of("/\\:"), std::string::npos);
  }
}

TEST(FileInfoPath, KeepsFoldersThatAreSafe) {
  const auto path_of = [](const std::string& name) {
    const std::string block = name + '\0' + "1" + '\0';
    return read_file_info(std::as_bytes(std::span(block))).path;
  };
  EXPECT_EQ(path_of("a.txt"), "a.txt");
  EXPECT_EQ(path_of("games/doom/wad.zip"), "games/doom/wad.zip");
  EXPECT_EQ(path_of("games\\doom\\wad.zip"), "games/doom/wad.zip");
  EXPECT_EQ(path_of("C:\\dos\\a.exe"), "dos/a.exe");
  EXPECT_EQ(path_of("/etc/passwd"), "etc/passwd");
  EXPECT_EQ(path_of("../../x/./y//z"), "x/y/z");
  EXPECT_EQ(path_of("a/.. /b"), "a/b");
  EXPECT_EQ(path_of("bad|name/b?"), "bad_name/b_");
}

}  // namespace
}  // namespace boardwalk::zmodem
