// See file_info.h. The block is "name NUL size mtime mode serial files bytes NUL"; size, files and
// bytes are decimal, the rest octal.
#include "zmodem/file_info.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "base/cp437.h"

namespace boardwalk::zmodem {

namespace {

constexpr unsigned kDecimal = 10;
constexpr unsigned kOctal = 8;

constexpr std::uint64_t kRegularFile = 0100000;
constexpr std::uint64_t kModeBits = 07777;
constexpr std::uint64_t kPermissionBits = 0777;  // set-user-id and the like are nobody's to send

constexpr std::string_view kUnnamed = "unnamed";
// A longer "extension" is a part of a sentence, not worth the stem.
constexpr std::size_t kLongestExtension = 32;

// The text behind the name, one field at a time.
class Fields {
 public:
  explicit Fields(Bytes text) : text_(text) {}

  // The next field as a number; nothing if it is missing, malformed or too large for 64 bits.
  std::optional<std::uint64_t> next(unsigned base) {
    while (!at_end() && current() == ' ') {
      ++at_;
    }
    if (at_end()) {
      return std::nullopt;
    }
    std::uint64_t value = 0;
    bool is_good = true;
    for (; !at_end() && current() != ' '; ++at_) {
      const std::uint64_t digit = static_cast<std::uint64_t>(current()) - '0';  // wraps below '0'
      if (digit >= base || value > (std::numeric_limits<std::uint64_t>::max() - digit) / base) {
        is_good = false;
        continue;
      }
      value = value * base + digit;
    }
    return is_good ? std::optional{value} : std::nullopt;
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ == text_.size() || text_[at_] == std::byte{0}; }
  [[nodiscard]] unsigned char current() const { return std::to_integer<unsigned char>(text_[at_]); }

  Bytes text_;
  std::size_t at_ = 0;
};

bool is_bad_in_names(char32_t character) {
  if (character < 0x20 || (character >= 0x7f && character < 0xa0)) {
    return true;  // control characters
  }
  // Line separators and characters that turn the direction of writing: "gpj.exe" shown as
  // "exe.jpg".
  if (character == 0x200e || character == 0x200f || (character >= 0x2028 && character <= 0x202e) ||
      (character >= 0x2066 && character <= 0x2069)) {
    return true;
  }
  constexpr std::u32string_view kReserved = U"<>:\"|?*/\\";
  return kReserved.find(character) != std::u32string_view::npos;
}

std::string_view last_component(std::string_view name) {
  name.remove_prefix(name.find_last_of("/\\") + 1);  // npos + 1 is 0
  const auto is_letter = [](char value) {
    return (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z');
  };
  const bool has_drive = name.size() >= 2 && name[1] == ':' && is_letter(name[0]);
  return has_drive ? name.substr(2) : name;
}

void trim_end(std::string& name) {
  const std::size_t last = name.find_last_not_of(". ");
  name.erase(last == std::string::npos ? 0 : last + 1);
}

// Cuts well-formed UTF-8 down to at most `longest` bytes, between two characters.
void cut(std::string& text, std::size_t longest) {
  if (text.size() <= longest) {
    return;
  }
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
    --end;
  }
  text.erase(end);
}

void shorten(std::string& name) {
  if (name.size() <= kLongestName) {
    return;
  }
  const std::size_t dot = name.rfind('.');
  std::string extension;
  if (dot != std::string::npos && dot > 0 && name.size() - dot <= kLongestExtension) {
    extension = name.substr(dot);
    name.erase(dot);
  }
  cut(name, kLongestName - extension.size());
  name += extension;
  trim_end(name);
}

std::uint32_t narrow(std::optional<std::uint64_t> value) {
  return value && *value <= std::numeric_limits<std::uint32_t>::max()
             ? static_cast<std::uint32_t>(*value)
             : 0;
}

std::uint32_t permissions(std::optional<std::uint64_t> mode) {
  if (!mode) {
    return 0;
  }
  const std::uint64_t type = *mode & ~kModeBits;
  return type == kRegularFile || type == 0 ? static_cast<std::uint32_t>(*mode & kPermissionBits)
                                           : 0;
}

std::string to_digits(std::uint64_t value, unsigned base) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(value % base)));
    value /= base;
  } while (value != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

// The name as we send it: no directories (receivers abort over them) and nothing that could end the
// name early, but otherwise as the user called it: what the board's disk dislikes the board knows.
std::string sendable_name(std::string_view name, NameEncoding encoding) {
  std::string kept{last_component(name)};
  shorten(kept);
  if (kept.empty() || kept == "." || kept == "..") {
    kept = kUnnamed;
  }
  std::string wire = name_to_wire(kept, encoding);
  for (char& value : wire) {
    const auto code = static_cast<unsigned char>(value);
    if (code < 0x20 || code == 0x7f) {
      value = '_';
    }
  }
  return wire;
}

}  // namespace

std::string safe_name(std::string_view name) {
  std::string_view rest = last_component(name);
  std::string safe;
  while (!rest.empty()) {
    const std::optional<CodePoint> point = decode_utf8(rest);
    const std::size_t length = point ? point->length : 1;
    if (!point || is_bad_in_names(point->value)) {
      safe.push_back('_');
    } else {
      safe.append(rest.substr(0, length));
    }
    rest.remove_prefix(length);
  }
  trim_end(safe);  // also turns "." and ".." into nothing
  shorten(safe);
  if (safe.empty()) {
    safe = kUnnamed;
  }
  return safe;
}

namespace {

// The folders before the name, each with a '/' behind it. Those that mean nothing, or the way up,
// are left out; a drive letter is no folder.
std::string safe_folders(std::string_view name) {
  const bool has_drive = name.size() >= 2 && name[1] == ':';
  name.remove_prefix(has_drive ? 2 : 0);
  std::string folders;
  for (std::size_t end = name.find_first_of("/\\"); end != std::string_view::npos;
       end = name.find_first_of("/\\")) {
    const std::string_view folder = name.substr(0, end);
    if (folder.find_first_not_of(". ") != std::string_view::npos) {
      folders += safe_name(folder) + '/';
    }
    name.remove_prefix(end + 1);
  }
  return folders;
}

}  // namespace

FileInfo read_file_info(Bytes block) {
  const auto name_end = std::find(block.begin(), block.end(), std::byte{0});
  const auto name_length = static_cast<std::size_t>(name_end - block.begin());
  FileInfo info;
  const std::string claimed = name_from_wire(block.first(name_length));
  info.name = safe_name(claimed);
  info.path = safe_folders(claimed) + info.name;
  if (name_length == block.size()) {
    return info;
  }

  Fields fields{block.subspan(name_length + 1)};
  info.size = fields.next(kDecimal);
  const std::uint64_t modified = fields.next(kOctal).value_or(0);
  if (modified <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    info.modified = static_cast<std::int64_t>(modified);
  }
  info.mode = permissions(fields.next(kOctal));
  static_cast<void>(fields.next(kOctal));  // the sender's serial number: of no use to anybody
  info.files_left = narrow(fields.next(kDecimal));
  info.bytes_left = fields.next(kDecimal).value_or(0);
  return info;
}

std::size_t write_file_info(const FileInfo& info, NameEncoding encoding, MutableBytes room) {
  std::string block = sendable_name(info.name, encoding);
  block.push_back('\0');
  if (info.size) {
    const std::uint64_t modified =
        info.modified > 0 ? static_cast<std::uint64_t>(info.modified) : 0;
    const std::uint64_t mode = info.mode == 0 ? 0 : kRegularFile | (info.mode & kPermissionBits);
    block += to_digits(*info.size, kDecimal) + ' ' + to_digits(modified, kOctal) + ' ' +
             to_digits(mode, kOctal) + " 0 " + to_digits(info.files_left, kDecimal) + ' ' +
             to_digits(info.bytes_left, kDecimal);
  }
  block.push_back('\0');
  if (block.size() > room.size()) {
    return 0;
  }
  std::transform(block.begin(), block.end(), room.begin(),
                 [](char value) { return static_cast<std::byte>(value); });
  return block.size();
}

}  // namespace boardwalk::zmodem
