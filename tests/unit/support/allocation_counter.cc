// See allocation_counter.h.
#include "support/allocation_counter.h"

#if defined(__SANITIZE_ADDRESS__)
// GCC ships the function, but not the header that declares it.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*malloc_hook)(const volatile void*,
                                                                             std::size_t),
                                                         void (*free_hook)(const volatile void*));
#endif

namespace boardwalk::test {

namespace {

thread_local std::size_t allocations = 0;

#if defined(__SANITIZE_ADDRESS__)
void on_malloc(const volatile void*, std::size_t) { ++allocations; }
void on_free(const volatile void*) {}
#endif

bool install() {
#if defined(__SANITIZE_ADDRESS__)
  return __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0;
#else
  return false;
#endif
}

}  // namespace

bool AllocationCounter::is_available() {
  static const bool installed = install();
  return installed;
}

void AllocationCounter::start() { before_ = allocations; }

void AllocationCounter::stop() { count_ += allocations - before_; }

}  // namespace boardwalk::test
