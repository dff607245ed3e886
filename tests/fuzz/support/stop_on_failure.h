// Makes every failed expectation of the tests' support the end of a fuzzer's run, so that the input
// is kept.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace boardwalk::fuzz {

class StopOnFailure : public ::testing::EmptyTestEventListener {
 public:
  static void install() {
    auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
    listeners.Append(new StopOnFailure);  // the list owns it
  }

 private:
  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    if (result.failed()) {
      std::fprintf(stderr, "%s:%d: %s\n", result.file_name(), result.line_number(),
                   result.message());
      std::abort();
    }
  }
};

}  // namespace boardwalk::fuzz
