// Names for files that come in: how a name that is taken is told apart, how one that is too long
// is shortened. Pure functions over UTF-8; the engine has already made the name safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace boardwalk::tool {

// The `attempt`th name to try: 0 is the name itself, 1 is "door (1).zip" for "door.zip". Never
// longer than `longest` bytes: the part before the extension gives way, at a character's border.
[[nodiscard]] std::string free_name_candidate(std::string_view name, unsigned attempt,
                                              std::size_t longest);

}  // namespace boardwalk::tool
