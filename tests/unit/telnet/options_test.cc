// Conversations about telnet options: what is agreed, what is refused, and how little is said.
#include "telnet/options.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "support/buffer.h"

namespace boardwalk::telnet {
namespace {

using namespace std::chrono_literals;
using test::Buffer;
using test::from_hex;
using test::test_data;
using test::to_hex;

TelnetConfig without_offers() {
  TelnetConfig config;
  config.enabled = true;
  config.offer_options = false;
  return config;
}

// Our side of a conversation: a decoder, the options, and a clock.
class Client {
 public:
  explicit Client(const TelnetConfig& config = without_offers()) : options_(config) {}

  void hears(Bytes in) {
    while (!in.empty()) {
      const Decoder::Piece piece = decoder_.next(in);
      options_.hear(piece, now_);
      in = in.subspan(piece.consumed);
    }
  }
  void hears(std::string_view hex) { hears(from_hex(hex)); }

  // What is owed, as hex; everything in a room that is large enough.
  std::string says() {
    Buffer room(4096);
    UnitWriter out{room, LineKind::telnet};
    options_.pay(out);
    EXPECT_FALSE(options_.owes());
    return to_hex(Bytes{room}.first(out.size()));
  }
  std::string answers(std::string_view hex) {
    hears(hex);
    return says();
  }
  void passes(Duration time) { now_ += time; }

  Options& options() { return options_; }

 private:
  Decoder decoder_;
  Options options_;
  TimePoint now_{};
};

// How many three-byte commands a reply holds (the replies counted hold nothing else).
std::size_t commands_in(const std::string& reply) { return reply.size() / 6; }

TEST(TelnetOptions, AgreesToWhatATerminalNeeds) {
  Client client;
  EXPECT_EQ(client.answers("fffb00"), "fffd00");
  EXPECT_EQ(client.answers("fffd00"), "fffb00");
  EXPECT_EQ(client.answers("fffb03"), "fffd03");
  EXPECT_EQ(client.answers("fffd03"), "fffb03");
  EXPECT_EQ(client.answers("fffb01"), "fffd01");
  EXPECT_EQ(client.answers("fffd18"), "fffb18");
  EXPECT_TRUE(client.options().binary_in());
  EXPECT_TRUE(client.options().binary_out());
  EXPECT_TRUE(client.options().echo_remote());
}

TEST(TelnetOptions, RefusesEverythingElse) {
  for (unsigned option = 0; option < 256; ++option) {
    const std::byte code{static_cast<unsigned char>(option)};
    const std::string hex = to_hex({&code, 1});
    Client client;
    if (option != 0 && option != 3 && option != 24 && option != 31) {
      EXPECT_EQ(client.answers("fffd" + hex), "fffc" + hex);
    }
    if (option != 0 && option != 1 && option != 3) {
      EXPECT_EQ(client.answers("fffb" + hex), "fffe" + hex);
    }
    EXPECT_EQ(client.answers("fffc" + hex), "") << "a refusal needs no answer";
    EXPECT_EQ(client.answers("fffe" + hex), "") << "a refusal needs no answer";
  }
}

TEST(TelnetOptions, FollowsABoardThatSwitchesBinaryForATransferOnly) {
  Client client;
  EXPECT_EQ(client.answers("fffd00fffb00"), "fffb00fffd00");
  EXPECT_EQ(client.answers("fffe00fffc00"), "fffc00fffe00");
  EXPECT_FALSE(client.options().binary_in());
  EXPECT_FALSE(client.options().binary_out());
  EXPECT_EQ(client.answers("fffd00fffb00"), "fffb00fffd00");
}

TEST(TelnetOptions, SendsBinaryOnlyAfterThePeerHasBeenTold) {
  Client client;
  client.hears("fffd00");
  EXPECT_FALSE(client.options().binary_out());
  client.says();
  EXPECT_TRUE(client.options().binary_out());
}

TEST(TelnetOptions, DoesNotJoinALoop) {
  Client client;
  std::size_t commands = 0;
  for (const char* const name :
       {"01_will_bin", "02_do_bin", "03_dont_bin", "04_wont_echo", "05_will_sga"}) {
    const Buffer wire = test_data("cases/t-loop/" + std::string(name) + ".bin");
    std::size_t of_this = 0;
    for (std::size_t at = 0; at < wire.size(); at += 3) {
      client.hears(Bytes{wire}.subspan(at, 3));
      of_this += commands_in(client.says());
    }
    EXPECT_LE(of_this, 1u) << name;
    commands += of_this;
  }
  EXPECT_EQ(commands, 4u);
}

TEST(TelnetOptions, DoesNotJoinALoopAfterItsOwnOffersEither) {
  TelnetConfig config = without_offers();
  config.offer_options = true;
  Client client{config};
  std::size_t commands = 0;
  for (const char* const name :
       {"01_will_bin", "02_do_bin", "03_dont_bin", "04_wont_echo", "05_will_sga"}) {
    const Buffer wire = test_data("cases/t-loop/" + std::string(name) + ".bin");
    for (std::size_t at = 0; at < wire.size(); at += 3) {
      client.hears(Bytes{wire}.subspan(at, 3));
      commands += commands_in(client.says());
    }
  }
  EXPECT_LE(commands, 10u);
}

TEST(TelnetOptions, RefusesOnceInTenSeconds) {
  Client client;
  EXPECT_EQ(client.answers("fffd22"), "fffc22");
  EXPECT_EQ(client.answers("fffd22fffd22"), "");
  client.passes(9999ms);
  EXPECT_EQ(client.answers("fffd22"), "");
  client.passes(1ms);
  EXPECT_EQ(client.answers("fffd22fffd22"), "fffc22");
}

TEST(TelnetOptions, AnswersAServerThatForgotEverything) {
  Client client;
  EXPECT_EQ(client.answers("fffd00fffb01"), "fffb00fffd01");
  client.passes(5s);
  EXPECT_EQ(client.answers("fffd00fffb01"), "");
  client.passes(5s);
  EXPECT_EQ(client.answers("fffd00fffb01"), "fffb00fffd01");
  EXPECT_EQ(client.answers("fffd00fffb01"), "");
}

TEST(TelnetOptions, AnswersEveryTimingMark) {
  Client client;
  EXPECT_EQ(client.answers("fffd06"), "fffc06");
  EXPECT_EQ(client.answers("fffd06"), "fffc06");
}

TEST(TelnetOptions, OffersOnceAndOnlyToAPeerThatSpeaksTelnet) {
  TelnetConfig config;
  Client client{config};
  client.hears("48656c6c6f0d0a");
  EXPECT_FALSE(client.options().peer_speaks_telnet());
  EXPECT_FALSE(client.options().owes());

  // Any command will do; a NOP has no answer of its own.
  EXPECT_EQ(client.answers("fff1"), "fffb00fffb03fffd00fffd03");
  EXPECT_TRUE(client.options().peer_speaks_telnet());
  EXPECT_FALSE(client.options().binary_out());
  EXPECT_EQ(client.answers("fffd00fffb00"), "");
  EXPECT_TRUE(client.options().binary_out());
  EXPECT_TRUE(client.options().binary_in());
  EXPECT_EQ(client.answers("fffe03fffc03"), "");
  client.passes(60s);
  EXPECT_EQ(client.answers("fff1"), "");
}

TEST(TelnetOptions, TakesALateAnswerToAnOfferAsAnAnswer) {
  TelnetConfig config;
  Client client{config};
  client.answers("fff1");
  client.passes(30s);
  EXPECT_EQ(client.answers("fffd00fffb00"), "");
  EXPECT_TRUE(client.options().binary_out());
}

TEST(TelnetOptions, OffersNothingThatThePeerHasJustSettled) {
  TelnetConfig config;
  Client client{config};
  EXPECT_EQ(client.answers("fffb03"), "fffb00fffb03fffd00fffd03");
  EXPECT_EQ(client.answers("fffb03"), "");
}

TEST(TelnetOptions, TakesBackAnOfferThatIsRefusedBeforeItIsSent) {
  TelnetConfig config;
  Client client{config};
  EXPECT_EQ(client.answers("fff1fffe00fffc00"), "fffb03fffd03");
  EXPECT_EQ(client.answers("fffd00"), "fffb00");
}

TEST(TelnetOptions, TheNewestOfTwoDebtsWins) {
  Client client;
  EXPECT_EQ(client.answers("fffb01fffc01"), "fffe01");
  EXPECT_EQ(client.answers("fffb01fffc01fffb01"), "fffd01");
  EXPECT_TRUE(client.options().echo_remote());
}

TEST(TelnetOptions, NamesItsTerminalTypesInTurnAndRepeatsTheLast) {
  Client client;
  const std::string ansi_bbs = "fffa1800616e73692d626273fff0";
  const std::string ansi = "fffa1800616e7369fff0";
  EXPECT_EQ(client.answers("fffd18"), "fffb18");
  EXPECT_EQ(client.answers("fffa1801fff0"), ansi_bbs);
  EXPECT_EQ(client.answers("fffa1801fff0"), ansi);
  EXPECT_EQ(client.answers("fffa1801fff0"), ansi);
  EXPECT_EQ(client.answers("fffa1801fff0"), ansi_bbs);
  EXPECT_EQ(client.answers("fffa1801fff0fffa1801fff0"), ansi + ansi);
  EXPECT_EQ(client.answers("fffa1800414243fff0fffa18fff0"), "") << "neither is a question";
}

TEST(TelnetOptions, WithoutATypeThereIsNoTtype) {
  TelnetConfig config = without_offers();
  config.terminal_types.clear();
  Client client{config};
  EXPECT_EQ(client.answers("fffd18fffa1801fff0"), "fffc18");
}

TEST(TelnetOptions, AnswersAFloodOfQuestionsWithABoundedReply) {
  Client client;
  for (int count = 0; count < 1000; ++count) {
    client.hears("fffa1801fff0");
  }
  EXPECT_LE(client.says().size() / 2, 8u * 14u);
}

TEST(TelnetOptions, SaysTheSameForEveryPairOfCuts) {
  const Buffer stream = test_data("cases/t-split/01_stream.bin");
  TelnetConfig config = without_offers();
  config.terminal_types = {"ANSI"};
  for (std::size_t first = 0; first <= stream.size(); ++first) {
    for (std::size_t second = first; second <= stream.size(); ++second) {
      Client client{config};
      client.hears(Bytes{stream}.first(first));
      std::string said = client.says();
      client.hears(Bytes{stream}.subspan(first, second - first));
      said += client.says();
      client.hears(Bytes{stream}.subspan(second));
      said += client.says();
      EXPECT_EQ(said,
                "fffd03"
                "fffa1800414e5349fff0")
          << first << ' ' << second;
    }
  }
}

TEST(TelnetOptions, TellsTheScreenSizeWhenAskedAndWhenItChanges) {
  Client client;
  client.options().resize(132, 50);
  EXPECT_EQ(client.says(), "") << "nobody asked";
  EXPECT_EQ(client.answers("fffd1f"),
            "fffb1f"
            "fffa1f00840032fff0");
  client.options().resize(132, 50);
  EXPECT_EQ(client.says(), "") << "it did not change";
  client.options().resize(100, 30);
  client.options().resize(255, 80);
  EXPECT_EQ(client.says(), "fffa1f00ffff0050fff0");  // the newest only, 0xff doubled
  EXPECT_EQ(client.answers("fffe1f"), "fffc1f");
  client.options().resize(80, 24);
  EXPECT_EQ(client.says(), "") << "it was told to stop";
  EXPECT_EQ(client.answers("fffd1ffffe1f"), "fffc1f") << "no size without an agreement";
}

TEST(TelnetOptions, PaysUnitByUnitWhenTheRoomIsSmall) {
  Client client;
  client.hears("fffd1ffffd18fffb01fffa1801fff0");
  std::string said;
  int rounds = 0;
  while (client.options().owes()) {
    ASSERT_LT(++rounds, 10);
    Buffer room(15);  // the longest single unit is 14 bytes
    UnitWriter out{room, LineKind::telnet};
    client.options().pay(out);
    ASSERT_NE(out.size(), 0u);
    said += to_hex(Bytes{room}.first(out.size()));
  }
  EXPECT_EQ(said,
            "fffb18fffb1ffffd01"
            "fffa1f00500019fff0"
            "fffa1800616e73692d626273fff0");
}

TEST(TelnetOptions, WritesNothingIntoNoRoomAndStillOwesIt) {
  Client client;
  client.hears("fffd00");
  Buffer room(2);
  UnitWriter out{room, LineKind::telnet};
  client.options().pay(out);
  EXPECT_EQ(out.size(), 0u);
  EXPECT_EQ(client.says(), "fffb00");
}

TEST(TelnetOptions, KeepsSilentAboutAreYouThere) {
  Client client;
  EXPECT_EQ(client.answers("fff6"), "");
  EXPECT_TRUE(client.options().peer_speaks_telnet());
}

}  // namespace
}  // namespace boardwalk::telnet
