// See checksum.h.
#include "tool/checksum.h"

#include <errno.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <memory>

namespace boardwalk::tool {

std::optional<FileChecksum> checksum_of(const Descriptor& file, std::uint64_t length) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  const auto room = std::make_unique_for_overwrite<std::byte[]>(kPiece);
  FileChecksum sum;
  std::uint64_t at = 0;
  while (at < length) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, length - at));
    const ssize_t got = pread(file.get(), room.get(), wanted, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    sum.add({room.get(), static_cast<std::size_t>(got)});
    at += static_cast<std::uint64_t>(got);
  }
  return sum;
}

}  // namespace boardwalk::tool
