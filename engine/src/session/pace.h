// Watches over a whole transfer: that it does not last longer than it may, and that its data does
// not come slower than it must (TimingConfig::time_limit and least_rate; lrzsz's options -m and
// -M).
//
// Knows no protocol: it is shown the position now and then, and says when it is late.
#pragma once

#include <algorithm>
#include <optional>

#include "boardwalk/config.h"
#include "boardwalk/event.h"
#include "boardwalk/session.h"
#include "boardwalk/time.h"

namespace boardwalk {

class Pace {
 public:
  explicit Pace(const TimingConfig& timing) : timing_(timing) {}

  void begin(TimePoint now) {
    measured_since_.reset();
    ends_at_ = timing_.time_limit > Duration{0} ? now + timing_.time_limit : kNever;
  }

  // `is_moving`: file data is on its way, so that the rate means something.
  [[nodiscard]] std::optional<Fault> check(const TransferStatus& status, bool is_moving,
                                           TimePoint now) {
    if (now >= ends_at_) {
      return Fault::time_is_up;
    }
    if (timing_.least_rate == 0) {
      return std::nullopt;
    }
    if (!is_moving) {
      measured_since_.reset();
      return std::nullopt;
    }
    if (!measured_since_ || file_ != status.file || status.reached < from_) {
      restart(status, now);
    } else if (now - *measured_since_ >= timing_.least_rate_over) {
      const auto seconds =
          std::chrono::duration_cast<std::chrono::seconds>(now - *measured_since_).count();
      const auto most = static_cast<std::uint64_t>(std::max<Duration::rep>(seconds, 1));
      if ((status.reached - from_) / most < timing_.least_rate) {
        return Fault::too_slow;
      }
      restart(status, now);
    }
    return std::nullopt;
  }

  [[nodiscard]] TimePoint deadline() const {
    const TimePoint rate = measured_since_ ? *measured_since_ + timing_.least_rate_over : kNever;
    return std::min(ends_at_, rate);
  }

 private:
  void restart(const TransferStatus& status, TimePoint now) {
    measured_since_ = now;
    file_ = status.file;
    from_ = status.reached;
  }

  TimingConfig timing_;
  TimePoint ends_at_ = kNever;
  std::optional<TimePoint> measured_since_;
  FileId file_{};
  FileOffset from_;
};

}  // namespace boardwalk
