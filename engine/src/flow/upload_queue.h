// Files that wait to be sent, in order. Names are copied; the host's strings need not live on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "boardwalk/position.h"

namespace boardwalk {

struct QueuedFile {
  FileId id{};
  std::string name;  // UTF-8
  std::uint64_t size = 0;
  std::int64_t modified = 0;
  std::uint32_t mode = 0;
};

class UploadQueue {
 public:
  void add(QueuedFile file);
  [[nodiscard]] std::optional<QueuedFile> take();
  // false: not here (any more).
  bool remove(FileId id);

  [[nodiscard]] bool empty() const { return files_.empty(); }
  [[nodiscard]] std::size_t count() const { return files_.size(); }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  std::deque<QueuedFile> files_;
  std::uint64_t bytes_ = 0;
};

}  // namespace boardwalk
