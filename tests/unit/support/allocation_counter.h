// Counts heap allocations of this thread while it lives: for the promise that file data moves
// without any. Works where the address sanitizer is built in (the dev preset); elsewhere
// is_available() is false and a test has to skip, visibly.
#pragma once

#include <cstddef>

namespace boardwalk::test {

class AllocationCounter {
 public:
  static bool is_available();

  void start();
  void stop();
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  std::size_t count_ = 0;
  std::size_t before_ = 0;
};

}  // namespace boardwalk::test
