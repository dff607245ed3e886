// Judging settings and turning them into a SessionConfig: see settings.h.
//
// web/src/protocol/transfer_settings.ts tells a person the same rules before anything is sent here;
// web/src/engine/port_settings.test.ts holds the two together.
#include "settings.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace boardwalk {
namespace {

constexpr double kLargestBlock = 8192;
constexpr double kSmallestBlock = 128;
constexpr double kSmallestBuffer = 256;
constexpr double kLargestBuffer = 65535;       // 16 bits of ZRINIT
constexpr double kLargestWindow = 1073741824;  // a quarter of what a position can say
constexpr double kLongestWait = 3600;          // seconds
constexpr double kLongestTransfer = 7.0 * 24 * 3600;
constexpr double kMostRetries = 1000;
constexpr double kFastest = 1e9;  // bytes per second
constexpr double kMostCells = 65535;

template <class Value, std::size_t Size>
using Names = std::array<std::pair<std::string_view, Value>, Size>;

constexpr Names<NameEncoding, 2> kEncodings = {{
    {"cp437", NameEncoding::cp437},
    {"utf8", NameEncoding::utf8},
}};

constexpr Names<Management, 9> kManagements = {{
    {"unspecified", Management::unspecified},
    {"newer_or_longer", Management::newer_or_longer},
    {"checksum", Management::checksum},
    {"append", Management::append},
    {"overwrite", Management::overwrite},
    {"newer", Management::newer},
    {"different", Management::different},
    {"protect", Management::protect},
    {"rename", Management::rename},
}};

constexpr Names<Conversion, 4> kConversions = {{
    {"unspecified", Conversion::unspecified},
    {"binary", Conversion::binary},
    {"text", Conversion::text},
    {"resume", Conversion::resume},
}};

template <class Value, std::size_t Size>
std::optional<Value> named(std::string_view name, const Names<Value, Size>& names) {
  for (const auto& [known, value] : names) {
    if (known == name) return value;
  }
  return std::nullopt;
}

// Whole and within both ends; NaN and fractions are not.
bool is_whole(double value, double least, double most) {
  return value >= least && value <= most && std::trunc(value) == value;
}

bool is_whole_or_none(double value, double least, double most) {
  return value == 0 || is_whole(value, least, most);
}

// One form of data at a time: MobyTurbo escapes nothing and packs nothing, Pack-7 has no escapes to
// add to. All of them but plain data stand on CRC-32.
// MobyTurbo is sending bytes as they are, and the coded modes have no check but CRC-32. Any others
// may be asked for together: which of them is used is settled with the peer.
bool modes_fit(const PortSettings& s) {
  if (s.turbo && (s.escape_controls || s.escape_8th || s.pack7)) return false;
  return s.crc == 32 || !(s.escape_8th || s.pack7 || s.turbo || s.rle);
}

bool waits_fit(const PortSettings& s) {
  for (const double wait :
       {s.reply_seconds, s.data_seconds, s.stall_seconds, s.contact_limit_seconds}) {
    if (!is_whole(wait, 1, kLongestWait)) return false;
  }
  return s.stall_seconds >= s.data_seconds && is_whole(s.time_limit_seconds, 0, kLongestTransfer);
}

// Where every subpacket waits for its answer there is no window to fill; a window smaller than a
// block would let none through.
bool window_fits(const PortSettings& s) {
  if (s.window == 0) return true;
  return !s.segmented && is_whole(s.window, s.largest_block, kLargestWindow);
}

std::chrono::seconds seconds(double value) {
  return std::chrono::seconds{static_cast<std::chrono::seconds::rep>(value)};
}

ZmodemConfig zmodem_of(const PortSettings& s) {
  ZmodemConfig config;
  config.largest_block = static_cast<std::size_t>(s.largest_block);
  config.first_block = std::min(config.first_block, config.largest_block);
  config.crc = s.crc == 16 ? CrcKind::crc16 : CrcKind::crc32;
  config.window = static_cast<std::uint64_t>(s.window);
  config.name_encoding = named(s.names, kEncodings).value_or(config.name_encoding);
  config.escape_controls = s.escape_controls;
  config.escape_8th = s.escape_8th;
  config.pack7 = s.pack7;
  config.turbo = s.turbo;
  config.rle = s.rle;
  config.variable_headers = s.variable_headers;
  config.adapt_to_line = s.adapt_to_line;
  config.selective_repeat = s.selective_repeat;
  config.segmented = s.segmented;
  config.receive_buffer = static_cast<std::uint16_t>(s.receive_buffer);
  config.management = named(s.management, kManagements).value_or(config.management);
  config.skip_if_missing = s.skip_if_missing;
  config.conversion = named(s.conversion, kConversions).value_or(config.conversion);
  // A board is a menu, not a shell: "rz" would be read as two commands of that menu.
  config.announce_with_rz = false;
  return config;
}

TimingConfig timing_of(const PortSettings& s) {
  TimingConfig config;
  config.reply = seconds(s.reply_seconds);
  config.data = seconds(s.data_seconds);
  config.stall = seconds(s.stall_seconds);
  config.contact_limit = seconds(s.contact_limit_seconds);
  config.time_limit = seconds(s.time_limit_seconds);
  config.retries = static_cast<unsigned>(s.retries);
  config.least_rate = static_cast<std::uint64_t>(s.least_rate);
  config.least_rate_over = seconds(s.least_rate_seconds);
  return config;
}

}  // namespace

std::string_view problem_of(const PortSettings& s) {
  if (!is_whole(s.columns, 1, kMostCells) || !is_whole(s.rows, 1, kMostCells)) return "screen";
  if (!named(s.names, kEncodings)) return "names";
  if (!is_whole(s.largest_block, kSmallestBlock, kLargestBlock)) return "block";
  if (s.crc != 16 && s.crc != 32) return "crc";
  if (!window_fits(s)) return "window";
  if (!is_whole_or_none(s.receive_buffer, kSmallestBuffer, kLargestBuffer)) return "buffer";
  if (!modes_fit(s)) return "modes";
  if (!named(s.management, kManagements)) return "management";
  if (!named(s.conversion, kConversions)) return "conversion";
  if (!waits_fit(s)) return "timeouts";
  if (!is_whole(s.retries, 1, kMostRetries)) return "retries";
  if (!is_whole(s.least_rate, 0, kFastest)) return "rate";
  if (!is_whole(s.least_rate_seconds, 1, kLongestWait)) return "rate";
  return {};
}

SessionConfig config_of(const PortSettings& settings) {
  SessionConfig config;
  config.telnet.enabled = settings.telnet;
  config.telnet.columns = static_cast<std::uint16_t>(settings.columns);
  config.telnet.rows = static_cast<std::uint16_t>(settings.rows);
  config.zmodem = zmodem_of(settings);
  config.timing = timing_of(settings);
  return config;
}

}  // namespace boardwalk
