// One file on its way in: from its first byte to its final name, or to what is left of it.
//
// The decisions have been made (policy.h, resume.h); in here they are carried out. No fsync for a
// new file: what the peer is told is that the file is in the system's hands, as rz, cp and scp do;
// waiting for the disk could outlast the peer's patience. A file that is *replaced* is different:
// the old one is given up only when the new one is on the disk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "boardwalk/event.h"
#include "tool/checksum.h"
#include "tool/folder.h"
#include "tool/partial_file.h"
#include "tool/policy.h"
#include "tool/text_conversion.h"

namespace boardwalk::tool {

// What the file is to become.
struct Destination {
  Folder folder;
  std::string name;
  Verdict verdict = Verdict::store;  // store, keep_both, replace or append
  std::int64_t modified = 0;         // 0: unknown
  std::uint32_t permissions = 0;
};

// What stays here of a file that did not become complete.
struct KeptPart {
  std::string path;
  std::uint64_t bytes = 0;
  bool can_be_continued = true;  // not if line ends were converted
};

class ReceivedFile {
 public:
  ReceivedFile(Destination destination, PartialFile part, Checksums checksums);

  // Before the first write: the part holds this much already, with this checksum.
  void continue_from(FileOffset from, const FileChecksum& checksum);
  void convert_text() { text_.emplace(); }

  // Both return errno, 0 for success. Bytes come in order; when write() returns without an error
  // they are the system's.
  [[nodiscard]] int write(FileOffset offset, Bytes bytes);

  // Time, permissions, name; stored_as() says which. After an error the part is still there.
  [[nodiscard]] int finish();
  [[nodiscard]] std::string stored_as() const { return destination_.folder.path_of(final_name_); }

  // Instead of finish(): what is worth continuing stays, anything else is removed.
  [[nodiscard]] std::optional<KeptPart> leave(Outcome outcome);

  // Of the sender's bytes so far; nothing if not asked for.
  [[nodiscard]] std::optional<std::uint32_t> crc32() const;

 private:
  [[nodiscard]] int take_free_name();
  [[nodiscard]] int replace();
  [[nodiscard]] int append();

  Destination destination_;
  PartialFile part_;
  std::optional<TextConversion> text_;
  Checksums checksums_;
  FileChecksum checksum_;
  FileOffset from_;
  FileOffset received_;       // in the sender's file
  std::uint64_t stored_ = 0;  // in the part
  std::string final_name_;
};

}  // namespace boardwalk::tool
