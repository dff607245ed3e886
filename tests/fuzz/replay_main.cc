// Runs a fuzzer over the files of a folder, without libFuzzer: what it once found, and what it
// starts from, as a test.
//
//   PROGRAM FOLDER RESULTS.json
//
// A file that breaks a promise ends the program; its name is the last one printed. The counts go to
// RESULTS.json in GoogleTest's words.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::uint8_t> read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::fprintf(stderr, "usage: %s FOLDER RESULTS.json\n", words[0]);
    return 2;
  }
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(words[1], error)) {
    if (entry.is_regular_file()) {
      paths.push_back(entry.path());
    }
  }
  if (paths.empty()) {
    std::fprintf(stderr, "%s holds no files\n", words[1]);
    return 1;
  }
  std::sort(paths.begin(), paths.end());
  LLVMFuzzerTestOneInput(nullptr, 0);
  for (const auto& path : paths) {
    std::printf("%s\n", path.filename().c_str());
    std::fflush(stdout);  // it may be the last thing we say
    const auto input = read_file(path);
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::ofstream(words[2]) << R"({"tests": )" << paths.size()
                          << R"(, "failures": 0, "disabled": 0, "errors": 0})" << '\n';
  return 0;
}
