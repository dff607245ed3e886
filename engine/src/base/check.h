// BW_CHECK: the one assertion of the engine. For what only a bug of ours or of the host can break,
// never for anything a peer sends (a peer's nonsense is an ordinary value with an answer).
//
// With debug checks it stops the program; without them it costs nothing.
#pragma once

#include <cstdlib>

#ifndef NDEBUG
#define BW_CHECK(condition) \
  do {                      \
    if (!(condition)) {     \
      std::abort();         \
    }                       \
  } while (false)
#else
#define BW_CHECK(condition) static_cast<void>(0)
#endif
