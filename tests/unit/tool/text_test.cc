// What a person and a script read: names made safe, numbers, the progress line, JSON.
#include "tool/text.h"

#include <gtest/gtest.h>

#include "tool/json_line.h"

namespace boardwalk::tool {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(Printable, LetsNothingThroughThatATerminalObeys) {
  EXPECT_EQ(printable("a\x1b[2Jb\r\n\x7f"), "a?[2Jb???");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J"),
            "?2J");
}

TEST(Printable, KeepsUtf8AndMarksWhatIsNot) {
  EXPECT_EQ(printable("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"),
            "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(printable("a\xe4"
                      "b"),
            "a?b");
  EXPECT_EQ(printable("\xc0\xaf"), "??");            // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "???");       // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????");  // beyond the last character
  EXPECT_EQ(printable("\xe2\x82"), "??");            // cut off
}

TEST(ByteCount, SaysBytesUpToAKibibyte) {
  EXPECT_EQ(byte_count(0), "0 bytes");
  EXPECT_EQ(byte_count(1), "1 byte");
  EXPECT_EQ(byte_count(1023), "1023 bytes");
  EXPECT_EQ(byte_count(1024), "1.0 KiB");
  EXPECT_EQ(byte_count(1024 * 1024 - 1), "1.0 MiB");
  EXPECT_EQ(byte_count(std::uint64_t{5} << 30), "5.0 GiB");
  EXPECT_EQ(byte_count(UINT64_MAX), "16384.0 PiB");
}

TEST(Speed, CountsInPowersOfTen) {
  EXPECT_EQ(speed(1'200'000, seconds{1}), "1.2 MB/s");
  EXPECT_EQ(speed(500, milliseconds{500}), "1.0 kB/s");
  EXPECT_EQ(speed(100, seconds{0}), "");
}

TEST(ClockTime, ShowsHoursOnlyIfThereAreSome) {
  EXPECT_EQ(clock_time(milliseconds{2600}), "0:03");
  EXPECT_EQ(clock_time(seconds{725}), "12:05");
  EXPECT_EQ(clock_time(seconds{3723}), "1:02:03");
}

TEST(ProgressLine, TellsShareSpeedTimeLeftAndErrors) {
  EXPECT_EQ(progress_line({"door.zip", 1 << 20, 4 << 20, 1 << 20, seconds{2}, 1}, 100),
            "door.zip  25%  1.0 MiB  524.3 kB/s  0:06 left  1 error");
}

TEST(ProgressLine, ClaimsNothingThatItCannotKnow) {
  EXPECT_EQ(progress_line({"a", 10, std::nullopt, 10, seconds{1}, 0}, 100),
            "a  10 bytes  10.0 B/s");
  // The peer's size was only an estimate.
  EXPECT_EQ(progress_line({"a", 20, 10, 20, seconds{1}, 0}, 100), "a  100%  20 bytes  20.0 B/s");
}

TEST(ProgressLine, ShortensTheNameFirst) {
  const std::string line =
      progress_line({"\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4.zip", 10, 20, 0, {}, 0}, 21);
  EXPECT_EQ(line, "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4.~  50%  10 bytes");
  EXPECT_EQ(character_count(line), 21U);
  EXPECT_LE(character_count(progress_line({"name", 10, 20, 0, {}, 0}, 8)), 8U);
}

TEST(JsonLine, IsOneLineWhateverIsInIt) {
  EXPECT_EQ(JsonLine{"file_done"}
                .text("name", "a\"\\\n\x1b\xe4\xc3\xa4")
                .number("bytes", UINT64_MAX)
                .number_or_null("size", std::nullopt)
                .text_or_null("crc32", std::nullopt)
                .boolean("yes", true)
                .boolean("no", false)
                .seconds("seconds", 1.5)
                .finished(),
            "{\"event\":\"file_done\",\"name\":\"a\\\"\\\\\\u000a\\u001b\\ufffd\xc3\xa4\","
            "\"bytes\":18446744073709551615,\"size\":null,\"crc32\":null,\"yes\":true,\"no\":false,"
            "\"seconds\":1.500}\n");
}

}  // namespace
}  // namespace boardwalk::tool
