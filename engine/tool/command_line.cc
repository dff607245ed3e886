// See command_line.h. Single options are option_rules.cc's business; in here is how words become
// options and operands, and what can only be judged when everything has been read.
#include "tool/command_line.h"

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "tool/option_rules.h"

namespace boardwalk::tool {

namespace {

// As lrzsz has it.
constexpr unsigned kMinRateSeconds = 120;

CommandLine wrong(std::string message) { return WrongUsage{std::move(message)}; }

// Two options that cannot both be obeyed, and why if it is not plain.
struct Contradiction {
  bool first_given;
  std::string_view first;
  bool second_given;
  std::string_view second;
  std::string_view why = "";
};

std::optional<std::string> contradiction_in(const Draft& draft) {
  const Options& options = draft.options;
  const ZmodemConfig& zmodem = options.zmodem;
  const StoragePolicy& storage = options.storage;
  const bool crc16 = zmodem.crc == CrcKind::crc16;
  const bool resume_if_exists = storage.on_exists == OnExists::resume;
  constexpr std::string_view kNeedsCrc32 = ": that mode has no other check than 32";
  constexpr std::string_view kTurboEscapesNothing = ": turbo is sending bytes as they are";
  constexpr std::string_view kTextHasOtherLengths =
      ": a converted file says nothing about where it stopped";
  const std::array pairs{
      Contradiction{draft.quiet, "--quiet", draft.verbose, "--verbose"},
      Contradiction{options.listen.has_value(), "--listen", options.connect.has_value(),
                    "--connect"},
      Contradiction{crc16, "--crc 16", zmodem.escape_8th, "--escape-8th", kNeedsCrc32},
      Contradiction{crc16, "--crc 16", zmodem.pack7, "--pack7", kNeedsCrc32},
      Contradiction{crc16, "--crc 16", zmodem.turbo, "--turbo", kNeedsCrc32},
      Contradiction{crc16, "--crc 16", zmodem.rle, "--rle", kNeedsCrc32},
      Contradiction{zmodem.turbo, "--turbo", zmodem.escape_8th, "--escape-8th",
                    kTurboEscapesNothing},
      Contradiction{zmodem.turbo, "--turbo", zmodem.escape_controls, "--escape-control",
                    kTurboEscapesNothing},
      Contradiction{zmodem.turbo, "--turbo", zmodem.pack7, "--pack7"},
      Contradiction{draft.resume, "--resume", draft.text, "--text", kTextHasOtherLengths},
      Contradiction{resume_if_exists, "--on-exists resume", draft.text, "--text",
                    kTextHasOtherLengths},
      Contradiction{options.role == Role::receive && draft.manage.has_value(), "--manage",
                    storage.on_exists.has_value(), "--on-exists"},
      Contradiction{draft.restricted, "--restrict", options.subfolders == Subfolders::keep,
                    "--allow-subfolders"},
  };
  for (const Contradiction& pair : pairs) {
    if (pair.first_given && pair.second_given) {
      return std::string{pair.first} + " and " + std::string{pair.second} + " exclude each other" +
             std::string{pair.why};
    }
  }
  return std::nullopt;
}

Complaint settle_blocks(Draft& draft) {
  ZmodemConfig& zmodem = draft.options.zmodem;
  zmodem.largest_block = draft.block.value_or(zmodem.largest_block);
  if (draft.block_start) {
    zmodem.first_block = *draft.block_start;
  } else if (draft.block_twice || zmodem.largest_block < zmodem.first_block) {
    zmodem.first_block = zmodem.largest_block;
  }
  if (zmodem.first_block <= zmodem.largest_block) return std::nullopt;
  return "--block-start " + std::to_string(zmodem.first_block) +
         " is larger than the largest block, " + std::to_string(zmodem.largest_block);
}

// What a sender asks for, a receiver does: the same words land in different places.
void settle_files(Draft& draft) {
  Options& options = draft.options;
  if (options.role == Role::send) {
    options.zmodem.management = draft.manage.value_or(Management::unspecified);
    options.zmodem.skip_if_missing = draft.skip_missing;
    options.zmodem.conversion = draft.text     ? Conversion::text
                                : draft.resume ? Conversion::resume
                                               : Conversion::binary;
    return;
  }
  StoragePolicy& storage = options.storage;
  storage.manage = draft.manage;
  storage.skip_missing = draft.skip_missing;
  storage.text = draft.text;
  storage.resume = draft.resume || storage.on_exists == OnExists::resume;
}

CommandLine finished(Draft draft, std::span<const std::string> operands) {
  if (auto message = contradiction_in(draft)) return wrong(std::move(*message));
  if (auto message = settle_blocks(draft)) return wrong(std::move(*message));
  settle_files(draft);

  Options& options = draft.options;
  options.verbosity = draft.quiet     ? Verbosity::quiet
                      : draft.verbose ? Verbosity::verbose
                                      : Verbosity::normal;
  if (draft.min_rate_seconds && options.timing.least_rate == 0) {
    return wrong("--min-rate-seconds needs --min-rate");
  }
  options.timing.least_rate_over =
      std::chrono::seconds{draft.min_rate_seconds.value_or(kMinRateSeconds)};
  // As sz does: the bytes of the name as they are here, on a machine whose names are UTF-8.
  options.zmodem.name_encoding = NameEncoding::utf8;

  if (options.role == Role::send) {
    if (operands.empty()) return wrong("send needs at least one FILE");
    options.files.assign(operands.begin(), operands.end());
    return std::move(draft.options);
  }
  if (operands.size() > 1) return wrong("receive takes one NAME at most");
  if (!operands.empty()) {
    const std::string& name = operands.front();
    if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos) {
      return wrong("NAME is the name of a file, without a folder (--dir names that): '" + name +
                   "'");
    }
    options.name = name;
  }
  return std::move(draft.options);
}

}  // namespace

CommandLine read_command_line(std::span<const std::string_view> words) {
  if (words.empty()) return wrong("say send or receive");
  if (words[0] == "--help") return HelpAsked{};
  if (words[0] == "--version") return VersionAsked{};

  Draft draft;
  if (words[0] == "send") {
    draft.options.role = Role::send;
  } else if (words[0] == "receive") {
    draft.options.role = Role::receive;
  } else {
    return wrong("'" + std::string{words[0]} + "' is neither send nor receive");
  }

  std::vector<std::string> operands;
  bool options_ended = false;
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string_view word = words[at];
    if (options_ended || word.empty() || word.front() != '-') {
      operands.emplace_back(word);
      continue;
    }
    if (word == "--") {
      options_ended = true;
      continue;
    }
    if (word == "--help") return HelpAsked{};
    if (word == "--version") return VersionAsked{};

    const std::size_t equals = word.find('=');
    const std::string name{word.substr(0, equals)};
    const OptionRule* rule = option_rule(name);
    if (rule == nullptr) {
      return wrong("there is no option '" + std::string{word} +
                   "' (a file of that name goes behind --)");
    }
    std::string_view value;
    if (rule->takes == OptionRule::Takes::nothing) {
      if (equals != std::string_view::npos) return wrong(name + " takes no value");
    } else if (equals != std::string_view::npos) {
      value = word.substr(equals + 1);
    } else if (at + 1 < words.size()) {
      value = words[++at];
    } else {
      return wrong(name + " wants a value");
    }
    if (const Complaint complaint = obey(*rule, draft, value)) {
      return wrong(name + " " + *complaint);
    }
  }
  return finished(std::move(draft), operands);
}

}  // namespace boardwalk::tool
