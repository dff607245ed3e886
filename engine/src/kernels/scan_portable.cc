// See scan.h. Eight table look-ups per branch; works everywhere and is the reference for any
// other variant.
#include "kernels/scan.h"

namespace boardwalk::kernels {

std::size_t plain_run(Bytes in, const ByteClass& table) {
  const std::byte* const begin = in.data();
  const std::byte* const end = begin + in.size();
  const std::byte* at = begin;
  while (end - at >= 8) {
    const unsigned any = static_cast<unsigned>(class_of(table, at[0]) | class_of(table, at[1]) |
                                               class_of(table, at[2]) | class_of(table, at[3]) |
                                               class_of(table, at[4]) | class_of(table, at[5]) |
                                               class_of(table, at[6]) | class_of(table, at[7]));
    if (any != 0) {
      break;
    }
    at += 8;
  }
  while (at != end && class_of(table, *at) == 0) {
    ++at;
  }
  return static_cast<std::size_t>(at - begin);
}

}  // namespace boardwalk::kernels
