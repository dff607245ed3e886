// What becomes of an offered file, given what is here already: the receiver's own wishes first,
// then what the sender asks for, then keeping both.
//
// Pure functions; they look at nothing but their arguments. What ZMODEM's management values mean
// is in docs/zmodem.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "boardwalk/event.h"
#include "tool/options.h"

namespace boardwalk::tool {

// What stands under the wanted name.
struct Existing {
  bool regular = true;  // else a folder, a link, a device: it has neither length nor content for us
  std::uint64_t size = 0;
  std::int64_t modified = 0;  // seconds since 1970 UTC
};

enum class Verdict {
  store,      // the name is free
  keep_both,  // under a name that is free
  replace,    // in place of what is here, once complete
  append,     // behind what is here, once complete
  compare,    // the checksum of the whole file decides: after_comparison()
  skip,
};

struct Decision {
  Verdict verdict = Verdict::store;
  std::string_view why;  // of skip: goes on behind the name, without a full stop
};

[[nodiscard]] Decision decide(const StoragePolicy& wishes, const FileOffered& offer,
                              const std::optional<Existing>& existing);

// Whether the sender's file and the one that is here are the same; a sender that cannot tell
// counts as different.
enum class Comparison { same, different };
[[nodiscard]] Decision after_comparison(Comparison found);

// Whether an interrupted file is continued: if the receiver wishes so, or if the sender does and
// no wish of the receiver says something else.
[[nodiscard]] bool wants_resume(const StoragePolicy& wishes, const FileOffered& offer);

// Whether a shorter file under the name itself may be such an interrupted one: what is protected,
// or to be appended to, is not touched.
[[nodiscard]] bool may_continue_existing(const StoragePolicy& wishes, const FileOffered& offer);

// Whether line ends are converted. A sender that says "binary" is believed, whatever is wished:
// it knows the file.
[[nodiscard]] bool wants_text(const StoragePolicy& wishes, const FileOffered& offer);

}  // namespace boardwalk::tool
