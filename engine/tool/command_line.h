// From the words of a command line to Options, or to a sentence about what is wrong with them.
//
// Pure: reads nothing but its arguments, prints nothing.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "tool/options.h"

namespace boardwalk::tool {

struct HelpAsked {};
struct VersionAsked {};

// Wrong usage: exit status 2. `message` is one plain sentence without a full stop.
struct WrongUsage {
  std::string message;
};

using CommandLine = std::variant<Options, HelpAsked, VersionAsked, WrongUsage>;

// `words` are the arguments without the program's name. Options may stand anywhere; "--" ends
// them, so that a file whose name begins with a dash can be named. A value follows its option as
// the next word or after "=".
[[nodiscard]] CommandLine read_command_line(std::span<const std::string_view> words);

// For --help; lives in help.cc.
[[nodiscard]] std::string_view help_text();

}  // namespace boardwalk::tool
