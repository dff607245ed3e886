// What a person does while files move: keys, a window of another size. Nothing of it may stand
// between the frames, and nothing of it may be lost that the board has to know afterwards.
#include <gtest/gtest.h>

#include "support/case_bytes.h"
#include "support/session_under_test.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

// A board that speaks telnet and has asked for the size of the screen.
SessionUnderTest at_a_telnet_board() {
  SessionConfig config = browsing();
  config.telnet.enabled = true;
  config.telnet.offer_options = false;
  SessionUnderTest session(config);
  session.hears(from_hex("fffd1f"));
  EXPECT_EQ(to_hex(session.said_bytes()), "fffb1ffffa1f00500019fff0");
  return session;
}

TEST(KeysAndSize, NothingOfThemStandsBetweenTheFrames) {
  const CaseBytes bytes("p-zfin-then-prompt");
  SessionUnderTest session = at_a_telnet_board();
  session.types("\r");  // the key that starts the transfer
  EXPECT_EQ(to_hex(session.said_bytes()), "0d00");
  session.hears(bytes["01_rqinit.bin"]);
  session.hears(bytes["02_zfile.bin"]);
  EXPECT_EQ(session.says(), "TEXT \"\\r\\x00\"; ZRINIT 23; ZRPOS 0");
  session.said_bytes();

  session.types("hello\r");
  session.session().resize(100, 40);
  session.session().resize(132, 50);
  session.pump();
  EXPECT_EQ(to_hex(session.said_bytes()), "");
  session.hears(bytes["03_data.bin"]);
  EXPECT_EQ(to_hex(session.said_bytes()).find("fffa"), std::string::npos);

  session.hears(bytes["06_variant_oo.bin"]);
  session.passes(1s);
  EXPECT_TRUE(session.host().ended());
  // The good-bye, then the size that the window has now, once.
  const std::string last = to_hex(session.said_bytes());
  EXPECT_EQ(last.substr(last.find("fffa")), "fffa1f00840032fff0") << last;
}

}  // namespace
}  // namespace boardwalk::test
