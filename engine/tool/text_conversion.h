// Text from another system: CR LF becomes LF, a lone CR stays, and a ^Z (the end of a CP/M or DOS
// text) ends the file.
//
// Pieces come in file order, cut anywhere. Knows nothing of files; what is dropped is still
// received as far as the sender is concerned.
#pragma once

#include <vector>

#include "boardwalk/bytes.h"

namespace boardwalk::tool {

class TextConversion {
 public:
  // What `piece` becomes; valid until the next call. A CR at its end waits for what follows.
  [[nodiscard]] Bytes convert(Bytes piece);

  // What still waits at the end of the file.
  [[nodiscard]] Bytes finish();

 private:
  std::vector<std::byte> converted_;
  bool cr_waits_ = false;
  bool ended_ = false;
};

}  // namespace boardwalk::tool
