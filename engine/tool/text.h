// Numbers and names as a person reads them. Pure; the callers decide where the text goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "boardwalk/time.h"

namespace boardwalk::tool {

// Nothing that a terminal would obey: control characters become '?', and so does every byte that
// is not part of valid UTF-8. Names come from the peer.
[[nodiscard]] std::string printable(std::string_view text);

// "0 bytes", "1 byte", "1023 bytes", "1.0 KiB", "12.3 MiB".
[[nodiscard]] std::string byte_count(std::uint64_t bytes);

// "1.2 MB/s" (powers of ten, as line speeds are); "" when no time has passed.
[[nodiscard]] std::string speed(std::uint64_t bytes, Duration elapsed);

// "0:03", "12:00", "1:02:03".
[[nodiscard]] std::string clock_time(Duration duration);

struct Progress {
  std::string_view name;
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> size;
  std::uint64_t moved = 0;  // bytes since `elapsed` began: fewer than `bytes` when resumed
  Duration elapsed{};
  std::uint32_t errors = 0;
};

// One line without a line end, at most `columns` characters: the name gives way first.
[[nodiscard]] std::string progress_line(const Progress& progress, std::size_t columns);

// How many columns UTF-8 text takes, if every character takes one.
[[nodiscard]] std::size_t character_count(std::string_view text);

}  // namespace boardwalk::tool
