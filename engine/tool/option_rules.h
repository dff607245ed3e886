// Which options there are, who may use them, and what each sets: one table, one row each.
//
// Knows single options only; what they mean together is judged in command_line.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tool/options.h"

namespace boardwalk::tool {

// What has been read so far. Values that depend on each other wait here until all are known.
struct Draft {
  Options options;
  std::optional<std::size_t> block;
  std::optional<std::size_t> block_start;
  bool block_twice = false;
  std::optional<Management> manage;
  bool skip_missing = false;
  bool text = false;
  bool resume = false;
  bool restricted = false;
  std::optional<unsigned> min_rate_seconds;
  bool quiet = false;
  bool verbose = false;
};

// nullopt: obeyed; else what is wrong with the value, to be put behind the option's name.
using Complaint = std::optional<std::string>;

struct OptionRule {
  enum class For { send, receive, both };
  enum class Takes { nothing, value };

  std::string_view name;
  For role;
  Takes takes;
  Complaint (*set)(Draft&, std::string_view value);
};

[[nodiscard]] std::span<const OptionRule> option_rules();

// nullptr: there is no such option.
[[nodiscard]] const OptionRule* option_rule(std::string_view name);

// Sets what the option sets, unless it is not for the role in the draft.
[[nodiscard]] Complaint obey(const OptionRule& rule, Draft& draft, std::string_view value);

}  // namespace boardwalk::tool
