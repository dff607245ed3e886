// Cuts what a session puts on the wire into pieces that mean something: a header with its line end,
// a subpacket with its XON, text between frames. For whoever loses, damages, repeats or exchanges
// whole pieces on their way.
//
// Sessions write whole units, so each call gets whole pieces.
#pragma once

#include <functional>
#include <vector>

#include "support/buffer.h"
#include "support/wire_reader.h"

namespace boardwalk::test {

struct WirePiece {
  std::string name;  // as in describe(): "ZRPOS 1024", "DATA 64 go-on"; "TEXT" for what is no frame
  Buffer bytes;
};

class FrameCutter {
 public:
  std::vector<WirePiece> cut(Bytes whole);

 private:
  WireReader reader_;
};

// What becomes of a piece: the pieces that go out in its place, in order.
using Meddler = std::function<std::vector<Buffer>(const WirePiece& piece)>;

// The same piece with one bit of it flipped, so that its checksum is wrong.
Buffer damaged(const WirePiece& piece);

}  // namespace boardwalk::test
