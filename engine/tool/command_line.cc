// See command_line.h. One table says which options exist, who may use them and what they set; an
// option that makes no sense for the asked role is refused, since obeying it is impossible.
#include "tool/command_line.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

namespace boardwalk::tool {

namespace {

constexpr std::size_t kSmallestBlock = 128;
constexpr std::size_t kLargestBlock = 8192;

// What has been read so far. Values that depend on each other wait here until all are known.
struct Draft {
  Options options;
  std::optional<std::size_t> block;
  std::optional<std::size_t> block_start;
  bool block_twice = false;
  bool quiet = false;
  bool verbose = false;
};

// nullopt: obeyed; else what is wrong with the value, to be put behind the option's name.
using Complaint = std::optional<std::string>;

template <typename Number>
std::optional<Number> number_within(std::string_view text, Number least, Number most) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  // Written so that "nan", which is neither below nor above anything, is not within.
  const bool within = least <= value && value <= most;
  if (error != std::errc{} || end != text.data() + text.size() || !within) {
    return std::nullopt;
  }
  return value;
}

Complaint wants(std::string_view what, std::string_view got) {
  return "wants " + std::string{what} + ", not '" + std::string{got} + "'";
}

Complaint set_protocol(Draft&, std::string_view value) {
  if (value == "zmodem") return std::nullopt;
  return "'" + std::string{value} + "' is not supported: this version speaks zmodem";
}

Complaint set_block(Draft& draft, std::string_view value) {
  const auto size = number_within(value, kSmallestBlock, kLargestBlock);
  if (!size) return wants("a size from 128 to 8192", value);
  draft.block_twice = draft.block.has_value();
  draft.block = size;
  return std::nullopt;
}

Complaint set_block_start(Draft& draft, std::string_view value) {
  const auto size = number_within(value, kSmallestBlock, kLargestBlock);
  if (!size) return wants("a size from 128 to 8192", value);
  draft.block_start = size;
  return std::nullopt;
}

Complaint set_crc(Draft& draft, std::string_view value) {
  if (value != "16" && value != "32") return wants("16 or 32", value);
  draft.options.zmodem.crc = value == "16" ? CrcKind::crc16 : CrcKind::crc32;
  return std::nullopt;
}

Complaint set_window(Draft& draft, std::string_view value) {
  const auto bytes = number_within<std::uint64_t>(value, 128, std::uint64_t{1} << 30);
  if (!bytes) return wants("a number of bytes from 128 to 1073741824", value);
  draft.options.zmodem.window = *bytes;
  return std::nullopt;
}

Complaint set_timeout(Draft& draft, std::string_view value) {
  const auto seconds = number_within(value, 0.1, 3600.0);
  if (!seconds) return wants("a number of seconds from 0.1 to 3600", value);
  const Duration wait{static_cast<Duration::rep>(*seconds * 1e6)};
  TimingConfig& timing = draft.options.timing;
  timing.contact = timing.reply = timing.data = wait;
  timing.contact_limit = 6 * wait;  // the proportion of the defaults: 10 s and 60 s
  return std::nullopt;
}

Complaint set_retries(Draft& draft, std::string_view value) {
  const auto count = number_within(value, 1U, 1000U);
  if (!count) return wants("a number from 1 to 1000", value);
  draft.options.timing.retries = *count;
  return std::nullopt;
}

Complaint set_directory(Draft& draft, std::string_view value) {
  if (value.empty()) return "wants a folder";
  draft.options.directory = value;
  return std::nullopt;
}

Complaint set_on_exists(Draft& draft, std::string_view value) {
  if (value == "rename") {
    draft.options.on_exists = OnExists::rename;
  } else if (value == "overwrite") {
    draft.options.on_exists = OnExists::overwrite;
  } else if (value == "skip") {
    draft.options.on_exists = OnExists::skip;
  } else {
    return wants("rename, overwrite or skip", value);
  }
  return std::nullopt;
}

// "HOST:PORT"; an IPv6 address stands in brackets.
std::optional<Address> address_from(std::string_view text, std::uint16_t least_port) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto port = number_within<std::uint16_t>(text.substr(colon + 1), least_port, 65535);
  std::string_view host = text.substr(0, colon);
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return std::nullopt;
  }
  if (!port || host.empty()) return std::nullopt;
  return Address{std::string{host}, *port};
}

Complaint set_listen(Draft& draft, std::string_view value) {
  draft.options.listen = address_from(value, 0);
  return draft.options.listen ? std::nullopt : wants("HOST:PORT", value);
}

Complaint set_connect(Draft& draft, std::string_view value) {
  draft.options.connect = address_from(value, 1);
  return draft.options.connect ? std::nullopt : wants("HOST:PORT", value);
}

Complaint set_log(Draft& draft, std::string_view value) {
  if (value.empty()) return "wants a file";
  draft.options.log_file = value;
  return std::nullopt;
}

Complaint set_telnet(Draft& draft, std::string_view) {
  draft.options.telnet = true;
  return std::nullopt;
}

Complaint set_json(Draft& draft, std::string_view) {
  draft.options.json = true;
  return std::nullopt;
}

Complaint set_quiet(Draft& draft, std::string_view) {
  draft.quiet = true;
  return std::nullopt;
}

Complaint set_verbose(Draft& draft, std::string_view) {
  draft.verbose = true;
  return std::nullopt;
}

// Names are always reduced to a safe base name inside the folder; saying so is allowed.
Complaint set_restrict(Draft&, std::string_view) { return std::nullopt; }

enum class For { send, receive, both };
enum class Takes { nothing, value };

struct Rule {
  std::string_view name;
  For role;
  Takes takes;
  Complaint (*obey)(Draft&, std::string_view);
};

constexpr std::array kRules{
    Rule{"--protocol", For::both, Takes::value, set_protocol},
    Rule{"--block", For::send, Takes::value, set_block},
    Rule{"--block-start", For::send, Takes::value, set_block_start},
    Rule{"--crc", For::both, Takes::value, set_crc},
    Rule{"--window", For::send, Takes::value, set_window},
    Rule{"--timeout", For::both, Takes::value, set_timeout},
    Rule{"--retries", For::both, Takes::value, set_retries},
    Rule{"--dir", For::receive, Takes::value, set_directory},
    Rule{"--on-exists", For::receive, Takes::value, set_on_exists},
    Rule{"--restrict", For::receive, Takes::nothing, set_restrict},
    Rule{"--telnet", For::both, Takes::nothing, set_telnet},
    Rule{"--listen", For::both, Takes::value, set_listen},
    Rule{"--connect", For::both, Takes::value, set_connect},
    Rule{"--json", For::both, Takes::nothing, set_json},
    Rule{"--quiet", For::both, Takes::nothing, set_quiet},
    Rule{"--verbose", For::both, Takes::nothing, set_verbose},
    Rule{"--log", For::both, Takes::value, set_log},
};

const Rule* rule_named(std::string_view name) {
  for (const Rule& rule : kRules) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
}

bool is_for(const Rule& rule, Role role) {
  return rule.role == For::both || (rule.role == For::send) == (role == Role::send);
}

CommandLine wrong(std::string message) { return WrongUsage{std::move(message)}; }

Complaint obey(const Rule& rule, Draft& draft, std::string_view value) {
  if (!is_for(rule, draft.options.role)) {
    return draft.options.role == Role::send ? "is for receiving" : "is for sending";
  }
  return rule.obey(draft, value);
}

// What can only be judged when everything has been read.
CommandLine finished(Draft draft, std::span<const std::string> operands) {
  Options& options = draft.options;
  if (draft.quiet && draft.verbose) return wrong("--quiet and --verbose exclude each other");
  options.verbosity = draft.quiet     ? Verbosity::quiet
                      : draft.verbose ? Verbosity::verbose
                                      : Verbosity::normal;
  if (options.listen && options.connect) {
    return wrong("--listen and --connect exclude each other");
  }

  ZmodemConfig& zmodem = options.zmodem;
  zmodem.largest_block = draft.block.value_or(zmodem.largest_block);
  if (draft.block_start) {
    zmodem.first_block = *draft.block_start;
  } else if (draft.block_twice || zmodem.largest_block < zmodem.first_block) {
    zmodem.first_block = zmodem.largest_block;
  }
  if (zmodem.first_block > zmodem.largest_block) {
    return wrong("--block-start " + std::to_string(zmodem.first_block) +
                 " is larger than the largest block, " + std::to_string(zmodem.largest_block));
  }
  // As sz does: the bytes of the name as they are here, on a machine whose names are UTF-8.
  zmodem.name_encoding = NameEncoding::utf8;

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
    const Rule* rule = rule_named(name);
    if (rule == nullptr) {
      return wrong("there is no option '" + std::string{word} +
                   "' (a file of that name goes behind --)");
    }
    std::string_view value;
    if (rule->takes == Takes::nothing) {
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
