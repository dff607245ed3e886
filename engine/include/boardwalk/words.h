// What the values of the session's events are called wherever a program reads them: the tool's
// JSON, logs, transcripts.
#pragma once

#include <string_view>

#include "boardwalk/event.h"

namespace boardwalk {

// One word, lower case, with static lifetime; never changed once published.
[[nodiscard]] std::string_view word_for(Fault fault);
[[nodiscard]] std::string_view word_for(Outcome outcome);
[[nodiscard]] std::string_view word_for(DataMode mode);

}  // namespace boardwalk
