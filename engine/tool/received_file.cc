// See received_file.h.
#include "tool/received_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <utility>

#include "tool/names.h"

namespace boardwalk::tool {

namespace {

constexpr unsigned kNamesToTry = 10000;

bool is_skipped(Outcome outcome) {
  return outcome == Outcome::skipped_here || outcome == Outcome::skipped_by_peer;
}

}  // namespace

ReceivedFile::ReceivedFile(Destination destination, PartialFile part, Checksums checksums)
    : destination_(std::move(destination)), part_(std::move(part)), checksums_(checksums) {}

void ReceivedFile::continue_from(FileOffset from, const FileChecksum& checksum) {
  from_ = received_ = from;
  stored_ = from.value();
  checksum_ = checksum;
}

int ReceivedFile::write(FileOffset offset, Bytes bytes) {
  if (offset != received_) return EINVAL;
  const Bytes to_store = text_ ? text_->convert(bytes) : bytes;
  if (const int error = part_.write(to_store, stored_); error != 0) return error;
  if (checksums_ == Checksums::crc32) checksum_.add(bytes);
  received_ += bytes.size();
  stored_ += to_store.size();
  return 0;
}

int ReceivedFile::finish() {
  if (text_) {
    if (const int error = part_.write(text_->finish(), stored_); error != 0) return error;
  }
  part_.set_permissions(destination_.permissions);
  if (destination_.modified != 0) part_.set_time(destination_.modified);
  switch (destination_.verdict) {
    case Verdict::replace:
      return replace();
    case Verdict::append:
      return append();
    default:
      break;
  }
  if (const int error = part_.settle(PartialFile::Durability::with_system); error != 0) {
    return error;
  }
  return take_free_name();
}

int ReceivedFile::take_free_name() {
  const Folder& folder = destination_.folder;
  for (unsigned attempt = 0; attempt < kNamesToTry; ++attempt) {
    final_name_ = free_name_candidate(destination_.name, attempt, folder.longest_name());
    const int error = folder.rename_unless_taken(part_.name(), final_name_);
    if (error != EEXIST) return error;
  }
  return EEXIST;
}

int ReceivedFile::replace() {
  const Folder& folder = destination_.folder;
  const bool something_is_given_up = folder.existing(destination_.name).has_value();
  const int unsettled = part_.settle(something_is_given_up ? PartialFile::Durability::on_disk
                                                           : PartialFile::Durability::with_system);
  if (unsettled != 0) return unsettled;
  final_name_ = destination_.name;
  const int error = folder.rename_over(part_.name(), final_name_);
  // A folder of that name is not given up: find another name.
  return error == EISDIR ? take_free_name() : error;
}

// Old and new are joined in a third file that then takes the old one's place in one step: however
// this ends, the old file is whole, with or without the new bytes.
int ReceivedFile::append() {
  const Folder& folder = destination_.folder;
  const Descriptor old{openat(folder.descriptor(), destination_.name.c_str(),
                              O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
  struct stat facts {};
  if (!old.is_open() || fstat(old.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
    return take_free_name();  // it has gone, or something else has come, since it was decided
  }
  auto made = PartialFile::start(folder, destination_.name);
  if (const int* error = std::get_if<int>(&made)) return *error;
  const auto& joined = std::get<PartialFile>(made);
  int error = joined.add_all_of(old);
  if (error == 0) error = joined.add_all_of(part_.descriptor());
  joined.set_permissions(facts.st_mode & 0777U);
  if (destination_.modified != 0) joined.set_time(destination_.modified);
  if (error == 0) error = joined.settle(PartialFile::Durability::on_disk);
  if (error == 0) error = folder.rename_over(joined.name(), destination_.name);
  folder.remove(error == 0 ? part_.name() : joined.name());
  final_name_ = destination_.name;
  return error;
}

std::optional<KeptPart> ReceivedFile::leave(Outcome outcome) {
  const Folder& folder = destination_.folder;
  const std::uint64_t size = part_.size();
  // What was here before this transfer is not this transfer's to remove.
  const bool keep = size > 0 && (!is_skipped(outcome) || from_ != FileOffset{});
  if (!keep) {
    folder.remove(part_.name());
    return std::nullopt;
  }
  if (destination_.modified != 0) part_.set_time(destination_.modified);
  return KeptPart{folder.path_of(part_.name()), size, !text_.has_value()};
}

std::optional<std::uint32_t> ReceivedFile::crc32() const {
  if (checksums_ == Checksums::none) return std::nullopt;
  return checksum_.value();
}

}  // namespace boardwalk::tool
