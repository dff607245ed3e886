// Fuzzes the block of a ZFILE: whatever it holds, the name is one safe path component, and what was
// understood survives being written and read again.
#include "zmodem/file_info.h"

#include <array>

#include "support/input.h"
#include "support/require.h"
#include "zmodem/wire.h"

namespace boardwalk::fuzz {
namespace {

using zmodem::FileInfo;

void require_safe(const std::string& name) {
  require(!name.empty() && name.size() <= zmodem::kLongestName, "no name, or too long a one");
  require(name != "." && name != "..", "a name that is a directory");
  for (const char each : name) {
    require(static_cast<unsigned char>(each) >= 0x20 && each != 0x7f, "a control in a name");
    require(each != '/' && each != '\\' && each != ':', "a name with a path in it");
  }
}

void write_and_read(const FileInfo& info, NameEncoding encoding) {
  std::array<std::byte, zmodem::kMaxInfo> room;
  const std::size_t size = zmodem::write_file_info(info, encoding, room);
  require(size != 0 && size <= room.size(), "a block that does not fit");
  const FileInfo back = zmodem::read_file_info(Bytes(room).first(size));
  require_safe(back.name);
  require(back.size == info.size, "another size");
  if (info.size) {
    require(back.modified == info.modified, "another time");
    require(back.mode == info.mode, "other permissions");
    require(back.files_left == info.files_left && back.bytes_left == info.bytes_left,
            "another number of files or bytes to come");
  }
  if (encoding == NameEncoding::utf8) {
    require(back.name == info.name, "another name");
  }
}

}  // namespace
}  // namespace boardwalk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace boardwalk;
  using namespace boardwalk::fuzz;
  const Bytes block = std::as_bytes(std::span(data, size));
  const FileInfo info = zmodem::read_file_info(block);
  require_safe(info.name);
  write_and_read(info, NameEncoding::utf8);
  write_and_read(info, NameEncoding::cp437);
  const std::string safe =
      zmodem::safe_name({reinterpret_cast<const char*>(block.data()), block.size()});
  require_safe(safe);
  require(zmodem::safe_name(safe) == safe, "what is safe can be made safer");
  return 0;
}
