// Which files here may be the beginning of an offered one, and what the sender has to be asked
// about them before anything is continued.
//
// Pure. Nothing is ever continued on the strength of a name, a date or a length: only if the
// sender's checksum of the same number of bytes agrees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace boardwalk::tool {

// What there is of an offered file.
struct Remains {
  std::vector<std::uint64_t> parts;   // bytes in NAME.part and its like
  std::optional<std::uint64_t> name;  // bytes in a regular file NAME that may be continued
};

struct ResumeQuestion {
  enum class About { part, name };
  enum class Then { is_complete, continue_there };  // what it means if the checksums agree

  About about = About::part;
  std::size_t part = 0;  // which of the parts
  Then then = Then::continue_there;
  // Compare so many bytes from the start, which is also where it would go on; of is_complete: all.
  std::uint64_t length = 0;
};

// The largest place at which a transfer can be asked to go on. Positions on the wire have 32 bits,
// and before the first of them there is nothing near which a wrapped one could be.
inline constexpr std::uint64_t kFurthestResume = (std::uint64_t{1} << 32) - 1024;

// In the order in which they are worth asking; the first one whose checksums agree settles it.
[[nodiscard]] std::vector<ResumeQuestion> resume_questions(
    std::optional<std::uint64_t> offered_size, const Remains& remains);

// Whether a file of `stored` bytes is continued so early only because no later place can be named.
[[nodiscard]] bool reaches_beyond(std::uint64_t stored, const ResumeQuestion& question);

}  // namespace boardwalk::tool
