// The information block of a ZFILE frame: what the sender says about the file it offers, both ways.
//
// The peer's text is taken as a claim and never as a path: names are made safe here, once, for
// everybody. Knows no disk and no session. Allocates (once per file, not on the data path).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "boardwalk/bytes.h"
#include "boardwalk/config.h"

namespace boardwalk::zmodem {

// What file systems take in one path component.
inline constexpr std::size_t kLongestName = 255;

struct FileInfo {
  std::string name{};  // UTF-8; as read: safe as one path component, never empty
  // As read: the name with the folders before it, if the sender gave any: safe components with '/'
  // between them, never absolute, never "..".
  std::string path{};
  std::optional<std::uint64_t> size{};  // a claim; the end of the file is ZEOF
  std::int64_t modified = 0;            // seconds since 1970 UTC; 0: unknown
  std::uint32_t mode = 0;               // Unix permission bits; 0: unknown, or no regular file
  std::uint32_t files_left = 0;         // including this one; 0: unknown
  std::uint64_t bytes_left = 0;         // including this one; 0: unknown
};

// Reads any block: fields may be missing from the end, malformed or too large, which makes them
// unknown; it never fails.
[[nodiscard]] FileInfo read_file_info(Bytes block);

// Writes the block as lsz does, into `room`; returns its length, or 0 if it does not fit
// (kMaxInfo of wire.h always does). Directories in the name are cut off. Without a size only the
// name is written: a field cannot be left out in the middle.
[[nodiscard]] std::size_t write_file_info(const FileInfo& info, NameEncoding encoding,
                                          MutableBytes room);

// One safe path component from any UTF-8 name: the part after the last '/', '\' or drive colon,
// characters that some file system or screen misreads replaced by '_', at most kLongestName bytes
// with the extension kept, "unnamed" if nothing is left.
[[nodiscard]] std::string safe_name(std::string_view name);

}  // namespace boardwalk::zmodem
