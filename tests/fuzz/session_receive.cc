// Fuzzes a whole session that receives files: support/session_script.h says how its input is read
// and what must hold.
#include <gtest/gtest.h>

#include "support/session_script.h"

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  GTEST_FLAG_SET(break_on_failure, true);  // a broken promise stops the program
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace boardwalk;
  fuzz::SessionScript(fuzz::Role::receives, std::as_bytes(std::span(data, size))).run();
  return 0;
}
