// What must hold in a fuzzer, whatever its input: else the program stops and the input is kept.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace boardwalk::fuzz {

inline void require(bool holds, const char* else_what) {
  if (!holds) {
    std::fprintf(stderr, "broken promise: %s\n", else_what);
    std::abort();
  }
}

}  // namespace boardwalk::fuzz
