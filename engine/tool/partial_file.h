// A file that is not complete yet: NAME.part in the folder of its future name, written by one
// receiver at a time, never mistaken for a complete file.
//
// "NAME.part" may be locked by another receiver, or be somebody's own file of that name: then it is
// left alone, and this one is "NAME (1).part". A part of ours that was left over is told from such
// a file by its sticky bit, which means nothing on a file and goes when the file is complete. So
// whatever ends the program, SIGKILL included, what there is can be continued later.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "boardwalk/bytes.h"
#include "tool/descriptor.h"
#include "tool/folder.h"

namespace boardwalk::tool {

class PartialFile {
 public:
  // An empty one for `name`: new, or a left-over one that starts over. errno's value if none can
  // be made.
  [[nodiscard]] static std::variant<PartialFile, int> start(const Folder& folder,
                                                            const std::string& name);

  // NAME.part, "NAME (1).part" and so on, as they are, as far as nobody else is writing them.
  [[nodiscard]] static std::vector<PartialFile> left_over(const Folder& folder,
                                                          const std::string& name);

  // The file `name` itself, on the same terms; it keeps its name until become_part().
  [[nodiscard]] static std::optional<PartialFile> existing(const Folder& folder,
                                                           const std::string& name);

  // Where it is now; in the folder it was opened in.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint64_t size() const;

  [[nodiscard]] const Descriptor& descriptor() const { return open_; }

  // What follows returns errno, 0 for success.

  // Takes a complete-looking name away from a file that will be continued.
  [[nodiscard]] int become_part(const Folder& folder, const std::string& name);

  [[nodiscard]] int shorten(std::uint64_t length) const;
  [[nodiscard]] int write(Bytes bytes, std::uint64_t at) const;
  // Adds all bytes of `other` at the end.
  [[nodiscard]] int add_all_of(const Descriptor& other) const;

  // What the file is to be when complete; neither is worth losing it for.
  void set_permissions(std::uint32_t mode) const;
  void set_time(std::int64_t modified) const;

  enum class Durability { with_system, on_disk };
  // Everything written is where it should be: some file systems tell of a full disk only here.
  [[nodiscard]] int settle(Durability durability) const;

 private:
  PartialFile(Descriptor open, std::string name);

  // Errors as errno; EEXIST: not ours to write.
  static std::variant<PartialFile, int> take(const Folder& folder, const std::string& name,
                                             int flags);

  Descriptor open_;
  std::string name_;
};

}  // namespace boardwalk::tool
