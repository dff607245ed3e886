// See time_bound.h.
#include "support/time_bound.h"

#include <algorithm>

namespace boardwalk::test {

namespace {

// What a cancelled transfer may take to fall silent on a line that never does.
constexpr Duration kLongestDrain = std::chrono::seconds{10};

}  // namespace

Duration longest_phase(const TimingConfig& timing) {
  const Duration answers =
      (timing.retries + 1) * std::max({timing.contact, timing.reply, timing.data});
  return std::max({timing.contact_limit, answers, timing.stall});
}

Duration longest_end(const TimingConfig& timing) {
  const Duration good_bye = (timing.retries + 1) * std::max(timing.finish, timing.linger);
  return longest_phase(timing) + good_bye + kLongestDrain;
}

Duration longest_transfer(const TimingConfig& timing, std::uint64_t steps) {
  return static_cast<Duration::rep>(steps) * longest_phase(timing) + longest_end(timing);
}

}  // namespace boardwalk::test
