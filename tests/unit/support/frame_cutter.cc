// See frame_cutter.h.
#include "support/frame_cutter.h"

#include <gtest/gtest.h>

namespace boardwalk::test {

namespace {

// What may stand behind a piece and belongs to it: the end of a hex line, XON.
bool trails(const Heard& item, std::byte value) {
  const std::byte bare = value & std::byte{0x7f};
  const bool is_xon = value == std::byte{0x11};
  if (const auto* header = std::get_if<HeardHeader>(&item)) {
    return is_hex(header->style) && (is_xon || bare == std::byte{0x0d} || bare == std::byte{0x0a});
  }
  const auto* data = std::get_if<HeardData>(&item);
  return is_xon && data != nullptr && data->end == End::ack_wait;
}

}  // namespace

std::vector<WirePiece> FrameCutter::cut(Bytes whole) {
  std::vector<WirePiece> pieces;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < whole.size();) {
    at += reader_.feed_some(whole.subspan(at));
    const std::vector<Heard> items = reader_.take_whole();
    if (items.empty() || std::holds_alternative<HeardText>(items.back())) {
      continue;  // text goes with the header behind it
    }
    const Heard& item = items.back();
    while (at < whole.size() && trails(item, whole[at])) {
      reader_.feed(whole.subspan(at++, 1));
    }
    pieces.push_back({describe(item), Buffer(whole.begin() + static_cast<std::ptrdiff_t>(begin),
                                             whole.begin() + static_cast<std::ptrdiff_t>(at))});
    begin = at;
  }
  if (begin < whole.size()) {
    static_cast<void>(reader_.take());
    pieces.push_back(
        {"TEXT", Buffer(whole.begin() + static_cast<std::ptrdiff_t>(begin), whole.end())});
  }
  return pieces;
}

Buffer damaged(const WirePiece& piece) {
  Buffer bytes = piece.bytes;
  EXPECT_FALSE(bytes.empty());
  // Somewhere in the middle, where no piece has its signs.
  bytes[bytes.size() / 2] ^= std::byte{0x01};
  return bytes;
}

}  // namespace boardwalk::test
