// Fuzzes a whole session that receives files: support/session_script.h says how its input is read
// and what must hold.
#include "support/session_script.h"
#include "support/stop_on_failure.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace boardwalk;
  static const bool installed = (fuzz::StopOnFailure::install(), true);
  static_cast<void>(installed);
  fuzz::SessionScript(fuzz::Role::receives, std::as_bytes(std::span(data, size))).run();
  return 0;
}
