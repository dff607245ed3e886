// Files that come in: what becomes of each that is offered, and the one that is being received.
//
// Joins what is here (folder.h) to the decisions (policy.h, resume.h) and to the file that is being
// written (received_file.h). Knows nothing of protocols. One file at a time, as ZMODEM sends them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "boardwalk/event.h"
#include "boardwalk/position.h"
#include "tool/checksum.h"
#include "tool/folder.h"
#include "tool/local_error.h"
#include "tool/options.h"
#include "tool/partial_file.h"
#include "tool/policy.h"
#include "tool/received_file.h"
#include "tool/resume.h"

namespace boardwalk::tool {

class IncomingFiles {
 public:
  // Opens the folder and checks that files can be made in it.
  [[nodiscard]] static std::variant<IncomingFiles, LocalError> in_folder(const Options& options,
                                                                         Checksums checksums);
  ~IncomingFiles();
  IncomingFiles(IncomingFiles&&) = default;
  IncomingFiles& operator=(IncomingFiles&&) = delete;

  // What to answer to an offer. After Accept the file is open.
  struct Accept {
    FileOffset from;
  };
  struct Ask {
    std::uint64_t length = 0;  // the checksum of so many bytes; 0: of all of them
  };
  struct Skip {
    std::string why;
  };
  using Answer = std::variant<Accept, Ask, Skip, LocalError>;

  // A file before it that was not finished is left as by leave(Outcome::cancelled).
  [[nodiscard]] Answer begin(const FileOffered& offer);

  // After Ask: what the sender says. Reads what is here to compare, however much that is.
  [[nodiscard]] Answer told(const ChecksumTold& answer);

  // What the person should know about the decisions since the last call.
  [[nodiscard]] std::vector<std::string> take_notices();

  // Stores bytes; when it returns without an error they are the system's. Bytes of a file that is
  // not open are a mistake of ours and an error.
  [[nodiscard]] std::optional<LocalError> write(const FileBytes& piece);

  // Makes the file final: name, time, permissions.
  [[nodiscard]] std::optional<LocalError> finish(FileId id);

  // The end of a file without finish(): what there is of it is kept to be continued, unless it was
  // skipped; nothing to do after finish().
  std::optional<KeptPart> leave(Outcome outcome);

  // Of the file that was finished last: its path as seen from the caller's folder, and the checksum
  // of the sender's bytes if that was asked for.
  [[nodiscard]] const std::string& stored_as() const { return stored_as_; }
  [[nodiscard]] std::optional<std::uint32_t> crc32() const { return crc32_; }

  // Bytes that can still be stored.
  [[nodiscard]] std::optional<std::uint64_t> free_space() const { return root_.free_space(); }

 private:
  IncomingFiles(Folder root, const Options& options, Checksums checksums);

  void name_it(std::string_view path);
  [[nodiscard]] std::optional<Answer> look_into_folder();
  void look_for_remains();
  [[nodiscard]] Answer next_question();
  [[nodiscard]] std::optional<FileChecksum> stored_checksum(const ResumeQuestion& question) const;
  [[nodiscard]] Answer conclude(const ResumeQuestion& question, const FileChecksum& checksum);
  [[nodiscard]] Answer compared(const ChecksumTold& answer);
  [[nodiscard]] Answer settle();
  void open_file(PartialFile part, Verdict verdict);
  void notice(std::string_view message);
  [[nodiscard]] LocalError trouble(std::string_view doing, int error) const;

  Folder root_;
  StoragePolicy wishes_;
  Subfolders subfolders_;
  std::optional<std::string> name_for_first_;
  Checksums checksums_;
  std::uint32_t permissions_taken_away_;  // the umask

  // The file that is offered or being received. Its names are copied, not in `offer_`.
  FileOffered offer_{};
  std::string subfolder_;
  std::string name_;
  std::optional<Folder> folder_;  // nothing: it is not there yet
  std::optional<Existing> existing_;
  Decision decision_;

  // What may be continued, and where the questions about it are.
  std::vector<PartialFile> parts_;
  std::optional<PartialFile> shorter_;
  std::vector<ResumeQuestion> questions_;
  std::size_t asked_ = 0;
  bool comparing_ = false;  // the question asked is the policy's

  std::unique_ptr<ReceivedFile> file_;

  std::vector<std::string> notices_;
  std::string stored_as_;
  std::optional<std::uint32_t> crc32_;
};

}  // namespace boardwalk::tool
