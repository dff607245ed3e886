// One JSON object on one line, member by member. No general JSON: numbers, text, truth, null.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace boardwalk::tool {

class JsonLine {
 public:
  // Begins {"event":"…".
  explicit JsonLine(std::string_view event);

  // Each returns this object, to be chained. Text may be any bytes: what is not UTF-8 becomes
  // U+FFFD, so that the line is always valid. Nothing becomes null.
  JsonLine& text(std::string_view key, std::string_view value);
  JsonLine& text_or_null(std::string_view key, const std::optional<std::string>& value);
  JsonLine& number(std::string_view key, std::uint64_t value);
  JsonLine& number_or_null(std::string_view key, std::optional<std::uint64_t> value);
  JsonLine& boolean(std::string_view key, bool value);
  JsonLine& seconds(std::string_view key, double value);

  // The finished line, with its line end.
  [[nodiscard]] std::string finished() const { return line_ + "}\n"; }

 private:
  void key(std::string_view name);
  void quoted(std::string_view value);

  std::string line_;
};

}  // namespace boardwalk::tool
