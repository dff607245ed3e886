// Files that go out: checked and described before the transfer, opened when their turn comes, read
// by offset in large pieces.
//
// Knows files, nothing of protocols. pread and not mmap: a file that shrinks while it is mapped
// kills the reader (SIGBUS), while pread says how much is left, and copying out of the page cache
// costs little beside escaping every byte.
#pragma once

#include <sys/types.h>
#include <time.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "boardwalk/bytes.h"
#include "boardwalk/event.h"
#include "boardwalk/session.h"
#include "tool/checksum.h"
#include "tool/local_error.h"

namespace boardwalk::tool {

class OutgoingFiles {
 public:
  explicit OutgoingFiles(Checksums checksums);
  ~OutgoingFiles();
  OutgoingFiles(const OutgoingFiles&) = delete;
  OutgoingFiles& operator=(const OutgoingFiles&) = delete;

  // Adds a file, or says why it cannot be sent: missing, unreadable, not a regular file.
  [[nodiscard]] std::optional<LocalError> add(const std::string& path);

  // What the session wants to know; names point into this object, valid until the next add().
  [[nodiscard]] std::vector<FileToSend> offers() const;

  // As named on the wire: the last part of the path.
  [[nodiscard]] const std::string& name(FileId id) const;
  [[nodiscard]] std::uint64_t size(FileId id) const;

  // The bytes asked for, all of them, or why not: the file cannot be opened any more, is shorter
  // than it was, or is not what was offered. One that has only grown is sent as it was. They stay
  // as they are until the third read() after this one.
  [[nodiscard]] std::variant<Bytes, LocalError> read(const FileWanted& wanted);

  // CRC-32 of the whole file, if that was asked for and can be had; what was not read yet in order
  // is read now.
  [[nodiscard]] std::optional<std::uint32_t> crc32(FileId id);

 private:
  struct File {
    std::string path;
    std::string name;
    std::uint64_t size = 0;
    timespec modified{};
    std::uint32_t mode = 0;
    dev_t device = 0;  // with the number, which file it is, whatever its path leads to later
    ino_t number = 0;
  };

  [[nodiscard]] const File& file(FileId id) const;
  [[nodiscard]] std::optional<LocalError> open_for(FileId id);
  // Whether the open file is still what was offered.
  [[nodiscard]] std::optional<LocalError> check(const File& offered) const;
  // Fills `room` from `offset`; fewer bytes: the file ends there. nullopt: errno says why.
  [[nodiscard]] std::optional<std::size_t> fill(MutableBytes room, std::uint64_t offset) const;

  Checksums checksums_;
  std::vector<File> files_;

  // The file being sent. Three rooms: the engine may look at two pieces while a third is filled.
  int open_ = -1;
  std::optional<FileId> open_id_;
  struct Room {
    std::unique_ptr<std::byte[]> memory;
    std::size_t size = 0;
  };
  std::array<Room, 3> rooms_;
  std::size_t next_room_ = 0;
  FileChecksum checksum_;
  std::uint64_t checksum_end_ = 0;  // how far checksum_ has come, in file order
};

}  // namespace boardwalk::tool
