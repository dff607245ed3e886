// Line ends and the end of a text, however the bytes are cut.
#include "tool/text_conversion.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boardwalk::tool {
namespace {

std::string converted(const std::vector<std::string_view>& pieces) {
  TextConversion conversion;
  std::string result;
  const auto take = [&](Bytes bytes) {
    result.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  for (const std::string_view piece : pieces) {
    take(conversion.convert(std::as_bytes(std::span{piece.data(), piece.size()})));
  }
  take(conversion.finish());
  return result;
}

struct Text {
  std::string_view from;
  std::string_view to;
};

class Conversions : public testing::TestWithParam<Text> {};

TEST_P(Conversions, AreTheSameHoweverTheTextIsCut) {
  const std::string_view text = GetParam().from;
  EXPECT_EQ(converted({text}), GetParam().to);
  for (std::size_t first = 0; first <= text.size(); ++first) {
    for (std::size_t second = first; second <= text.size(); ++second) {
      EXPECT_EQ(converted({text.substr(0, first), text.substr(first, second - first),
                           text.substr(second)}),
                GetParam().to)
          << first << " " << second;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Conversions,
                         testing::Values(Text{"", ""}, Text{"a\r\nb\r\n", "a\nb\n"},
                                         Text{"a\nb\n", "a\nb\n"}, Text{"a\rb", "a\rb"},
                                         Text{"a\r\r\nb", "a\r\nb"}, Text{"a\r", "a\r"},
                                         Text{"\r\r\r", "\r\r\r"}, Text{"\r\n\r\n", "\n\n"},
                                         Text{"a\n\rb", "a\n\rb"}, Text{"a\r\n\x1a", "a\n"},
                                         Text{"a\x1a"
                                              "b\r\n\x1a\r",
                                              "a"},
                                         Text{"a\r\x1a\n", "a\r"}, Text{"\x1a", ""}));

}  // namespace
}  // namespace boardwalk::tool
