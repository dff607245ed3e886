// See upload_queue.h.
#include "flow/upload_queue.h"

#include <algorithm>
#include <utility>

namespace boardwalk {

void UploadQueue::add(QueuedFile file) {
  bytes_ += file.size;
  files_.push_back(std::move(file));
}

std::optional<QueuedFile> UploadQueue::take() {
  if (files_.empty()) {
    return std::nullopt;
  }
  QueuedFile file = std::move(files_.front());
  files_.pop_front();
  bytes_ -= file.size;
  return file;
}

bool UploadQueue::remove(FileId id) {
  const auto found = std::find_if(files_.begin(), files_.end(),
                                  [id](const QueuedFile& file) { return file.id == id; });
  if (found == files_.end()) {
    return false;
  }
  bytes_ -= found->size;
  files_.erase(found);
  return true;
}

}  // namespace boardwalk
