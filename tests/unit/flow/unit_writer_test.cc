// Whole units or nothing, and 0xFF doubled on a telnet line.
#include "flow/unit_writer.h"

#include <gtest/gtest.h>

#include "support/buffer.h"

namespace boardwalk::test {
namespace {

TEST(UnitWriter, UndoesAUnitThatDoesNotFit) {
  Buffer room(5);
  UnitWriter out(room, LineKind::raw);
  out.put(from_text("abc"));
  EXPECT_TRUE(out.finish_unit());
  out.put(from_text("def"));
  EXPECT_FALSE(out.finish_unit());
  EXPECT_EQ(out.size(), 3u);
  EXPECT_EQ(out.room(), 2u);
  out.put(from_text("xy"));
  EXPECT_TRUE(out.finish_unit());
  EXPECT_EQ(escaped(Bytes(room).first(out.size())), "abcxy");
}

TEST(UnitWriter, DoublesIacOnATelnetLineOnly) {
  const Buffer data = from_hex("41ff42ffff");
  Buffer room(20);
  UnitWriter raw(room, LineKind::raw);
  raw.put(data);
  ASSERT_TRUE(raw.finish_unit());
  EXPECT_EQ(to_hex(Bytes(room).first(raw.size())), "41ff42ffff");
  UnitWriter telnet(room, LineKind::telnet);
  telnet.put(data);
  telnet.put_verbatim(0xffu);
  telnet.put_verbatim(0xf9u);
  ASSERT_TRUE(telnet.finish_unit());
  EXPECT_EQ(to_hex(Bytes(room).first(telnet.size())), "41ffff42fffffffffff9");
}

// The second half of a doubled byte is the one that does not fit.
TEST(UnitWriter, NeverSplitsADoubledByte) {
  Buffer room(2);
  UnitWriter out(room, LineKind::telnet);
  out.put(0x41u);
  out.put(0xffu);
  EXPECT_FALSE(out.finish_unit());
  EXPECT_EQ(out.size(), 0u);
}

}  // namespace
}  // namespace boardwalk::test
