// The command line: what is obeyed, and that everything else is refused in words.
#include "tool/command_line.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace boardwalk::tool {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

CommandLine read(std::initializer_list<std::string_view> words) {
  const std::vector<std::string_view> list{words};
  return read_command_line(list);
}

Options options_of(std::initializer_list<std::string_view> words) {
  const CommandLine command_line = read(words);
  const auto* wrong = std::get_if<WrongUsage>(&command_line);
  EXPECT_EQ(wrong, nullptr) << wrong->message;
  const auto* options = std::get_if<Options>(&command_line);
  return options != nullptr ? *options : Options{};
}

std::string complaint_about(std::initializer_list<std::string_view> words) {
  const CommandLine command_line = read(words);
  const auto* wrong = std::get_if<WrongUsage>(&command_line);
  return wrong != nullptr ? wrong->message : "";
}

TEST(CommandLine, SendsTheFilesThatAreNamed) {
  const Options options = options_of({"send", "a.zip", "b c.txt"});
  EXPECT_EQ(options.role, Role::send);
  EXPECT_EQ(options.files, (std::vector<std::string>{"a.zip", "b c.txt"}));
}

TEST(CommandLine, ReceivesIntoTheCurrentFolderUnlessToldOtherwise) {
  EXPECT_EQ(options_of({"receive"}).directory, ".");
  const Options options = options_of({"receive", "--dir", "in", "door.zip"});
  EXPECT_EQ(options.role, Role::receive);
  EXPECT_EQ(options.directory, "in");
  EXPECT_EQ(options.name, "door.zip");
}

TEST(CommandLine, HasTheDefaultsOfTheContract) {
  const Options options = options_of({"receive"});
  EXPECT_EQ(options.on_exists, OnExists::rename);
  EXPECT_EQ(options.zmodem.crc, CrcKind::crc32);
  EXPECT_EQ(options.zmodem.largest_block, 1024U);
  EXPECT_EQ(options.zmodem.window, 0U);
  EXPECT_FALSE(options.telnet);
  EXPECT_FALSE(options.json);
  EXPECT_EQ(options.verbosity, Verbosity::normal);
}

TEST(CommandLine, TakesAValueBehindAnEqualsSign) {
  EXPECT_EQ(options_of({"receive", "--dir=a=b"}).directory, "a=b");
}

TEST(CommandLine, TakesEverythingBehindTwoDashesAsAFile) {
  const Options options = options_of({"send", "--", "-8", "--help", "--"});
  EXPECT_EQ(options.files, (std::vector<std::string>{"-8", "--help", "--"}));
}

TEST(CommandLine, TakesOptionsBehindFiles) {
  const Options options = options_of({"send", "a", "--quiet", "b"});
  EXPECT_EQ(options.files, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(options.verbosity, Verbosity::quiet);
}

TEST(CommandLine, LetsBlocksGrowFrom1024) {
  const Options options = options_of({"send", "--block", "8192", "a"});
  EXPECT_EQ(options.zmodem.largest_block, 8192U);
  EXPECT_EQ(options.zmodem.first_block, 1024U);
}

TEST(CommandLine, StartsWithTheLargestBlockWhenAskedTwice) {
  const Options options = options_of({"send", "--block", "8192", "--block", "8192", "a"});
  EXPECT_EQ(options.zmodem.first_block, 8192U);
}

TEST(CommandLine, StartsWithTheBlockThatIsNamed) {
  const Options options = options_of({"send", "--block-start", "2048", "--block", "8192", "a"});
  EXPECT_EQ(options.zmodem.largest_block, 8192U);
  EXPECT_EQ(options.zmodem.first_block, 2048U);
}

TEST(CommandLine, NeverStartsAboveTheLargestBlock) {
  const Options options = options_of({"send", "--block", "128", "a"});
  EXPECT_EQ(options.zmodem.first_block, 128U);
  EXPECT_EQ(complaint_about({"send", "--block-start", "2048", "a"}),
            "--block-start 2048 is larger than the largest block, 1024");
}

TEST(CommandLine, CountsTimeInSeconds) {
  const Options options = options_of({"receive", "--timeout", "0.5", "--retries", "3"});
  EXPECT_EQ(options.timing.reply, milliseconds{500});
  EXPECT_EQ(options.timing.data, milliseconds{500});
  EXPECT_EQ(options.timing.contact_limit, seconds{3});
  EXPECT_EQ(options.timing.retries, 3U);
}

TEST(CommandLine, ReadsAddresses) {
  const Options listening = options_of({"receive", "--listen", "127.0.0.1:0"});
  EXPECT_EQ(listening.listen->host, "127.0.0.1");
  EXPECT_EQ(listening.listen->port, 0);
  const Options connecting = options_of({"send", "--connect", "[::1]:2323", "a"});
  EXPECT_EQ(connecting.connect->host, "::1");
  EXPECT_EQ(connecting.connect->port, 2323);
}

TEST(CommandLine, ObeysEverySwitch) {
  const Options options =
      options_of({"receive", "--protocol", "zmodem", "--crc", "16", "--telnet", "--json",
                  "--verbose", "--log", "x.log", "--on-exists", "skip", "--restrict"});
  EXPECT_EQ(options.zmodem.crc, CrcKind::crc16);
  EXPECT_TRUE(options.telnet);
  EXPECT_TRUE(options.json);
  EXPECT_EQ(options.verbosity, Verbosity::verbose);
  EXPECT_EQ(options.log_file, "x.log");
  EXPECT_EQ(options.on_exists, OnExists::skip);
}

TEST(CommandLine, ShowsHelpAndVersionWhereverTheyAreAskedFor) {
  EXPECT_TRUE(std::holds_alternative<HelpAsked>(read({"--help"})));
  EXPECT_TRUE(std::holds_alternative<HelpAsked>(read({"send", "--help"})));
  EXPECT_TRUE(std::holds_alternative<VersionAsked>(read({"--version"})));
}

TEST(CommandLine, SaysWhichProtocolsThereAre) {
  EXPECT_EQ(complaint_about({"send", "--protocol", "kermit", "a"}),
            "--protocol 'kermit' is not supported: this version speaks zmodem");
}

struct Wrong {
  std::vector<std::string_view> words;
  std::string_view message;
};

class WrongCommandLine : public testing::TestWithParam<Wrong> {};

TEST_P(WrongCommandLine, IsRefusedInWords) {
  const CommandLine command_line = read_command_line(GetParam().words);
  const auto* wrong = std::get_if<WrongUsage>(&command_line);
  ASSERT_NE(wrong, nullptr);
  EXPECT_EQ(wrong->message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongCommandLine,
    testing::Values(
        Wrong{{}, "say send or receive"}, Wrong{{"get"}, "'get' is neither send nor receive"},
        Wrong{{"send"}, "send needs at least one FILE"},
        Wrong{{"receive", "a", "b"}, "receive takes one NAME at most"},
        Wrong{{"receive", "a/b"},
              "NAME is the name of a file, without a folder (--dir names that): 'a/b'"},
        Wrong{{"receive", ".."},
              "NAME is the name of a file, without a folder (--dir names that): '..'"},
        Wrong{{"send", "--resume", "a"},
              "there is no option '--resume' (a file of that name goes behind --)"},
        Wrong{{"send", "-8", "a"}, "there is no option '-8' (a file of that name goes behind --)"},
        Wrong{{"send", "--dir", "x", "a"}, "--dir is for receiving"},
        Wrong{{"receive", "--block", "1024"}, "--block is for sending"},
        Wrong{{"send", "--block", "127", "a"}, "--block wants a size from 128 to 8192, not '127'"},
        Wrong{{"send", "--block", "8193", "a"},
              "--block wants a size from 128 to 8192, not '8193'"},
        Wrong{{"send", "--block", "1k", "a"}, "--block wants a size from 128 to 8192, not '1k'"},
        Wrong{{"receive", "--crc", "64"}, "--crc wants 16 or 32, not '64'"},
        Wrong{{"receive", "--on-exists", "resume"},
              "--on-exists wants rename, overwrite or skip, not 'resume'"},
        Wrong{{"receive", "--timeout", "0"},
              "--timeout wants a number of seconds from 0.1 to 3600, not '0'"},
        Wrong{{"receive", "--timeout", "nan"},
              "--timeout wants a number of seconds from 0.1 to 3600, not 'nan'"},
        Wrong{{"receive", "--retries", "-1"}, "--retries wants a number from 1 to 1000, not '-1'"},
        Wrong{{"send", "--window", "1", "a"},
              "--window wants a number of bytes from 128 to 1073741824, not '1'"},
        Wrong{{"receive", "--listen", "2323"}, "--listen wants HOST:PORT, not '2323'"},
        Wrong{{"receive", "--listen", "::1:0"}, "--listen wants HOST:PORT, not '::1:0'"},
        Wrong{{"receive", "--connect", "a:0"}, "--connect wants HOST:PORT, not 'a:0'"},
        Wrong{{"receive", "--connect", "a:70000"}, "--connect wants HOST:PORT, not 'a:70000'"},
        Wrong{{"receive", "--connect", "a:1", "--listen", "b:2"},
              "--listen and --connect exclude each other"},
        Wrong{{"receive", "--quiet", "--verbose"}, "--quiet and --verbose exclude each other"},
        Wrong{{"receive", "--quiet=yes"}, "--quiet takes no value"},
        Wrong{{"receive", "--dir"}, "--dir wants a value"}));

TEST(CommandLine, ExplainsEveryOptionItObeys) {
  for (const std::string_view option :
       {"--protocol", "--block N", "--block-start", "--crc", "--window", "--timeout", "--retries",
        "--dir", "--on-exists", "--restrict", "--telnet", "--listen", "--connect", "--json",
        "--quiet", "--verbose", "--log", "--version", "--help"}) {
    EXPECT_NE(help_text().find(option), std::string_view::npos) << option;
  }
}

}  // namespace
}  // namespace boardwalk::tool
