// PortSettings: what a page may choose for a connection, as plain values that JavaScript can write,
// and the one place where they are judged before they become a SessionConfig.
//
// Knows nothing of Embind. What each setting does is told in config.h; here stands only which
// values it may have and which of them exclude each other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "boardwalk/config.h"

namespace boardwalk {

// Numbers are wide and choices are names, so that a wrong value arrives as what it is and can be
// refused; nothing is clipped. Whatever is not here is SessionConfig's default.
struct PortSettings {
  bool telnet = false;
  double columns = 80;
  double rows = 25;
  std::string names = "cp437";  // how file names stand on the wire: cp437, utf8

  double largest_block = 1024;  // 128…8192
  double crc = 32;              // 16 or 32
  double window = 0;            // 0, or at least the largest block
  bool segmented = false;
  double receive_buffer = 0;  // 0, or 256…65535

  bool escape_controls = false;
  bool escape_8th = false;
  bool pack7 = false;
  bool turbo = false;
  bool rle = false;
  bool variable_headers = false;
  bool adapt_to_line = true;
  bool selective_repeat = true;

  std::string management = "unspecified";  // the names in config.h
  bool skip_if_missing = false;
  std::string conversion = "binary";  // the names in config.h

  double reply_seconds = 10;
  double data_seconds = 10;
  double stall_seconds = 120;  // not less than data_seconds
  double contact_limit_seconds = 60;
  double time_limit_seconds = 0;  // 0: none
  double retries = 10;
  double least_rate = 0;  // bytes per second; 0: none
  double least_rate_seconds = 30;
};

// What is wrong with the settings, as one word: the topic of the first setting that has a value it
// cannot have, or that excludes another. Empty: nothing.
[[nodiscard]] std::string_view problem_of(const PortSettings& settings);

// What the settings mean. They must be free of problems.
[[nodiscard]] SessionConfig config_of(const PortSettings& settings);

}  // namespace boardwalk
