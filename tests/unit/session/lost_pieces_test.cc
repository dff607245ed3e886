// Every piece of a conversation lost once, one after the other: each header of either side dropped,
// each header and each subpacket damaged, alone and together with the next one. Not by chance: all
// of them.
//
// No subpacket of a file is dropped whole: it carries no place of its own, so that a line which
// loses exactly one subpacket gives a shorter file that nobody can tell from the right one until
// its end.
#include <gtest/gtest.h>

#include <set>

#include "support/link.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

enum class Way { forward, backward };
enum class Loss { dropped, damaged };

struct Case {
  const char* name;
  Way way;
  Loss loss;
  std::uint64_t window;
  bool holes = true;  // damaged pieces alone are sent again
};

// The batch: nothing, next to nothing, a few blocks, many.
constexpr std::array<std::size_t, 4> kSizes = {0, 1, 3_KiB, 40_KiB};

LinkOptions small(const Case& test) {
  LinkOptions options;
  options.sender.zmodem.window = test.window;
  options.receiver.zmodem.selective_repeat = test.holes;
  options.sender.source_piece = 16_KiB;
  options.receiver.sink_window = 64_KiB;
  options.forward.latency = options.backward.latency = 10ms;
  options.forward.rate = 200'000;
  options.forward.wire_buffer = 8_KiB;
  return options;
}

void send_batch(Link& link) {
  for (const std::size_t size : kSizes) {
    link.send(random_bytes(size, size + 1));
  }
}

bool can_be_lost(const WirePiece& piece, Loss loss) {
  return loss == Loss::damaged || !piece.name.starts_with("DATA");
}

Meddler counting(std::size_t& count, Loss loss) {
  return [&count, loss](const WirePiece& piece) {
    count += can_be_lost(piece, loss) ? 1 : 0;
    return std::vector<Buffer>{piece.bytes};
  };
}

// The pieces with these numbers; what they were is written down for messages.
Meddler losing(std::set<std::size_t> lost, Loss loss, std::string& what) {
  return [lost, loss, &what, number = std::size_t{0}](const WirePiece& piece) mutable {
    if (!can_be_lost(piece, loss) || !lost.contains(number++)) {
      return std::vector<Buffer>{piece.bytes};
    }
    what += (what.empty() ? "" : ", ") + piece.name;
    return loss == Loss::dropped ? std::vector<Buffer>{} : std::vector<Buffer>{damaged(piece)};
  };
}

std::size_t count_pieces(const Case& test) {
  std::size_t pieces = 0;
  LinkOptions options = small(test);
  (test.way == Way::forward ? options.meddlers.forward : options.meddlers.backward) =
      counting(pieces, test.loss);
  Link link(options);
  send_batch(link);
  EXPECT_EQ(link.run_until_idle(), RunEnd::idle);
  link.expect_all_complete();
  return pieces;
}

class LostPieces : public ::testing::TestWithParam<Case> {
 protected:
  void arrives_without(const std::set<std::size_t>& lost, Duration limit) {
    std::string what;
    LinkOptions options = small(GetParam());
    (GetParam().way == Way::forward ? options.meddlers.forward : options.meddlers.backward) =
        losing(lost, GetParam().loss, what);
    Link link(options);
    send_batch(link);
    ASSERT_EQ(link.run_until_idle(), RunEnd::idle) << what;
    link.expect_all_complete();
    EXPECT_LT(link.elapsed(), limit) << what;
    ASSERT_FALSE(HasFailure()) << "lost: " << what;
  }
};

TEST_P(LostPieces, AnyOneIsRepaired) {
  const std::size_t pieces = count_pieces(GetParam());
  ASSERT_GE(pieces, 10u);
  for (std::size_t lost = 0; lost < pieces; ++lost) {
    arrives_without({lost}, 16s);  // the longest wait for an answer, and the transfer
    if (HasFailure()) {
      return;
    }
  }
}

TEST_P(LostPieces, AnyTwoInARowAreRepaired) {
  const std::size_t pieces = count_pieces(GetParam());
  for (std::size_t lost = 0; lost < pieces; ++lost) {
    arrives_without({lost, lost + 1}, 30s);
    if (HasFailure()) {
      return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, LostPieces,
    ::testing::Values(Case{"ForwardDropped", Way::forward, Loss::dropped, 0},
                      Case{"ForwardDamaged", Way::forward, Loss::damaged, 0},
                      Case{"BackwardDropped", Way::backward, Loss::dropped, 0},
                      Case{"BackwardDamaged", Way::backward, Loss::damaged, 0},
                      Case{"ForwardDroppedWindowed", Way::forward, Loss::dropped, 4096},
                      Case{"ForwardDamagedWindowed", Way::forward, Loss::damaged, 4096},
                      Case{"BackwardDroppedWindowed", Way::backward, Loss::dropped, 4096},
                      Case{"BackwardDamagedWindowed", Way::backward, Loss::damaged, 4096},
                      Case{"ForwardDroppedWithoutHoles", Way::forward, Loss::dropped, 0, false},
                      Case{"ForwardDamagedWithoutHoles", Way::forward, Loss::damaged, 4096, false},
                      Case{"BackwardDroppedWithoutHoles", Way::backward, Loss::dropped, 4096,
                           false}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace boardwalk::test
