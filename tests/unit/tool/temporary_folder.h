// A folder of a test's own, gone with the test, and the few things that tests do in it.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "boardwalk/bytes.h"

namespace boardwalk::tool {

inline Bytes bytes_of(std::string_view text) {
  return std::as_bytes(std::span{text.data(), text.size()});
}

inline std::string text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class TemporaryFolder : public testing::Test {
 protected:
  TemporaryFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "boardwalk-test-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::filesystem::path at(const std::string& name) const { return folder_ / name; }

  void put(const std::string& name, std::string_view content) const {
    std::ofstream{at(name), std::ios::binary} << content;
  }

  [[nodiscard]] std::string content(const std::string& name) const {
    std::ifstream file{at(name), std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
  }

  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator{folder_}) {
      found.insert(entry.path().filename().string());
    }
    return found;
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace boardwalk::tool
