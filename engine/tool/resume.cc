// See resume.h.
#include "tool/resume.h"

#include <algorithm>

namespace boardwalk::tool {

namespace {

using About = ResumeQuestion::About;
using Then = ResumeQuestion::Then;

// Where a file of `stored` bytes could go on; 0: nowhere. Never at the very end: some senders take
// a position there for a mistake, so of a part that is complete the last byte comes again.
std::uint64_t place_to_go_on(std::uint64_t stored, std::optional<std::uint64_t> offered_size) {
  std::uint64_t place = std::min(stored, kFurthestResume);
  if (offered_size && place >= *offered_size) place = *offered_size > 0 ? *offered_size - 1 : 0;
  return place;
}

}  // namespace

std::vector<ResumeQuestion> resume_questions(std::optional<std::uint64_t> offered_size,
                                             const Remains& remains) {
  std::vector<ResumeQuestion> questions;
  if (offered_size && remains.name == offered_size) {
    questions.push_back({About::name, 0, Then::is_complete, *offered_size});
  }
  const auto ask_to_continue = [&](About about, std::size_t part, std::uint64_t stored) {
    if (offered_size && stored > *offered_size) return;  // another file
    const std::uint64_t place = place_to_go_on(stored, offered_size);
    if (place == 0) return;
    questions.push_back({about, part, Then::continue_there, place});
  };
  for (std::size_t at = 0; at < remains.parts.size(); ++at) {
    ask_to_continue(About::part, at, remains.parts[at]);
  }
  // Of the offered length it is complete, or another file.
  if (remains.name && remains.name != offered_size) ask_to_continue(About::name, 0, *remains.name);
  return questions;
}

bool reaches_beyond(std::uint64_t stored, const ResumeQuestion& question) {
  return question.length == kFurthestResume && stored > kFurthestResume;
}

}  // namespace boardwalk::tool
