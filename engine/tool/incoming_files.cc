// See incoming_files.h.
//
// No fsync for a new file: what the peer is told is that the file is in the system's hands, as rz,
// cp and scp do; waiting for the disk could outlast the peer's patience. A file that is *replaced*
// is different: the old one is given up only when the new one is on the disk.
#include "tool/incoming_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <utility>

#include "tool/names.h"
#include "tool/text.h"
#include "tool/undo.h"

namespace boardwalk::tool {

namespace {

constexpr unsigned kNamesToTry = 10000;
constexpr std::size_t kUsualLongestName = 255;

std::size_t longest_name_in(int folder) {
  const long longest = fpathconf(folder, _PC_NAME_MAX);
  return longest > 0 ? static_cast<std::size_t>(longest) : kUsualLongestName;
}

// There is no way to ask for the umask but to set it; the tool has one thread.
std::uint32_t current_umask() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

std::string random_temporary_name() {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number) {
    number = static_cast<std::uint64_t>(getpid());  // O_EXCL still keeps two files apart
  }
  std::array<char, 40> name{};
  snprintf(name.data(), name.size(), ".boardwalk-%016llx.part",
           static_cast<unsigned long long>(number));
  return name.data();
}

}  // namespace

std::variant<IncomingFiles, LocalError> IncomingFiles::in_folder(const Options& options,
                                                                 Checksums checksums) {
  const int folder = open(options.directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) {
    return LocalError{"cannot open the folder " + printable(options.directory) + ": " +
                      std::strerror(errno)};
  }
  IncomingFiles files{folder, options, checksums};
  if (faccessat(folder, ".", W_OK | X_OK, AT_EACCESS) != 0) {
    return LocalError{"cannot store files in " + printable(options.directory) + ": " +
                      std::strerror(errno)};
  }
  return files;
}

IncomingFiles::IncomingFiles(int folder, const Options& options, Checksums checksums)
    : folder_(folder),
      folder_name_(options.directory),
      on_exists_(options.on_exists),
      name_for_first_(options.name),
      checksums_(checksums),
      longest_name_(longest_name_in(folder)),
      permissions_taken_away_(current_umask()) {}

IncomingFiles::IncomingFiles(IncomingFiles&& other) noexcept
    : folder_(std::exchange(other.folder_, -1)),
      folder_name_(std::move(other.folder_name_)),
      on_exists_(other.on_exists_),
      name_for_first_(std::move(other.name_for_first_)),
      checksums_(other.checksums_),
      longest_name_(other.longest_name_),
      permissions_taken_away_(other.permissions_taken_away_),
      file_(std::exchange(other.file_, -1)),
      id_(other.id_),
      wanted_name_(std::move(other.wanted_name_)),
      temporary_name_(std::move(other.temporary_name_)),
      modified_(other.modified_),
      mode_(other.mode_),
      checksum_(other.checksum_),
      stored_as_(std::move(other.stored_as_)) {}

IncomingFiles::~IncomingFiles() {
  if (folder_ < 0) return;
  abandon();
  close(folder_);
}

std::variant<IncomingFiles::Accepted, IncomingFiles::Skipped, LocalError> IncomingFiles::begin(
    const FileOffered& offer) {
  abandon();
  id_ = offer.id;
  modified_ = offer.modified;
  mode_ = offer.mode;
  checksum_ = FileChecksum{};
  wanted_name_ = name_for_first_.value_or(std::string{offer.name});
  name_for_first_.reset();
  wanted_name_ = free_name_candidate(wanted_name_, 0, longest_name_);
  if (on_exists_ == OnExists::skip && name_is_taken(wanted_name_)) {
    return Skipped{printable(wanted_name_) + " exists already"};
  }
  if (auto error = make_temporary()) return std::move(*error);
  return Accepted{};
}

bool IncomingFiles::name_is_taken(const std::string& name) const {
  struct stat facts {};
  return fstatat(folder_, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0;
}

std::optional<LocalError> IncomingFiles::make_temporary() {
  do {
    temporary_name_ = random_temporary_name();
    // Known to undo.h before it exists: a signal in between then finds nothing to remove, rather
    // than not finding what is there.
    undo::remember_partial(folder_, temporary_name_.c_str());
    file_ = openat(folder_, temporary_name_.c_str(),
                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file_ < 0) undo::forget_partial();
  } while (file_ < 0 && errno == EEXIST);
  if (file_ < 0) return trouble("cannot make a file for", errno);
  return std::nullopt;
}

std::optional<LocalError> IncomingFiles::write(const FileBytes& piece) {
  if (file_ < 0 || piece.id != id_) return trouble("cannot write", EBADF);
  Bytes left = piece.bytes;
  std::uint64_t at = piece.offset.value();
  if (checksums_ == Checksums::crc32) checksum_.add(left);
  while (!left.empty()) {
    const ssize_t put = pwrite(file_, left.data(), left.size(), static_cast<off_t>(at));
    if (put < 0) {
      if (errno == EINTR) continue;
      return trouble("cannot write", errno);
    }
    at += static_cast<std::uint64_t>(put);
    left = left.subspan(static_cast<std::size_t>(put));
  }
  return std::nullopt;
}

std::optional<LocalError> IncomingFiles::finish(FileId id) {
  if (file_ < 0 || id != id_) return trouble("cannot finish", EBADF);
  set_time_and_permissions();
  int error = 0;
  if (on_exists_ == OnExists::overwrite && name_is_taken(wanted_name_) && fsync(file_) != 0) {
    error = errno;
  }
  // Some file systems tell of a full disk or a used-up quota only here.
  if (close(std::exchange(file_, -1)) != 0 && error == 0) error = errno;
  if (error == 0) error = give_name();
  if (error != 0) {
    undo::remove_partial();
    return trouble("cannot store", error);
  }
  undo::forget_partial();
  return std::nullopt;
}

void IncomingFiles::set_time_and_permissions() const {
  const std::uint32_t mode = mode_ != 0 ? mode_ & 0777U : 0666U;
  // Neither is worth losing the file for: some file systems have no permissions to set.
  [[maybe_unused]] const int changed = fchmod(file_, mode & ~permissions_taken_away_);
  if (modified_ == 0) return;
  const std::array<timespec, 2> times{timespec{0, UTIME_OMIT},
                                      timespec{static_cast<time_t>(modified_), 0}};
  futimens(file_, times.data());
}

int IncomingFiles::give_name() {
  const std::string folder =
      folder_name_ == "." ? "" : folder_name_ + (folder_name_.ends_with('/') ? "" : "/");
  if (on_exists_ == OnExists::overwrite) {
    stored_as_ = folder + wanted_name_;
    if (renameat(folder_, temporary_name_.c_str(), folder_, wanted_name_.c_str()) == 0) return 0;
    if (errno != EISDIR) return errno;  // a folder of that name is not given up: find another name
  }
  for (unsigned attempt = 0; attempt < kNamesToTry; ++attempt) {
    const std::string name = free_name_candidate(wanted_name_, attempt, longest_name_);
    const int error = rename_unless_taken(name);
    if (error == EEXIST) continue;
    stored_as_ = folder + name;
    return error;
  }
  return EEXIST;
}

// In one step, so that two receivers in one folder cannot take each other's name.
int IncomingFiles::rename_unless_taken(const std::string& name) const {
  if (renameat2(folder_, temporary_name_.c_str(), folder_, name.c_str(), RENAME_NOREPLACE) == 0) {
    return 0;
  }
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // A file system without that call (NFS): a second name, then the first one goes.
  if (linkat(folder_, temporary_name_.c_str(), folder_, name.c_str(), 0) != 0) return errno;
  unlinkat(folder_, temporary_name_.c_str(), 0);
  return 0;
}

void IncomingFiles::abandon() {
  close_file();
  undo::remove_partial();
}

void IncomingFiles::close_file() {
  if (file_ >= 0) close(std::exchange(file_, -1));
}

std::optional<std::uint32_t> IncomingFiles::crc32() const {
  if (checksums_ == Checksums::none) return std::nullopt;
  return checksum_.value();
}

LocalError IncomingFiles::trouble(std::string_view doing, int error) const {
  return {std::string{doing} + " " + printable(wanted_name_) + ": " + std::strerror(error)};
}

}  // namespace boardwalk::tool
