// See partial_file.h.
#include "tool/partial_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <utility>

#include "tool/names.h"

namespace boardwalk::tool {

namespace {

constexpr unsigned kNamesToTry = 10000;
constexpr unsigned kLeftOversToLookFor = 10;
constexpr std::size_t kPiece = std::size_t{1} << 20;
constexpr mode_t kMark = S_ISVTX;
constexpr mode_t kWhilePartial = kMark | S_IRUSR | S_IWUSR;  // nobody else sees half a file

std::string part_name(const Folder& folder, const std::string& name, unsigned attempt) {
  return free_name_candidate(name + ".part", attempt, folder.longest_name());
}

// Whether the open file is a plain one of our own (in a folder that everybody may write to, another
// could change what has been checked), has no second name, and is what stands under `name` now: it
// may have been renamed, or replaced, between opening and locking.
bool still_stands_there(const Folder& folder, const std::string& name, int file, mode_t wanted) {
  struct stat opened {};
  struct stat named {};
  return fstat(file, &opened) == 0 && S_ISREG(opened.st_mode) && opened.st_nlink == 1 &&
         opened.st_uid == geteuid() && (opened.st_mode & wanted) == wanted &&
         fstatat(folder.descriptor(), name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

// Held until the file is closed. A file system without locks: there is nothing better to do.
bool lock(int file) { return flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

}  // namespace

PartialFile::PartialFile(Descriptor open, std::string name)
    : open_(std::move(open)), name_(std::move(name)) {}

// O_NONBLOCK: somebody's FIFO of that name must not be waited for.
std::variant<PartialFile, int> PartialFile::take(const Folder& folder, const std::string& name,
                                                 int flags) {
  Descriptor file{openat(folder.descriptor(), name.c_str(),
                         O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags,
                         kWhilePartial)};
  if (!file.is_open()) return errno;
  if (!lock(file.get())) return EEXIST;
  return PartialFile{std::move(file), name};
}

std::variant<PartialFile, int> PartialFile::start(const Folder& folder, const std::string& name) {
  for (unsigned attempt = 0; attempt < kNamesToTry; ++attempt) {
    const std::string candidate = part_name(folder, name, attempt);
    auto made = take(folder, candidate, O_CREAT | O_EXCL);
    if (std::holds_alternative<PartialFile>(made)) return made;
    if (std::get<int>(made) != EEXIST) return made;
    auto found = take(folder, candidate, 0);
    auto* left = std::get_if<PartialFile>(&found);
    if (left == nullptr) continue;
    if (!still_stands_there(folder, candidate, left->open_.get(), kMark)) continue;
    if (left->shorten(0) == 0) return found;
  }
  return EEXIST;
}

std::vector<PartialFile> PartialFile::left_over(const Folder& folder, const std::string& name) {
  std::vector<PartialFile> found;
  for (unsigned attempt = 0; attempt < kLeftOversToLookFor; ++attempt) {
    auto part = existing(folder, part_name(folder, name, attempt));
    if (part) found.push_back(std::move(*part));
  }
  return found;
}

std::optional<PartialFile> PartialFile::existing(const Folder& folder, const std::string& name) {
  auto found = take(folder, name, 0);
  auto* file = std::get_if<PartialFile>(&found);
  if (file == nullptr || !still_stands_there(folder, name, file->open_.get(), 0)) {
    return std::nullopt;
  }
  return std::move(*file);
}

// The place is taken first by an empty part, over which the file then goes in one step.
int PartialFile::become_part(const Folder& folder, const std::string& name) {
  auto place = start(folder, name);
  if (const int* error = std::get_if<int>(&place)) return *error;
  const auto& empty = std::get<PartialFile>(place);
  if (const int error = folder.rename_over(name_, empty.name_); error != 0) {
    folder.remove(empty.name_);
    return error;
  }
  name_ = empty.name_;
  [[maybe_unused]] const int marked = fchmod(open_.get(), kWhilePartial);
  return 0;
}

std::uint64_t PartialFile::size() const {
  struct stat facts {};
  return fstat(open_.get(), &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
}

int PartialFile::shorten(std::uint64_t length) const {
  return ftruncate(open_.get(), static_cast<off_t>(length)) == 0 ? 0 : errno;
}

int PartialFile::write(Bytes bytes, std::uint64_t at) const {
  while (!bytes.empty()) {
    const ssize_t put = pwrite(open_.get(), bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (put < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    at += static_cast<std::uint64_t>(put);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return 0;
}

int PartialFile::add_all_of(const Descriptor& other) const {
  const auto room = std::make_unique_for_overwrite<std::byte[]>(kPiece);
  std::uint64_t end = size();
  for (off_t from = 0;;) {
    const ssize_t got = pread(other.get(), room.get(), kPiece, from);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) return 0;
    const Bytes piece{room.get(), static_cast<std::size_t>(got)};
    if (const int error = write(piece, end); error != 0) return error;
    from += got;
    end += piece.size();
  }
}

void PartialFile::set_permissions(std::uint32_t mode) const {
  // Some file systems have none to set.
  [[maybe_unused]] const int changed = fchmod(open_.get(), mode);
}

void PartialFile::set_time(std::int64_t modified) const {
  const std::array<timespec, 2> times{timespec{0, UTIME_OMIT},
                                      timespec{static_cast<time_t>(modified), 0}};
  futimens(open_.get(), times.data());
}

// Closing a second descriptor of the file makes the system say what closing the first one would,
// and the lock stays.
int PartialFile::settle(Durability durability) const {
  if (durability == Durability::on_disk && fsync(open_.get()) != 0) return errno;
  const int second = dup(open_.get());
  return second >= 0 && close(second) == 0 ? 0 : errno;
}

}  // namespace boardwalk::tool
