// See option_rules.h. An option that makes no sense for the asked role is refused, since obeying it
// is impossible.
#include "tool/option_rules.h"

#include <array>

#include "tool/option_values.h"

namespace boardwalk::tool {

namespace {

constexpr std::size_t kSmallestBlock = 128;
constexpr std::size_t kLargestBlock = 8192;

Complaint wants(std::string_view what, std::string_view got) {
  return "wants " + std::string{what} + ", not '" + std::string{got} + "'";
}

Complaint set_protocol(Draft&, std::string_view value) {
  if (value == "zmodem") return std::nullopt;
  return "'" + std::string{value} + "' is not supported: this version speaks zmodem";
}

// --- what goes over the line ---

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

Complaint set_buffer(Draft& draft, std::string_view value) {
  const auto bytes = number_within<std::uint16_t>(value, 256, 65535);
  if (!bytes) return wants("a number of bytes from 256 to 65535", value);
  draft.options.zmodem.receive_buffer = *bytes;
  return std::nullopt;
}

// Switches of the engine's modes.
template <bool ZmodemConfig::*mode>
Complaint switch_on(Draft& draft, std::string_view) {
  draft.options.zmodem.*mode = true;
  return std::nullopt;
}

// Switches that wait in the draft.
template <bool Draft::*flag>
Complaint note(Draft& draft, std::string_view) {
  draft.*flag = true;
  return std::nullopt;
}

// --- what happens to files ---

Complaint set_manage(Draft& draft, std::string_view value) {
  draft.manage = management_from(value);
  if (draft.manage) return std::nullopt;
  return wants("newer-or-longer, crc, append, clobber, newer, different, protect or change", value);
}

Complaint set_on_exists(Draft& draft, std::string_view value) {
  draft.options.storage.on_exists = on_exists_from(value);
  if (draft.options.storage.on_exists) return std::nullopt;
  return wants("rename, overwrite, skip or resume", value);
}

Complaint set_directory(Draft& draft, std::string_view value) {
  if (value.empty()) return "wants a folder";
  draft.options.directory = value;
  return std::nullopt;
}

Complaint allow_subfolders(Draft& draft, std::string_view) {
  draft.options.subfolders = Subfolders::keep;
  return std::nullopt;
}

// --- time ---

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

Complaint set_min_rate(Draft& draft, std::string_view value) {
  const auto rate = number_within<std::uint64_t>(value, 1, std::uint64_t{1} << 40);
  if (!rate) return wants("a number of bytes per second from 1 to 1099511627776", value);
  draft.options.timing.least_rate = *rate;
  return std::nullopt;
}

Complaint set_min_rate_seconds(Draft& draft, std::string_view value) {
  draft.min_rate_seconds = number_within(value, 1U, 86400U);
  if (draft.min_rate_seconds) return std::nullopt;
  return wants("a number of seconds from 1 to 86400", value);
}

Complaint set_stop_at(Draft& draft, std::string_view value) {
  draft.options.stop_at = stop_time_from(value);
  if (draft.options.stop_at) return std::nullopt;
  return wants("HH:MM or +SECONDS", value);
}

// --- the line itself, and what is told ---

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

using For = OptionRule::For;
using Takes = OptionRule::Takes;
using Z = ZmodemConfig;

constexpr std::array kRules{
    OptionRule{"--protocol", For::both, Takes::value, set_protocol},
    OptionRule{"--block", For::send, Takes::value, set_block},
    OptionRule{"--block-start", For::send, Takes::value, set_block_start},
    OptionRule{"--crc", For::both, Takes::value, set_crc},
    OptionRule{"--escape-control", For::both, Takes::nothing, switch_on<&Z::escape_controls>},
    OptionRule{"--escape-8th", For::both, Takes::nothing, switch_on<&Z::escape_8th>},
    OptionRule{"--pack7", For::both, Takes::nothing, switch_on<&Z::pack7>},
    OptionRule{"--turbo", For::both, Takes::nothing, switch_on<&Z::turbo>},
    OptionRule{"--rle", For::both, Takes::nothing, switch_on<&Z::rle>},
    OptionRule{"--variable-headers", For::both, Takes::nothing, switch_on<&Z::variable_headers>},
    OptionRule{"--window", For::send, Takes::value, set_window},
    OptionRule{"--segmented", For::send, Takes::nothing, switch_on<&Z::segmented>},
    OptionRule{"--buffer", For::receive, Takes::value, set_buffer},
    OptionRule{"--manage", For::both, Takes::value, set_manage},
    OptionRule{"--skip-missing", For::both, Takes::nothing, note<&Draft::skip_missing>},
    OptionRule{"--text", For::both, Takes::nothing, note<&Draft::text>},
    OptionRule{"--resume", For::both, Takes::nothing, note<&Draft::resume>},
    OptionRule{"--on-exists", For::receive, Takes::value, set_on_exists},
    OptionRule{"--dir", For::receive, Takes::value, set_directory},
    OptionRule{"--restrict", For::receive, Takes::nothing, note<&Draft::restricted>},
    OptionRule{"--allow-subfolders", For::receive, Takes::nothing, allow_subfolders},
    OptionRule{"--timeout", For::both, Takes::value, set_timeout},
    OptionRule{"--retries", For::both, Takes::value, set_retries},
    OptionRule{"--min-rate", For::both, Takes::value, set_min_rate},
    OptionRule{"--min-rate-seconds", For::both, Takes::value, set_min_rate_seconds},
    OptionRule{"--stop-at", For::both, Takes::value, set_stop_at},
    OptionRule{"--telnet", For::both, Takes::nothing, set_telnet},
    OptionRule{"--listen", For::both, Takes::value, set_listen},
    OptionRule{"--connect", For::both, Takes::value, set_connect},
    OptionRule{"--json", For::both, Takes::nothing, set_json},
    OptionRule{"--quiet", For::both, Takes::nothing, note<&Draft::quiet>},
    OptionRule{"--verbose", For::both, Takes::nothing, note<&Draft::verbose>},
    OptionRule{"--log", For::both, Takes::value, set_log},
};

}  // namespace

std::span<const OptionRule> option_rules() { return kRules; }

const OptionRule* option_rule(std::string_view name) {
  for (const OptionRule& rule : kRules) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
}

Complaint obey(const OptionRule& rule, Draft& draft, std::string_view value) {
  const bool sends = draft.options.role == Role::send;
  if (rule.role == (sends ? For::receive : For::send)) {
    return sends ? "is for receiving" : "is for sending";
  }
  return rule.set(draft, value);
}

}  // namespace boardwalk::tool
