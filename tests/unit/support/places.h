// A session brought to each place of a conversation, for tests that then do something terrible to
// it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/session_under_test.h"

namespace boardwalk::test {

enum class Place {
  terminal,    // browsing
  invited,     // receiving: our invitation is out
  offered,     // a file is named and the person does not decide
  positioned,  // the place where it begins is named
  in_data,     // in the middle of a frame
  with_holes,  // pieces are missing, and have been asked for
  ended,       // its end has been told, the next file is awaited
  farewell,    // good-bye has been answered
  called,      // sending: nobody has answered yet
  offering,    // a file is named
  sending,     // it is being sent; the window is full
  filling,     // the same, and pieces of it are missing
  ending,      // its end is told
  finishing,   // good-bye is said
};
inline constexpr std::size_t kPlaces = 14;

// With small windows and blocks; senders have the files a.bin (20000 bytes) and b.bin (5).
std::unique_ptr<SessionUnderTest> session_in(Place place);

std::string name_of(Place place);

}  // namespace boardwalk::test
