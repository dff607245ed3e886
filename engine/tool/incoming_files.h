// Files that come in: written under a temporary name in the target folder, given their own name
// only when complete, never over another file unless that was asked for.
//
// Knows folders and policies, nothing of protocols. One file at a time, as ZMODEM sends them. Why
// a named temporary file and not O_TMPFILE: not every file system has that, and a name in the
// folder (".boardwalk-….part") shows a person what is going on; undo.h removes it when the program
// is interrupted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "boardwalk/bytes.h"
#include "boardwalk/event.h"
#include "boardwalk/position.h"
#include "tool/checksum.h"
#include "tool/local_error.h"
#include "tool/options.h"

namespace boardwalk::tool {

class IncomingFiles {
 public:
  // Opens the folder and checks that files can be made in it.
  [[nodiscard]] static std::variant<IncomingFiles, LocalError> in_folder(const Options& options,
                                                                         Checksums checksums);
  ~IncomingFiles();
  IncomingFiles(IncomingFiles&& other) noexcept;
  IncomingFiles& operator=(IncomingFiles&&) = delete;

  struct Accepted {};
  struct Skipped {
    std::string why;
  };
  // Decides about an offered file and, if it is wanted, opens its temporary file. Any file before
  // it that was not finished is removed.
  [[nodiscard]] std::variant<Accepted, Skipped, LocalError> begin(const FileOffered& offer);

  // Stores bytes; when it returns without an error they are the system's. Bytes of a file that is
  // not open are a mistake of ours and an error.
  [[nodiscard]] std::optional<LocalError> write(const FileBytes& piece);

  // Makes the file final: name, time, permissions. After an error nothing of it is left.
  [[nodiscard]] std::optional<LocalError> finish(FileId id);

  // Removes what there is of a file that was not finished; nothing to do after finish().
  void abandon();

  // Of the file that was finished last: its path as seen from the caller's folder.
  [[nodiscard]] const std::string& stored_as() const { return stored_as_; }

  // Of what was written of the current or the last file; nothing if not asked for.
  [[nodiscard]] std::optional<std::uint32_t> crc32() const;

 private:
  IncomingFiles(int folder, const Options& options, Checksums checksums);

  [[nodiscard]] bool name_is_taken(const std::string& name) const;
  [[nodiscard]] std::optional<LocalError> make_temporary();
  // Both return errno, 0 for success; give_name() sets stored_as_.
  [[nodiscard]] int give_name();
  [[nodiscard]] int rename_unless_taken(const std::string& name) const;
  void set_time_and_permissions() const;
  void close_file();
  [[nodiscard]] LocalError trouble(std::string_view doing, int error) const;

  int folder_ = -1;
  std::string folder_name_;
  OnExists on_exists_;
  std::optional<std::string> name_for_first_;
  Checksums checksums_;
  std::size_t longest_name_;
  std::uint32_t permissions_taken_away_;  // the umask

  // The file being received.
  int file_ = -1;
  FileId id_{};
  std::string wanted_name_;
  std::string temporary_name_;
  std::int64_t modified_ = 0;
  std::uint32_t mode_ = 0;
  FileChecksum checksum_;

  std::string stored_as_;
};

}  // namespace boardwalk::tool
