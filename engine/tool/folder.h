// A folder that files come into: what stands in it under a name, and giving a file its name without
// taking it from another.
//
// Everything is done relative to the open folder, so that nobody can exchange it under us, and no
// symbolic link below it is ever followed. Knows nothing of policies or transfers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "tool/descriptor.h"
#include "tool/policy.h"

namespace boardwalk::tool {

class Folder {
 public:
  // errno's value, or the folder at `path`, as the person named it.
  [[nodiscard]] static std::variant<Folder, int> open(const std::string& path);

  enum class IfMissing { make, fail };
  // The folder at `path` below this one ("a/b"; "" is this one). errno's value if a part of it is
  // missing (ENOENT), is a link (ELOOP) or a file (ENOTDIR), or is none that may be named at all
  // (EINVAL: "..", an absolute path).
  [[nodiscard]] std::variant<Folder, int> below(std::string_view path, IfMissing missing) const;

  [[nodiscard]] int descriptor() const { return open_.get(); }
  [[nodiscard]] bool can_be_written() const;  // else errno says why not

  // What stands there under `name`; a link is a link.
  [[nodiscard]] std::optional<Existing> existing(const std::string& name) const;

  // As the person would write it.
  [[nodiscard]] std::string path_of(const std::string& name) const;

  // Bytes that a name in here may have.
  [[nodiscard]] std::size_t longest_name() const { return longest_name_; }

  // Bytes that can still be stored.
  [[nodiscard]] std::optional<std::uint64_t> free_space() const;

  // These return errno, 0 for success. The first leaves a taken name alone (EEXIST), in one step,
  // so that two receivers in one folder cannot take each other's name; the second takes it.
  [[nodiscard]] int rename_unless_taken(const std::string& from, const std::string& to) const;
  [[nodiscard]] int rename_over(const std::string& from, const std::string& to) const;
  void remove(const std::string& name) const;

 private:
  Folder(Descriptor open, std::string path);

  Descriptor open_;
  std::string path_;  // "" for "."; else with a slash at its end
  std::size_t longest_name_;
};

}  // namespace boardwalk::tool
