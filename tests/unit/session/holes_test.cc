// A receiver that keeps what comes behind a damaged piece: what is kept stays right, whatever comes
// over it, and counts as progress once.
#include <gtest/gtest.h>

#include "support/link.h"
#include "support/places.h"
#include "support/session_under_test.h"
#include "support/time_bound.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

SessionConfig small() {
  SessionConfig config = receiving();
  config.sink_window = 64_KiB;
  return config;
}

// Has [0, 100), lacks [100, 1000), has [1000, 1100).
struct ReceiverWithAHole : SessionUnderTest {
  ReceiverWithAHole() : SessionUnderTest(small()) {
    hears("ZFILE a.bin 2000 holes");
    hears("ZDATA 0; DATA 100 go-on; DATA 100 go-on damaged; ZDATA 1000; DATA 100 end");
    says();
  }
  void expect_right_file() {
    ASSERT_EQ(host().incoming().size(), 1u);
    const IncomingFile& file = host().incoming().front();
    EXPECT_EQ(file.outcome, Outcome::complete);
    EXPECT_EQ(file.bytes.size(), 2000u);
    EXPECT_EQ(Content::hashed().differences(0, file.bytes), 0u);
  }
};

// The bytes of a subpacket from `at` on, with damage in its middle, that breaks off.
Buffer broken_off(std::uint64_t at, std::size_t size) {
  Buffer wire = subpacket(Content::hashed().slice(at, size), End::go_on, 32, Escapes::standard,
                          Damage::one_bit);
  wire.resize(wire.size() - 8);
  return wire;
}

TEST(Holes, AreAskedForAndFilled) {
  ReceiverWithAHole receiver;
  receiver.hears("ZDATA 100; DATA 900 end; ZDATA 1100; DATA 900 end; ZEOF 2000");
  receiver.expect_right_file();
}

// What is written before its checksum is seen may lie over what is kept.
TEST(Holes, WhatIsKeptIsNotTrustedAfterSilenceInTheMiddleOfData) {
  for (const std::uint64_t at : {800u, 900u, 950u, 1000u}) {
    ReceiverWithAHole receiver;
    receiver.hears("ZDATA " + std::to_string(at));
    receiver.hears(Bytes(broken_off(at, 300)));
    receiver.passes(11s);
    receiver.says();
    receiver.hears("ZDATA 100; DATA 900 end");
    const std::string asked = receiver.says();
    // It is asked again from where it is, and gets what it lacks from there.
    receiver.passes(11s);
    const std::uint64_t here = receiver.session().status().reached.value();
    receiver.hears("ZDATA " + std::to_string(here) + "; DATA " + std::to_string(2000 - here) +
                   " end; ZEOF 2000");
    receiver.expect_right_file();
    ASSERT_FALSE(HasFailure()) << at << ", " << here << ", " << asked;
  }
}

TEST(Holes, WhatIsKeptIsNotTrustedAfterDamageOverIt) {
  for (const std::uint64_t at : {800u, 900u, 950u, 1000u}) {
    ReceiverWithAHole receiver;
    receiver.hears("ZDATA " + std::to_string(at));
    receiver.hears("DATA 300 end damaged");
    receiver.hears("ZDATA 100; DATA 900 end");
    receiver.passes(11s);
    const std::uint64_t here = receiver.session().status().reached.value();
    receiver.hears("ZDATA " + std::to_string(here) + "; DATA " + std::to_string(2000 - here) +
                   " end; ZEOF 2000");
    receiver.expect_right_file();
    ASSERT_FALSE(HasFailure()) << at << ", " << here;
  }
}

// The same piece behind a hole, again and again, brings nothing forward.
TEST(Holes, WhatIsKeptAlreadyIsNoProgress) {
  for (const char* again : {"ZDATA 1000; DATA 100 end", "ZDATA 1000; DATA 50 end",
                            "ZDATA 1050; DATA 0 end", "ZDATA 1500; DATA 0 go-on"}) {
    ReceiverWithAHole receiver;
    const TimePoint start = receiver.now();
    while (!receiver.host().ended() && receiver.now() - start < 1h) {
      receiver.passes(9s);
      receiver.hears(again);
    }
    EXPECT_LE(receiver.now() - start, longest_end(TimingConfig{})) << again;
  }
}

// --- over a line ---

struct Rate {
  double flips;
  double most_per_byte;  // on the wire, for a byte of the file
};

std::uint64_t wire_bytes(double flips, std::uint64_t seed, bool with_holes, std::size_t size) {
  LinkOptions options;
  options.forward.flips = options.backward.flips = flips;
  options.forward.seed = seed;
  options.backward.seed = seed + 100;
  options.forward.latency = options.backward.latency = 20ms;
  options.receiver.zmodem.selective_repeat = with_holes;
  Link link(options);
  link.send(random_bytes(size, seed));
  EXPECT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  return link.tap().wire_bytes();
}

TEST(HolesOnTheLine, CostWhatWasHit) {
  for (const Rate& rate : {Rate{1e-5, 1.4}, Rate{1e-4, 1.9}, Rate{1e-3, 6}, Rate{3e-3, 13}}) {
    constexpr std::size_t kSize = 60000;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      EXPECT_LT(static_cast<double>(wire_bytes(rate.flips, seed, true, kSize)),
                rate.most_per_byte * kSize)
          << rate.flips << ", seed " << seed;
      ASSERT_FALSE(HasFailure());
    }
  }
}

TEST(HolesOnTheLine, CostLessThanStartingAgain) {
  std::uint64_t with = 0;
  std::uint64_t without = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    with += wire_bytes(1e-4, seed, true, 200000);
    without += wire_bytes(1e-4, seed, false, 200000);
  }
  EXPECT_LT(2 * with, without);
}

// A window smaller than what is on its way: what cannot be kept is asked for later.
TEST(HolesOnTheLine, MayBeWiderThanWhatCanBeKept) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    LinkOptions options;
    options.forward.latency = options.backward.latency = 100ms;
    options.forward.flips = 3e-5;
    options.forward.seed = seed;
    options.receiver.sink_window = 64_KiB;
    options.receiver_host.commit_delay = 30ms;
    Link link(options);
    link.send(random_bytes(400000, seed));
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace boardwalk::test
