// How a transfer went, as one of the exit statuses and in plain words.
//
// Pure functions over what the session said. The numbers are promises to scripts.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "boardwalk/event.h"

namespace boardwalk::tool {

enum class ExitStatus {
  complete = 0,    // every file
  incomplete = 1,  // some file was skipped or failed
  wrong_usage = 2,
  cancelled = 3,    // here or by the peer
  link_lost = 4,    // or the peer is silent, or the line is too bad
  local_error = 5,  // a local file could not be read or stored
};

// Counts of files by how they ended, and whether anything local went wrong on the way.
struct Tally {
  std::uint32_t complete = 0;
  std::uint32_t skipped = 0;
  std::uint32_t failed = 0;  // cancelled ones too
  std::uint64_t bytes = 0;   // of complete files
  bool local_error = false;

  void count(const FileDone& done);
};

// A fault outranks what the files say: it explains them.
[[nodiscard]] ExitStatus exit_status(std::optional<Fault> fault, const Tally& tally);

// A sentence for a person, without a full stop.
[[nodiscard]] std::string_view sentence_for(Fault fault);
[[nodiscard]] std::string_view sentence_for(Outcome outcome);

}  // namespace boardwalk::tool
