// The command line: what is obeyed, and that everything else is refused in words.
#include "tool/command_line.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tool/option_rules.h"

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
  EXPECT_FALSE(options.storage.on_exists);
  EXPECT_FALSE(options.storage.manage);
  EXPECT_FALSE(options.storage.resume);
  EXPECT_EQ(options.subfolders, Subfolders::cut_off);
  EXPECT_EQ(options.timing.least_rate, 0U);
  EXPECT_FALSE(options.stop_at);
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
  EXPECT_EQ(options.storage.on_exists, OnExists::skip);
}

TEST(CommandLine, SetsTheModesOfTheLine) {
  const Options careful = options_of({"receive", "--escape-control", "--escape-8th", "--pack7",
                                      "--rle", "--variable-headers", "--buffer", "256"});
  EXPECT_TRUE(careful.zmodem.escape_controls);
  EXPECT_TRUE(careful.zmodem.escape_8th);
  EXPECT_TRUE(careful.zmodem.pack7);
  EXPECT_TRUE(careful.zmodem.rle);
  EXPECT_TRUE(careful.zmodem.variable_headers);
  EXPECT_EQ(careful.zmodem.receive_buffer, 256U);
  EXPECT_FALSE(careful.zmodem.turbo);
  const Options quick = options_of({"send", "--turbo", "--segmented", "--window", "4096", "a"});
  EXPECT_TRUE(quick.zmodem.turbo);
  EXPECT_TRUE(quick.zmodem.segmented);
  EXPECT_EQ(quick.zmodem.window, 4096U);
  EXPECT_FALSE(quick.zmodem.escape_controls);
}

TEST(CommandLine, AsksTheReceiverForWhatASenderIsTold) {
  EXPECT_EQ(options_of({"send", "a"}).zmodem.conversion, Conversion::binary);
  EXPECT_EQ(options_of({"send", "--text", "a"}).zmodem.conversion, Conversion::text);
  EXPECT_EQ(options_of({"send", "--resume", "a"}).zmodem.conversion, Conversion::resume);
  const Options options = options_of({"send", "--manage", "newer", "--skip-missing", "a"});
  EXPECT_EQ(options.zmodem.management, Management::newer);
  EXPECT_TRUE(options.zmodem.skip_if_missing);
}

TEST(CommandLine, MakesAReceiversWishesItsPolicy) {
  const Options options = options_of({"receive", "--manage", "crc", "--skip-missing", "--resume"});
  EXPECT_EQ(options.storage.manage, Management::checksum);
  EXPECT_TRUE(options.storage.skip_missing);
  EXPECT_TRUE(options.storage.resume);
  EXPECT_EQ(options.zmodem.management, Management::unspecified);
  EXPECT_TRUE(options_of({"receive", "--text"}).storage.text);
  EXPECT_TRUE(options_of({"receive", "--on-exists", "resume"}).storage.resume);
  EXPECT_EQ(options_of({"receive", "--allow-subfolders"}).subfolders, Subfolders::keep);
}

TEST(CommandLine, KnowsEveryWayToManageFiles) {
  for (const auto& [word, value] : {std::pair{"newer-or-longer", Management::newer_or_longer},
                                    {"crc", Management::checksum},
                                    {"append", Management::append},
                                    {"clobber", Management::overwrite},
                                    {"newer", Management::newer},
                                    {"different", Management::different},
                                    {"protect", Management::protect},
                                    {"change", Management::rename}}) {
    EXPECT_EQ(options_of({"send", "--manage", word, "a"}).zmodem.management, value);
    EXPECT_EQ(options_of({"receive", "--manage", word}).storage.manage, value);
  }
}

TEST(CommandLine, GivesUpWhenItIsTooSlowOrTooLate) {
  const Options slow = options_of({"send", "--min-rate", "100", "a"});
  EXPECT_EQ(slow.timing.least_rate, 100U);
  EXPECT_EQ(slow.timing.least_rate_over, seconds{120});
  EXPECT_EQ(options_of({"receive", "--min-rate=1", "--min-rate-seconds=5"}).timing.least_rate_over,
            seconds{5});
  const auto late = options_of({"receive", "--stop-at", "23:59"}).stop_at;
  ASSERT_TRUE(late);
  EXPECT_EQ(std::get<WallTime>(*late).minute, 59);
  const auto soon = options_of({"receive", "--stop-at", "+5"}).stop_at;
  ASSERT_TRUE(soon);
  EXPECT_EQ(std::get<seconds>(*soon), seconds{5});
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
        Wrong{{"send", "--resumes", "a"},
              "there is no option '--resumes' (a file of that name goes behind --)"},
        Wrong{{"send", "-8", "a"}, "there is no option '-8' (a file of that name goes behind --)"},
        Wrong{{"send", "--dir", "x", "a"}, "--dir is for receiving"},
        Wrong{{"receive", "--block", "1024"}, "--block is for sending"},
        Wrong{{"send", "--block", "127", "a"}, "--block wants a size from 128 to 8192, not '127'"},
        Wrong{{"send", "--block", "8193", "a"},
              "--block wants a size from 128 to 8192, not '8193'"},
        Wrong{{"send", "--block", "1k", "a"}, "--block wants a size from 128 to 8192, not '1k'"},
        Wrong{{"receive", "--crc", "64"}, "--crc wants 16 or 32, not '64'"},
        Wrong{{"receive", "--on-exists", "append"},
              "--on-exists wants rename, overwrite, skip or resume, not 'append'"},
        Wrong{{"send", "--on-exists", "skip", "a"}, "--on-exists is for receiving"},
        Wrong{{"send", "--allow-subfolders", "a"}, "--allow-subfolders is for receiving"},
        Wrong{{"send", "--buffer", "4096", "a"}, "--buffer is for receiving"},
        Wrong{{"receive", "--window", "4096"}, "--window is for sending"},
        Wrong{{"receive", "--segmented"}, "--segmented is for sending"},
        Wrong{{"receive", "--buffer", "255"},
              "--buffer wants a number of bytes from 256 to 65535, not '255'"},
        Wrong{{"receive", "--buffer", "65536"},
              "--buffer wants a number of bytes from 256 to 65535, not '65536'"},
        Wrong{{"receive", "--manage", "rename"},
              "--manage wants newer-or-longer, crc, append, clobber, newer, different, protect or "
              "change, not 'rename'"},
        Wrong{{"receive", "--min-rate", "0"},
              "--min-rate wants a number of bytes per second from 1 to 1099511627776, not '0'"},
        Wrong{{"receive", "--min-rate-seconds", "0"},
              "--min-rate-seconds wants a number of seconds from 1 to 86400, not '0'"},
        Wrong{{"receive", "--min-rate-seconds", "5"}, "--min-rate-seconds needs --min-rate"},
        Wrong{{"receive", "--stop-at", "25:00"}, "--stop-at wants HH:MM or +SECONDS, not '25:00'"},
        Wrong{{"receive", "--crc", "16", "--escape-8th"},
              "--crc 16 and --escape-8th exclude each other: that mode has no other check than 32"},
        Wrong{{"send", "--crc", "16", "--pack7", "a"},
              "--crc 16 and --pack7 exclude each other: that mode has no other check than 32"},
        Wrong{{"send", "--crc", "16", "--turbo", "a"},
              "--crc 16 and --turbo exclude each other: that mode has no other check than 32"},
        Wrong{{"send", "--rle", "--crc", "16", "a"},
              "--crc 16 and --rle exclude each other: that mode has no other check than 32"},
        Wrong{{"receive", "--turbo", "--escape-8th"},
              "--turbo and --escape-8th exclude each other: turbo is sending bytes as they are"},
        Wrong{{"receive", "--turbo", "--escape-control"},
              "--turbo and --escape-control exclude each other: turbo is sending bytes as they "
              "are"},
        Wrong{{"send", "--turbo", "--pack7", "a"}, "--turbo and --pack7 exclude each other"},
        Wrong{{"send", "--resume", "--text", "a"},
              "--resume and --text exclude each other: a converted file says nothing about where "
              "it stopped"},
        Wrong{{"receive", "--on-exists", "resume", "--text"},
              "--on-exists resume and --text exclude each other: a converted file says nothing "
              "about where it stopped"},
        Wrong{{"receive", "--on-exists", "skip", "--manage", "newer"},
              "--manage and --on-exists exclude each other"},
        Wrong{{"receive", "--restrict", "--allow-subfolders"},
              "--restrict and --allow-subfolders exclude each other"},
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
  for (const OptionRule& rule : option_rules()) {
    const std::string name{rule.name};
    // As a whole word: "--block" is not explained by "--block-start".
    const bool explained = help_text().find(name + " ") != std::string_view::npos ||
                           help_text().find(name + "\n") != std::string_view::npos;
    EXPECT_TRUE(explained) << name;
  }
  for (const std::string_view option : {"--version", "--help"}) {
    EXPECT_NE(help_text().find(option), std::string_view::npos) << option;
  }
}

}  // namespace
}  // namespace boardwalk::tool
