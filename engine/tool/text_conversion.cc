// See text_conversion.h.
#include "tool/text_conversion.h"

#include <cstddef>

namespace boardwalk::tool {

namespace {

constexpr std::byte kLf{0x0a};
constexpr std::byte kCr{0x0d};
constexpr std::byte kEndOfText{0x1a};  // ^Z

}  // namespace

Bytes TextConversion::convert(Bytes piece) {
  converted_.clear();
  for (const std::byte each : piece) {
    if (ended_) break;
    if (cr_waits_ && each != kLf) converted_.push_back(kCr);
    cr_waits_ = each == kCr;
    ended_ = each == kEndOfText;
    if (!cr_waits_ && !ended_) converted_.push_back(each);
  }
  return converted_;
}

Bytes TextConversion::finish() {
  converted_.clear();
  if (cr_waits_) converted_.push_back(kCr);
  cr_waits_ = false;
  return converted_;
}

}  // namespace boardwalk::tool
