// See folder.h.
#include "tool/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <utility>

namespace boardwalk::tool {

namespace {

constexpr std::size_t kUsualLongestName = 255;
constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

bool may_be_named(std::string_view part) { return !part.empty() && part != "." && part != ".."; }

}  // namespace

std::variant<Folder, int> Folder::open(const std::string& path) {
  Descriptor folder{::open(path.c_str(), kOpenFolder)};
  if (!folder.is_open()) return errno;
  std::string prefix = path == "." ? "" : path;
  if (!prefix.empty() && !prefix.ends_with('/')) prefix += '/';
  return Folder{std::move(folder), std::move(prefix)};
}

Folder::Folder(Descriptor open, std::string path) : open_(std::move(open)), path_(std::move(path)) {
  const long longest = fpathconf(open_.get(), _PC_NAME_MAX);
  longest_name_ = longest > 0 ? static_cast<std::size_t>(longest) : kUsualLongestName;
}

std::variant<Folder, int> Folder::below(std::string_view path, IfMissing missing) const {
  Descriptor at{openat(open_.get(), ".", kOpenFolder)};
  if (!at.is_open()) return errno;
  std::string written = path_;
  while (!path.empty()) {
    const std::string part{path.substr(0, path.find('/'))};
    path.remove_prefix(part.size() < path.size() ? part.size() + 1 : part.size());
    if (!may_be_named(part)) return EINVAL;
    if (missing == IfMissing::make && mkdirat(at.get(), part.c_str(), 0777) != 0 &&
        errno != EEXIST) {
      return errno;
    }
    at = Descriptor{openat(at.get(), part.c_str(), kOpenFolder | O_NOFOLLOW)};
    if (!at.is_open()) return errno;
    written += part + "/";
  }
  return Folder{std::move(at), std::move(written)};
}

bool Folder::can_be_written() const {
  return faccessat(open_.get(), ".", W_OK | X_OK, AT_EACCESS) == 0;
}

std::optional<Existing> Folder::existing(const std::string& name) const {
  struct stat facts {};
  if (fstatat(open_.get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  return Existing{S_ISREG(facts.st_mode), static_cast<std::uint64_t>(facts.st_size),
                  static_cast<std::int64_t>(facts.st_mtime)};
}

std::string Folder::path_of(const std::string& name) const { return path_ + name; }

std::optional<std::uint64_t> Folder::free_space() const {
  struct statvfs facts {};
  if (fstatvfs(open_.get(), &facts) != 0) return std::nullopt;
  return static_cast<std::uint64_t>(facts.f_bavail) * facts.f_frsize;
}

int Folder::rename_unless_taken(const std::string& from, const std::string& to) const {
  const int folder = open_.get();
  if (renameat2(folder, from.c_str(), folder, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // A file system without that call (NFS): a second name, then the first one goes.
  if (linkat(folder, from.c_str(), folder, to.c_str(), 0) != 0) return errno;
  remove(from);
  return 0;
}

int Folder::rename_over(const std::string& from, const std::string& to) const {
  return renameat(open_.get(), from.c_str(), open_.get(), to.c_str()) == 0 ? 0 : errno;
}

void Folder::remove(const std::string& name) const { unlinkat(open_.get(), name.c_str(), 0); }

}  // namespace boardwalk::tool
