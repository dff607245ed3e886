// The line to the peer over real descriptors: never blocks, says how it ended, is put back.
#include "tool/line.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace boardwalk::tool {
namespace {

Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span{text.data(), text.size()}); }

struct Pipe {
  Pipe() { EXPECT_EQ(pipe(ends.data()), 0); }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  void close_end(std::size_t which) {
    if (ends[which] >= 0) close(ends[which]);
    ends[which] = -1;
  }
  std::array<int, 2> ends{-1, -1};
};

struct Terminal {
  Terminal() { EXPECT_EQ(openpty(&master, &slave, nullptr, nullptr, nullptr), 0); }
  ~Terminal() {
    close(master);
    close(slave);
  }
  int master = -1;
  int slave = -1;
};

TEST(Line, TellsNothingNowFromTheEnd) {
  Pipe in;
  Pipe out;
  Line line{in.ends[0], out.ends[1]};
  std::array<std::byte, 8> room{};
  EXPECT_EQ(line.read(room), 0U);
  EXPECT_FALSE(line.input_ended());
  ASSERT_EQ(write(in.ends[1], "abc", 3), 3);
  EXPECT_EQ(line.read(room), 3U);
  in.close_end(1);
  EXPECT_EQ(line.read(room), 0U);
  EXPECT_TRUE(line.input_ended());
}

TEST(Line, WritesWhatFitsAndNoMore) {
  Pipe in;
  Pipe out;
  Line line{in.ends[0], out.ends[1]};
  const std::vector<std::byte> plenty(std::size_t{1} << 20);
  const std::size_t first = line.write(plenty);
  EXPECT_GT(first, 0U);
  EXPECT_LT(first, plenty.size());
  EXPECT_EQ(line.write(plenty), 0U);
  EXPECT_FALSE(line.output_broken());
}

TEST(Line, NoticesASocketWhoseOtherEndIsGone) {
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  {
    Line line{ends[0], ends[0]};
    close(ends[1]);
    EXPECT_EQ(line.write(bytes_of("abc")), 0U);
    EXPECT_TRUE(line.output_broken());
  }
  close(ends[0]);
}

TEST(Line, LeavesTheFlagsOfASocketAlone) {
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  const int before = fcntl(ends[0], F_GETFL);
  Line line{ends[0], ends[0]};
  EXPECT_EQ(fcntl(ends[0], F_GETFL), before);
  close(ends[1]);
  line.close();
  close(ends[0]);
}

TEST(Line, PutsTheFlagsOfAPipeBack) {
  Pipe in;
  Pipe out;
  const int before = fcntl(in.ends[0], F_GETFL);
  {
    Line line{in.ends[0], out.ends[1]};
    EXPECT_NE(fcntl(in.ends[0], F_GETFL) & O_NONBLOCK, 0);
  }
  EXPECT_EQ(fcntl(in.ends[0], F_GETFL), before);
  EXPECT_EQ(fcntl(out.ends[1], F_GETFL) & O_NONBLOCK, 0);
}

TEST(Line, MakesATerminalTransparentAndPutsItBack) {
  Terminal terminal;
  termios before{};
  ASSERT_EQ(tcgetattr(terminal.slave, &before), 0);
  ASSERT_NE(before.c_lflag & ICANON, 0U);
  {
    const int second = dup(terminal.slave);
    Line line{terminal.slave, second};
    EXPECT_TRUE(line.is_terminal());
    termios during{};
    ASSERT_EQ(tcgetattr(terminal.slave, &during), 0);
    EXPECT_EQ(during.c_lflag & (ICANON | ECHO | ISIG), 0U);
    EXPECT_EQ(during.c_iflag & (IXON | IXOFF | ICRNL | ISTRIP), 0U);
    EXPECT_EQ(during.c_oflag & OPOST, 0U);
    line.close();
    close(second);
  }
  termios after{};
  ASSERT_EQ(tcgetattr(terminal.slave, &after), 0);
  EXPECT_EQ(after.c_lflag, before.c_lflag);
  EXPECT_EQ(after.c_iflag, before.c_iflag);
  EXPECT_EQ(after.c_oflag, before.c_oflag);
}

TEST(Line, KnowsWhereAMessageWouldEndUpAmongItsBytes) {
  Terminal terminal;
  Pipe other;
  const Line line{terminal.slave, terminal.slave};
  const int again = dup(terminal.slave);
  EXPECT_TRUE(line.is_also(again));
  EXPECT_FALSE(line.is_also(other.ends[1]));
  close(again);
}

}  // namespace
}  // namespace boardwalk::tool
