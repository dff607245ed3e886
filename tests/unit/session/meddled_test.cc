// Conversations in which something between the two sides meddles with complete frames: each of them
// repeated, each exchanged with the next one, each taken out, the line cut behind each; and
// captured conversations that end anywhere, begin anywhere, or have a hole.
//
// Never a crash, never a hang, never a file called complete that is not the one that was sent.
//
// A frame is a header with all its subpackets. Within a frame nothing is exchanged or repeated: a
// subpacket carries no place, so a line that does that makes another file which nobody can tell
// from the right one.
#include <gtest/gtest.h>

#include "support/link.h"
#include "support/time_bound.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

enum class Way { forward, backward };
enum class Deed { repeat, exchange, take_out, cut_behind };

bool is_data(const WirePiece& piece) {
  return piece.name.starts_with("DATA") || piece.name.starts_with("INFO");
}

bool has_data(const WirePiece& piece) {
  return piece.name.starts_with("ZDATA") || piece.name.starts_with("ZFILE") ||
         piece.name.starts_with("ZSINIT");
}

bool ends_frame(const WirePiece& piece) {
  return is_data(piece) ? piece.name.ends_with("end") || piece.name.ends_with("ack-wait")
                        : !has_data(piece);
}

// Does `deed` to the frame of this number.
class FrameMeddler {
 public:
  FrameMeddler(Deed deed, std::size_t number, std::string& what)
      : deed_(deed), number_(number), what_(what) {}

  std::vector<Buffer> operator()(const WirePiece& piece) {
    if (!is_data(piece)) {
      ++begun_;
    }
    const std::size_t frame = begun_ - 1;
    const bool at_end = ends_frame(piece);
    if (frame == number_ && !is_data(piece)) {
      what_ = piece.name;
    }
    if (deed_ == Deed::cut_behind) {
      return frame > number_ ? std::vector<Buffer>{} : std::vector<Buffer>{piece.bytes};
    }
    if (frame == number_) {
      append(held_, piece.bytes);
      if (deed_ == Deed::repeat) {
        return at_end ? std::vector<Buffer>{piece.bytes, std::exchange(held_, {})}
                      : std::vector<Buffer>{piece.bytes};
      }
      return {};
    }
    if (deed_ == Deed::exchange && at_end && !held_.empty()) {
      return {piece.bytes, std::exchange(held_, {})};
    }
    return {piece.bytes};
  }

 private:
  Deed deed_;
  std::size_t number_;
  std::string& what_;
  std::size_t begun_ = 0;
  Buffer held_;
};

LinkOptions small(std::uint64_t window) {
  LinkOptions options;
  options.sender.zmodem.window = window;
  options.sender.source_piece = 16_KiB;
  options.receiver.sink_window = 64_KiB;
  options.forward.latency = options.backward.latency = 10ms;
  options.forward.wire_buffer = 8_KiB;
  return options;
}

void send_batch(Link& link) {
  for (const std::size_t size : {0u, 1u, 3000u, 12000u}) {
    link.send(random_bytes(size, size + 1));
  }
}

struct Case {
  const char* name;
  Deed deed;
};

class Meddled : public ::testing::TestWithParam<Case> {};

TEST_P(Meddled, WithAnyFrameOfEitherSide) {
  std::size_t runs = 0;
  for (const std::uint64_t window : {0u, 4096u}) {
    for (const Way way : {Way::forward, Way::backward}) {
      for (std::size_t number = 0; number < 40; ++number) {
        std::string what;
        LinkOptions options = small(window);
        (way == Way::forward ? options.meddlers.forward : options.meddlers.backward) =
            FrameMeddler(GetParam().deed, number, what);
        Link link(options);
        send_batch(link);
        ASSERT_EQ(link.run_until_idle(), RunEnd::idle) << what;
        if (what.empty()) {
          break;  // there are no more frames
        }
        link.expect_sound();
        // One frame that went astray costs a few time-outs, never more than all of them once.
        EXPECT_LE(link.elapsed(), longest_end(options.receiver.timing));
        ++runs;
        if (GetParam().deed != Deed::cut_behind) {
          EXPECT_TRUE(link.is_all_complete());
        }
        ASSERT_FALSE(HasFailure()) << what << ", window " << window;
      }
    }
  }
  EXPECT_GE(runs, 50u);
}

INSTANTIATE_TEST_SUITE_P(Deeds, Meddled,
                         ::testing::Values(Case{"Repeated", Deed::repeat},
                                           Case{"Exchanged", Deed::exchange},
                                           Case{"TakenOut", Deed::take_out},
                                           Case{"CutBehind", Deed::cut_behind}),
                         [](const auto& test) { return test.param.name; });

// --- captured conversations, without a counterpart that answers ---

struct Captured {
  Buffer forward;
  Buffer backward;
};

const std::vector<OutgoingFile>& captured_files() {
  static const std::vector<OutgoingFile> files = {
      {.name = "a.bin", .size = 1500, .content = Content::hashed(1)},
      {.name = "b.bin", .size = 0},
      {.name = "c.bin", .size = 300, .content = Content::hashed(3)}};
  return files;
}

const Captured& captured() {
  static const Captured captured = [] {
    Captured made;
    const auto writing_down = [](Buffer& to) {
      return [&to](const WirePiece& piece) {
        append(to, piece.bytes);
        return std::vector<Buffer>{piece.bytes};
      };
    };
    LinkOptions options = small(512);
    options.meddlers = {writing_down(made.forward), writing_down(made.backward)};
    Link link(options);
    for (const OutgoingFile& file : captured_files()) {
      link.send(file);
    }
    EXPECT_EQ(link.run_until_idle(), RunEnd::idle);
    link.expect_all_complete();
    return made;
  }();
  return captured;
}

SessionConfig quick(SessionConfig config) {
  config.sink_window = 64_KiB;
  config.source_piece = 16_KiB;
  return config;
}

void ends_soundly(SessionUnderTest& session) {
  session.passes(longest_transfer(TimingConfig{}, 3));
  EXPECT_TRUE(session.host().ended());
  EXPECT_EQ(session.session().deadline(), kNever);
  for (const IncomingFile& file : session.host().incoming()) {
    if (file.outcome != Outcome::complete) {
      continue;
    }
    for (const OutgoingFile& original : captured_files()) {
      if (original.name == file.name) {
        EXPECT_EQ(file.bytes.size(), original.size);
        EXPECT_EQ(original.content.differences(0, file.bytes), 0u);
      }
    }
  }
}

void receiver_hears(Bytes bytes) {
  SessionUnderTest receiver(quick(receiving()));
  receiver.hears(bytes);
  ends_soundly(receiver);
}

void sender_hears(Bytes bytes) {
  SessionUnderTest sender(quick(sending()), captured_files());
  sender.hears(bytes);
  ends_soundly(sender);
}

TEST(CapturedConversation, MayEndAnywhere) {
  const auto& [forward, backward] = captured();
  for (std::size_t end = 0; end <= forward.size(); ++end) {
    receiver_hears(Bytes(forward).first(end));
    ASSERT_FALSE(HasFailure()) << "forward, " << end;
  }
  for (std::size_t end = 0; end <= backward.size(); ++end) {
    sender_hears(Bytes(backward).first(end));
    ASSERT_FALSE(HasFailure()) << "backward, " << end;
  }
}

TEST(CapturedConversation, MayBeginAnywhere) {
  const auto& [forward, backward] = captured();
  for (std::size_t begin = 1; begin < forward.size(); begin += 3) {
    receiver_hears(Bytes(forward).subspan(begin));
    ASSERT_FALSE(HasFailure()) << "forward, " << begin;
  }
  for (std::size_t begin = 1; begin < backward.size(); ++begin) {
    sender_hears(Bytes(backward).subspan(begin));
    ASSERT_FALSE(HasFailure()) << "backward, " << begin;
  }
}

TEST(CapturedConversation, MayHaveAHole) {
  Random random(1);
  for (int run = 0; run < 600; ++run) {
    const Buffer& whole = run % 3 != 0 ? captured().forward : captured().backward;
    const std::size_t begin = random.below(whole.size());
    const std::size_t end = begin + random.below(std::min<std::size_t>(whole.size() - begin, 400));
    const Buffer holed =
        joined({Buffer(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(begin)),
                Buffer(whole.begin() + static_cast<std::ptrdiff_t>(end), whole.end())});
    run % 3 != 0 ? receiver_hears(holed) : sender_hears(holed);
    ASSERT_FALSE(HasFailure()) << "run " << run << ", without " << begin << " to " << end;
  }
}

// The right bytes, to the wrong side.
TEST(CapturedConversation, MayBeHeardByTheOtherSide) {
  const auto& [forward, backward] = captured();
  receiver_hears(backward);
  sender_hears(forward);
}

}  // namespace
}  // namespace boardwalk::test
