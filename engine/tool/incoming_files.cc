// See incoming_files.h.
#include "tool/incoming_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cstring>
#include <utility>

#include "tool/names.h"
#include "tool/text.h"

namespace boardwalk::tool {

namespace {

// There is no way to ask for the umask but to set it; the tool has one thread.
std::uint32_t current_umask() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

Descriptor open_to_read(const Folder& folder, const std::string& name) {
  return Descriptor{openat(folder.descriptor(), name.c_str(),
                           O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
}

}  // namespace

std::variant<IncomingFiles, LocalError> IncomingFiles::in_folder(const Options& options,
                                                                 Checksums checksums) {
  const std::string shown = printable(options.directory);
  auto opened = Folder::open(options.directory);
  if (const int* error = std::get_if<int>(&opened)) {
    return LocalError{"cannot open the folder " + shown + ": " + std::strerror(*error)};
  }
  auto& folder = std::get<Folder>(opened);
  if (!folder.can_be_written()) {
    return LocalError{"cannot store files in " + shown + ": " + std::strerror(errno)};
  }
  return IncomingFiles{std::move(folder), options, checksums};
}

IncomingFiles::IncomingFiles(Folder root, const Options& options, Checksums checksums)
    : root_(std::move(root)),
      wishes_(options.storage),
      subfolders_(options.subfolders),
      name_for_first_(options.name),
      checksums_(checksums),
      permissions_taken_away_(current_umask()) {}

IncomingFiles::~IncomingFiles() { leave(Outcome::cancelled); }

// --- deciding ---

IncomingFiles::Answer IncomingFiles::begin(const FileOffered& offer) {
  leave(Outcome::cancelled);
  offer_ = offer;
  name_it(offer.path);
  if (auto answer = look_into_folder()) return std::move(*answer);
  decision_ = decide(wishes_, offer_, existing_);
  if (wishes_.text && offer.conversion == Conversion::binary) {
    notice("kept as it is: the sender says it is binary");
  } else if (wishes_.resume && offer.conversion == Conversion::text) {
    notice("kept as it is, though the sender says it is text: what is converted cannot be resumed");
  }
  look_for_remains();
  return next_question();
}

// A name that the person gave stands in the folder that the person gave.
void IncomingFiles::name_it(std::string_view path) {
  const std::size_t border = path.rfind('/') + 1;  // npos + 1 is 0
  subfolder_.clear();
  if (name_for_first_) {
    name_ = std::move(*name_for_first_);
    name_for_first_.reset();
  } else {
    name_ = path.substr(border);
    if (subfolders_ == Subfolders::keep && border > 0) subfolder_ = path.substr(0, border - 1);
  }
  offer_.name = offer_.path = {};
}

std::optional<IncomingFiles::Answer> IncomingFiles::look_into_folder() {
  folder_.reset();
  existing_.reset();
  auto below = root_.below(subfolder_, Folder::IfMissing::fail);
  if (auto* folder = std::get_if<Folder>(&below)) {
    folder_.emplace(std::move(*folder));
    name_ = free_name_candidate(name_, 0, folder_->longest_name());
    existing_ = folder_->existing(name_);
    return std::nullopt;
  }
  const int error = std::get<int>(below);
  if (error == ENOENT) return std::nullopt;  // made when the file is
  if (error == ELOOP || error == ENOTDIR || error == EINVAL) {
    return Skip{printable(subfolder_) + " is no folder that may be written into"};
  }
  return trouble("cannot make a file for", error);
}

void IncomingFiles::look_for_remains() {
  parts_.clear();
  shorter_.reset();
  questions_.clear();
  asked_ = 0;
  comparing_ = false;
  if (!folder_ || !wants_resume(wishes_, offer_)) return;
  Remains remains;
  if (existing_ && existing_->regular && may_continue_existing(wishes_, offer_)) {
    remains.name = existing_->size;
    if (remains.name != offer_.size) shorter_ = PartialFile::existing(*folder_, name_);
    if (remains.name != offer_.size && !shorter_) remains.name.reset();
  }
  // Not if it would be finished only to be left out.
  if (!existing_ || decision_.verdict != Verdict::skip) {
    parts_ = PartialFile::left_over(*folder_, name_);
    for (const PartialFile& part : parts_) remains.parts.push_back(part.size());
  }
  questions_ = resume_questions(offer_.size, remains);
}

IncomingFiles::Answer IncomingFiles::next_question() {
  if (asked_ == questions_.size()) return settle();
  const ResumeQuestion& question = questions_[asked_];
  return Ask{question.then == ResumeQuestion::Then::is_complete ? 0 : question.length};
}

IncomingFiles::Answer IncomingFiles::told(const ChecksumTold& answer) {
  if (comparing_) return compared(answer);
  if (asked_ >= questions_.size()) return settle();
  const ResumeQuestion question = questions_[asked_];
  if (!answer.crc32) {
    notice("the sender tells no checksum to compare with: not resumed");
    asked_ = questions_.size();
    return next_question();
  }
  const auto checksum = stored_checksum(question);
  if (checksum && checksum->value() == *answer.crc32) return conclude(question, *checksum);
  ++asked_;
  if (question.then == ResumeQuestion::Then::is_complete) {
    // The policy need not ask the same again.
    if (decision_.verdict == Verdict::compare) decision_ = after_comparison(Comparison::different);
  } else if (asked_ == questions_.size()) {
    notice("what is here is not the beginning of the file that is offered: not resumed");
  }
  return next_question();
}

std::optional<FileChecksum> IncomingFiles::stored_checksum(const ResumeQuestion& question) const {
  if (question.about == ResumeQuestion::About::part) {
    return checksum_of(parts_[question.part].descriptor(), question.length);
  }
  return checksum_of(open_to_read(*folder_, name_), question.length);
}

IncomingFiles::Answer IncomingFiles::conclude(const ResumeQuestion& question,
                                              const FileChecksum& checksum) {
  if (question.then == ResumeQuestion::Then::is_complete) {
    return Skip{printable(name_) + " is here already, complete"};
  }
  const bool is_part = question.about == ResumeQuestion::About::part;
  PartialFile part = is_part ? std::move(parts_[question.part]) : std::move(*shorter_);
  parts_.clear();  // and with them their locks
  shorter_.reset();
  const std::uint64_t stored = part.size();
  int error = is_part ? 0 : part.become_part(*folder_, name_);
  if (error == 0) error = part.shorten(question.length);
  if (error != 0) return trouble("cannot continue", error);
  if (reaches_beyond(stored, question)) {
    notice("continued at byte " + std::to_string(kFurthestResume) +
           ", though more is here: no place beyond 4 GiB can be asked for");
  }
  const Verdict verdict = is_part ? decision_.verdict : Verdict::store;
  open_file(std::move(part), verdict);
  file_->continue_from(FileOffset{question.length}, checksum);
  return Accept{FileOffset{question.length}};
}

IncomingFiles::Answer IncomingFiles::compared(const ChecksumTold& answer) {
  comparing_ = false;
  const auto checksum = checksum_of(open_to_read(*folder_, name_), existing_->size);
  const bool same = checksum && answer.crc32 && checksum->value() == *answer.crc32;
  decision_ = after_comparison(same ? Comparison::same : Comparison::different);
  return settle();
}

// Nothing is continued: what the policy says is done.
IncomingFiles::Answer IncomingFiles::settle() {
  parts_.clear();
  shorter_.reset();
  if (decision_.verdict == Verdict::skip) {
    return Skip{printable(name_) + " " + std::string{decision_.why}};
  }
  if (decision_.verdict == Verdict::compare) {
    comparing_ = true;
    return Ask{0};
  }
  if (!folder_) {
    auto made = root_.below(subfolder_, Folder::IfMissing::make);
    if (const int* error = std::get_if<int>(&made))
      return trouble("cannot make a file for", *error);
    folder_.emplace(std::move(std::get<Folder>(made)));
    name_ = free_name_candidate(name_, 0, folder_->longest_name());
  }
  auto part = PartialFile::start(*folder_, name_);
  if (const int* error = std::get_if<int>(&part)) return trouble("cannot make a file for", *error);
  open_file(std::move(std::get<PartialFile>(part)), decision_.verdict);
  if (wants_text(wishes_, offer_)) file_->convert_text();
  return Accept{};
}

void IncomingFiles::open_file(PartialFile part, Verdict verdict) {
  // A comparison that was not made, and a name that is only missing, are no reason against a file
  // that is half here already.
  if (verdict == Verdict::compare) verdict = Verdict::replace;
  if (verdict == Verdict::skip) verdict = Verdict::store;
  const std::uint32_t mode = offer_.mode != 0 ? offer_.mode & 0777U : 0666U;
  file_ =
      std::make_unique<ReceivedFile>(Destination{std::move(*folder_), name_, verdict,
                                                 offer_.modified, mode & ~permissions_taken_away_},
                                     std::move(part), checksums_);
  folder_.reset();
}

// --- receiving ---

std::optional<LocalError> IncomingFiles::write(const FileBytes& piece) {
  const bool is_open = file_ && piece.id == offer_.id;
  const int error = is_open ? file_->write(piece.offset, piece.bytes) : EBADF;
  if (error == 0) return std::nullopt;
  return trouble("cannot write", error);
}

std::optional<LocalError> IncomingFiles::finish(FileId id) {
  const int error = file_ && id == offer_.id ? file_->finish() : EBADF;
  if (error != 0) return trouble("cannot store", error);
  stored_as_ = file_->stored_as();
  crc32_ = file_->crc32();
  file_.reset();
  return std::nullopt;
}

std::optional<KeptPart> IncomingFiles::leave(Outcome outcome) {
  if (!file_) return std::nullopt;
  auto kept = file_->leave(outcome);
  file_.reset();
  return kept;
}

std::vector<std::string> IncomingFiles::take_notices() { return std::exchange(notices_, {}); }

void IncomingFiles::notice(std::string_view message) {
  notices_.push_back(printable(name_) + ": " + std::string{message});
}

LocalError IncomingFiles::trouble(std::string_view doing, int error) const {
  return {std::string{doing} + " " + printable(name_) + ": " + std::strerror(error)};
}

}  // namespace boardwalk::tool
