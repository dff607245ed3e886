// See outgoing_files.h.
#include "tool/outgoing_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "tool/text.h"

namespace boardwalk::tool {

namespace {

LocalError trouble(const std::string& path, const std::string& why) {
  return {"cannot send " + printable(path) + ": " + why};
}

// O_NONBLOCK: a FIFO without a writer must be refused, not waited for.
int open_to_read(const std::string& path) {
  return open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

}  // namespace

OutgoingFiles::OutgoingFiles(Checksums checksums) : checksums_(checksums) {}

OutgoingFiles::~OutgoingFiles() {
  if (open_ >= 0) close(open_);
}

std::optional<LocalError> OutgoingFiles::add(const std::string& path) {
  // Opened only to see whether it can be: a batch may hold more files than may be open at a time.
  const int descriptor = open_to_read(path);
  if (descriptor < 0) return trouble(path, std::strerror(errno));
  struct stat facts {};
  const int error = fstat(descriptor, &facts) == 0 ? 0 : errno;
  close(descriptor);
  if (error != 0) return trouble(path, std::strerror(error));
  if (S_ISDIR(facts.st_mode)) return trouble(path, "it is a folder");
  if (!S_ISREG(facts.st_mode)) return trouble(path, "it is not a regular file");
  files_.push_back({path, path.substr(path.rfind('/') + 1),  // npos + 1 is 0
                    static_cast<std::uint64_t>(facts.st_size), facts.st_mtim, facts.st_mode & 0777U,
                    facts.st_dev, facts.st_ino});
  return std::nullopt;
}

std::vector<FileToSend> OutgoingFiles::offers() const {
  std::vector<FileToSend> offers;
  offers.reserve(files_.size());
  for (const File& each : files_) {
    const auto id = static_cast<FileId>(offers.size());
    offers.push_back({id, each.name, each.size, each.modified.tv_sec, each.mode});
  }
  return offers;
}

const OutgoingFiles::File& OutgoingFiles::file(FileId id) const {
  return files_.at(static_cast<std::size_t>(id));
}

const std::string& OutgoingFiles::name(FileId id) const { return file(id).name; }
std::uint64_t OutgoingFiles::size(FileId id) const { return file(id).size; }

std::optional<LocalError> OutgoingFiles::open_for(FileId id) {
  if (open_id_ == id) return std::nullopt;
  if (open_ >= 0) close(std::exchange(open_, -1));
  open_id_.reset();
  checksum_ = FileChecksum{};
  checksum_end_ = 0;
  open_ = open_to_read(file(id).path);
  if (open_ < 0) return trouble(file(id).path, std::strerror(errno));
  open_id_ = id;
  return std::nullopt;
}

std::optional<LocalError> OutgoingFiles::check(const File& offered) const {
  struct stat facts {};
  if (fstat(open_, &facts) != 0) return trouble(offered.path, std::strerror(errno));
  if (facts.st_dev != offered.device || facts.st_ino != offered.number) {
    return trouble(offered.path, "another file has taken its place");
  }
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  if (size < offered.size) return trouble(offered.path, "it has become shorter than it was");
  const bool same_date = facts.st_mtim.tv_sec == offered.modified.tv_sec &&
                         facts.st_mtim.tv_nsec == offered.modified.tv_nsec;
  // A date alone cannot tell what was written behind the end from what was written before it.
  if (size == offered.size && !same_date) {
    return trouble(offered.path, "it has been changed since it was offered");
  }
  return std::nullopt;
}

std::optional<std::size_t> OutgoingFiles::fill(MutableBytes room, std::uint64_t offset) const {
  std::size_t filled = 0;
  while (filled < room.size()) {
    const ssize_t got = pread(open_, room.data() + filled, room.size() - filled,
                              static_cast<off_t>(offset + filled));
    if (got == 0) break;
    if (got < 0) {
      if (errno == EINTR) continue;
      return std::nullopt;
    }
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

std::variant<Bytes, LocalError> OutgoingFiles::read(const FileWanted& wanted) {
  if (auto error = open_for(wanted.id)) return std::move(*error);
  Room& room = rooms_[std::exchange(next_room_, (next_room_ + 1) % rooms_.size())];
  if (room.size < wanted.length) {
    room = {std::make_unique_for_overwrite<std::byte[]>(wanted.length), wanted.length};
  }
  const MutableBytes space{room.memory.get(), wanted.length};
  const std::uint64_t from = wanted.offset.value();
  const auto filled = fill(space, from);
  if (!filled) return trouble(file(wanted.id).path, std::strerror(errno));
  if (auto error = check(file(wanted.id))) return std::move(*error);
  if (*filled < wanted.length) {
    return trouble(file(wanted.id).path, "it has become shorter than it was");
  }
  // A repeated piece adds nothing; a piece beyond a gap waits for crc32().
  const std::uint64_t end = from + wanted.length;
  if (checksums_ == Checksums::crc32 && from <= checksum_end_ && checksum_end_ < end) {
    checksum_.add(Bytes{space}.subspan(static_cast<std::size_t>(checksum_end_ - from)));
    checksum_end_ = end;
  }
  return Bytes{space};
}

std::optional<std::uint32_t> OutgoingFiles::crc32(FileId id) {
  if (checksums_ == Checksums::none || open_for(id)) return std::nullopt;
  std::array<std::byte, 16 * 1024> piece;
  const std::uint64_t size = file(id).size;
  while (checksum_end_ < size) {
    const auto wanted = std::min<std::uint64_t>(piece.size(), size - checksum_end_);
    const MutableBytes space{piece.data(), static_cast<std::size_t>(wanted)};
    if (fill(space, checksum_end_) != space.size()) return std::nullopt;
    checksum_.add(space);
    checksum_end_ += wanted;
  }
  return checksum_.value();
}

}  // namespace boardwalk::tool
