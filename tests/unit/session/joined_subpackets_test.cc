// A line that loses one ZDLE can make one good subpacket of two, where the checksum has 16 bits:
// they start and end at zero. A file must not be called complete with the end of a subpacket in it.
#include <gtest/gtest.h>

#include "support/session_under_test.h"
#include "zmodem/joined.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

Buffer data(std::uint64_t at, std::size_t size, End end = End::go_on) {
  return subpacket(Content::hashed().slice(at, size), end, 16);
}

// Without the ZDLE in front of its end, which is the fourth byte from the back or further, where
// the checksum has escapes.
Buffer without_zdle(std::uint64_t at, std::size_t size) {
  Buffer wire = data(at, size);
  const Buffer checked =
      quoted(Content::hashed().slice(at, size), Style::binary16, Escapes::standard);
  wire.erase(wire.begin() + static_cast<std::ptrdiff_t>(checked.size()));
  return wire;
}

struct Receiver16 : SessionUnderTest {
  Receiver16() : SessionUnderTest(receiving()) {
    hears("ZFILE a.bin 5000");
    hears("ZDATA 0 binary16");
    says();
  }
  void goes_on_to_the_end() {
    const std::uint64_t here = session().status().reached.value();
    hears("ZDATA " + std::to_string(here) + " binary16");
    hears(Bytes(data(here, 5000 - here, End::end)));
    hears("ZEOF 5000");
    ASSERT_EQ(host().incoming().front().outcome, Outcome::complete);
    EXPECT_EQ(Content::hashed().differences(0, host().incoming().front().bytes), 0u);
  }
};

TEST(JoinedSubpackets, AreNotTakenForOne) {
  for (const std::size_t size : {1u, 2u, 32u, 1000u, 1024u}) {
    for (const std::size_t next : {0u, 1u, 500u, 1024u}) {
      for (const std::size_t before : {0u, 1u, 3u}) {
        Receiver16 receiver;
        std::uint64_t at = 0;
        for (std::size_t count = 0; count < before; ++count) {
          receiver.hears(Bytes(data(at, size)));
          at += size;
        }
        receiver.hears(Bytes(without_zdle(at, size)));
        receiver.hears(Bytes(data(at + size, next)));
        EXPECT_EQ(receiver.says(), "ZRPOS " + std::to_string(at)) << size << ' ' << next;
        receiver.goes_on_to_the_end();
        ASSERT_FALSE(HasFailure()) << before << " times " << size << ", then " << next;
      }
    }
  }
}

// Data that happens to look like that is believed when it comes again.
TEST(JoinedSubpackets, AreBelievedTheSecondTime) {
  Buffer content = Content::hashed().slice(0, 100);
  content.push_back(std::byte{0x69});
  append(content, checksum(content, 16));
  content.resize(5000, std::byte{0x55});
  ASSERT_TRUE(zmodem::reads_as_two(content));
  Receiver16 receiver;
  receiver.hears(Bytes(subpacket(content, End::end, 16)));
  EXPECT_EQ(receiver.says(), "ZRPOS 0");
  receiver.hears("ZDATA 0 binary16");
  receiver.hears(Bytes(subpacket(content, End::end, 16)));
  receiver.hears("ZEOF 5000");
  EXPECT_EQ(receiver.says(), "ZRINIT 23");
  EXPECT_TRUE(receiver.host().incoming().front().bytes == content);
}

TEST(JoinedSubpackets, AreAMatterOf16Bits) {
  const Buffer first = Content::hashed().slice(0, 100);
  SessionUnderTest receiver(receiving());
  receiver.hears("ZFILE a.bin 5000");
  receiver.hears("ZDATA 0");
  receiver.says();
  Buffer wire = subpacket(first, End::go_on, 32);
  wire.erase(wire.begin() +
             static_cast<std::ptrdiff_t>(quoted(first, Style::binary32, Escapes::standard).size()));
  receiver.hears(Bytes(wire));
  receiver.hears(Bytes(subpacket(Content::hashed().slice(100, 100), End::go_on, 32)));
  EXPECT_EQ(receiver.says(), "ZRPOS 0");
}

}  // namespace
}  // namespace boardwalk::test
