// The receiver's only positions: committed <= delivered <= decoded, in bytes of the current file.
//
// decoded: passed its checksum. delivered: handed to the host. committed: the host says that it is
// stored. Requests for more speak of `decoded`; acknowledgements that the peer may rely on speak of
// `committed` (accounting rule 8).
#pragma once

#include <cstdint>

#include "boardwalk/position.h"

namespace boardwalk {

class ReceiveLedger {
 public:
  // A file that begins at `from` (0, or what is already stored of it).
  void open(FileOffset from);

  void advance_decoded(std::uint64_t count);
  void advance_delivered(std::uint64_t count);
  // Monotonic; a report beyond `delivered` is the host's mistake and is cut down to it.
  void commit(FileOffset end);

  // Whether the low 32 bits on the wire name the place we are at.
  [[nodiscard]] bool is_here(std::uint32_t low_bits) const {
    return static_cast<std::uint32_t>(decoded_.value()) == low_bits;
  }

  // The full offset meant by a number that the wire carries modulo 2^32: the one nearest to where
  // we are.
  [[nodiscard]] FileOffset expand(std::uint32_t low_bits) const;

  [[nodiscard]] FileOffset begun() const { return begun_; }
  [[nodiscard]] FileOffset decoded() const { return decoded_; }
  [[nodiscard]] FileOffset delivered() const { return delivered_; }
  [[nodiscard]] FileOffset committed() const { return committed_; }
  [[nodiscard]] bool all_committed() const { return committed_ == decoded_; }

  void check() const;

 private:
  FileOffset begun_;
  FileOffset decoded_;
  FileOffset delivered_;
  FileOffset committed_;
};

}  // namespace boardwalk
