// The bytes of real users' faults: tests/unit/cases/<case>/<step>. Every case has a README.md that
// tells the story and the answer that is right.
#pragma once

#include <string>

#include "support/buffer.h"

namespace boardwalk::test {

class CaseBytes {
 public:
  explicit CaseBytes(std::string name) : name_(std::move(name)) {}
  [[nodiscard]] Buffer operator[](const std::string& step) const {
    return test_data("cases/" + name_ + "/" + step);
  }

 private:
  std::string name_;
};

}  // namespace boardwalk::test
