// See text.h.
#include "tool/text.h"

#include <array>
#include <cstdio>

#include "tool/utf8.h"

namespace boardwalk::tool {

namespace {

double seconds_in(Duration duration) { return static_cast<double>(duration.count()) / 1e6; }

std::string with_one_decimal(double number, std::string_view unit) {
  std::array<char, 32> text{};
  snprintf(text.data(), text.size(), "%.1f ", number);
  return text.data() + std::string{unit};
}

// C0, DEL, and C1 (0x80 to 0x9f, in UTF-8 behind 0xc2): what terminals may act upon.
bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first < 0x20 || first == 0x7f;
  return character.size() == 2 && first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
}

std::string shortened(const std::string& text, std::size_t columns) {
  if (character_count(text) <= columns) return text;
  std::string kept;
  std::string_view rest = text;
  for (std::size_t count = 0; count + 1 < columns && !rest.empty(); ++count) {
    const std::size_t length = utf8_character_length(rest);
    kept += rest.substr(0, length);
    rest.remove_prefix(length);
  }
  return columns == 0 ? "" : kept + "~";
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = utf8_character_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (length == 0 || is_control(character)) {
      result += '?';
    } else {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  return result;
}

std::string byte_count(std::uint64_t bytes) {
  if (bytes == 1) return "1 byte";
  if (bytes < 1024) return std::to_string(bytes) + " bytes";
  double number = static_cast<double>(bytes);
  std::string_view unit;
  for (const std::string_view next : {"KiB", "MiB", "GiB", "TiB", "PiB"}) {
    number /= 1024;
    unit = next;
    if (number < 1023.95) break;  // else it would round to 1024.0
  }
  return with_one_decimal(number, unit);
}

std::string speed(std::uint64_t bytes, Duration elapsed) {
  if (elapsed <= Duration::zero()) return "";
  double rate = static_cast<double>(bytes) / seconds_in(elapsed);
  std::string_view unit = "B/s";
  for (const std::string_view next : {"kB/s", "MB/s", "GB/s"}) {
    if (rate < 999.95) break;
    rate /= 1000;
    unit = next;
  }
  return with_one_decimal(rate, unit);
}

std::string clock_time(Duration duration) {
  const auto seconds = std::chrono::round<std::chrono::seconds>(duration).count();
  std::array<char, 40> text{};
  if (seconds >= 3600) {
    snprintf(text.data(), text.size(), "%lld:%02lld:%02lld", static_cast<long long>(seconds / 3600),
             static_cast<long long>(seconds / 60 % 60), static_cast<long long>(seconds % 60));
  } else {
    snprintf(text.data(), text.size(), "%lld:%02lld", static_cast<long long>(seconds / 60),
             static_cast<long long>(seconds % 60));
  }
  return text.data();
}

std::size_t character_count(std::string_view text) {
  std::size_t count = 0;
  for (const char byte : text) {
    if ((static_cast<unsigned char>(byte) & 0xc0U) != 0x80U) ++count;
  }
  return count;
}

std::string progress_line(const Progress& progress, std::size_t columns) {
  std::string facts;
  if (progress.size && *progress.size > 0) {
    // In floating point: a size near 2^64 times 100 would not fit.
    const double share = static_cast<double>(progress.bytes) / static_cast<double>(*progress.size);
    facts += "  " + std::to_string(share >= 1 ? 100 : static_cast<int>(share * 100)) + "%";
  }
  facts += "  " + byte_count(progress.bytes);
  if (const std::string rate = speed(progress.moved, progress.elapsed); !rate.empty()) {
    facts += "  " + rate;
  }
  if (progress.size && progress.moved > 0 && *progress.size > progress.bytes) {
    const double left = static_cast<double>(*progress.size - progress.bytes);
    const double micros =
        static_cast<double>(progress.elapsed.count()) * left / static_cast<double>(progress.moved);
    if (micros < 360e9) {  // beyond a hundred hours the number says nothing
      facts += "  " + clock_time(Duration{static_cast<Duration::rep>(micros)}) + " left";
    }
  }
  if (progress.errors > 0) {
    facts += "  " + std::to_string(progress.errors) + (progress.errors == 1 ? " error" : " errors");
  }
  const std::size_t taken = character_count(facts);
  const std::string name =
      shortened(printable(progress.name), columns > taken ? columns - taken : 0);
  return shortened(name + facts, columns);
}

}  // namespace boardwalk::tool
