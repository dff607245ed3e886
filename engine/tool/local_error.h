// What went wrong with something on this machine, for a person.
#pragma once

#include <string>

namespace boardwalk::tool {

// A sentence without a full stop; names in it are already safe to print.
struct LocalError {
  std::string message;
};

}  // namespace boardwalk::tool
