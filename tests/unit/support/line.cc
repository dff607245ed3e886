// See line.h.
#include "support/line.h"

#include <algorithm>

namespace boardwalk::test {

namespace {

std::int64_t nanoseconds(TimePoint time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

TimePoint time_point(std::int64_t nanoseconds) {
  return TimePoint{} + Duration{(nanoseconds + 999) / 1000};
}

}  // namespace

Line::Line(const LineOptions& options)
    : options_(options), noise_(options), piece_random_(options.seed * 0x5851f42d4c957f2d + 11) {}

void Line::cut_now() {
  noise_.cut_at(written());
  flying_.clear();
}

std::size_t Line::room(TimePoint now) {
  while (!leaving_.empty() && leaving_.front().departs <= now) {
    waiting_ -= leaving_.front().size;
    leaving_.pop_front();
  }
  return options_.wire_buffer - std::min(waiting_, options_.wire_buffer);
}

void Line::write(Bytes bytes, TimePoint now) {
  free_at_ns_ = std::max(free_at_ns_, nanoseconds(now));
  while (!bytes.empty()) {
    const Bytes piece = bytes.first(next_piece(bytes.size()));
    bytes = bytes.subspan(piece.size());
    if (const auto stall = stalls_.find(written()); stall != stalls_.end()) {
      free_at_ns_ += std::chrono::nanoseconds(stall->second).count();
    }
    free_at_ns_ += transmission_ns(piece.size());
    leaving_.push_back({time_point(free_at_ns_), piece.size()});
    waiting_ += piece.size();
    Buffer arriving = noise_.pass(piece);
    if (!arriving.empty()) {
      flying_.push_back({time_point(free_at_ns_) + options_.latency, std::move(arriving)});
    }
  }
}

std::size_t Line::next_piece(std::size_t left) {
  const std::uint64_t at = written();
  if (at >= trickle_.first) {
    return 1;
  }
  std::uint64_t size =
      options_.random_pieces ? 1 + piece_random_.below(options_.piece) : options_.piece;
  size = std::min({size, std::uint64_t{left}, trickle_.first - at});
  if (const auto stall = stalls_.upper_bound(at); stall != stalls_.end()) {
    size = std::min(size, stall->first - at);
  }
  return static_cast<std::size_t>(size);
}

std::int64_t Line::transmission_ns(std::size_t size) const {
  if (written() >= trickle_.first) {
    return std::chrono::nanoseconds(trickle_.second).count();
  }
  return static_cast<std::int64_t>(1e9 * static_cast<double>(size) /
                                   static_cast<double>(options_.rate));
}

TimePoint Line::next_arrival() const { return flying_.empty() ? kNever : flying_.front().arrives; }

std::optional<Buffer> Line::take_arrived(TimePoint now) {
  if (flying_.empty() || flying_.front().arrives > now) {
    return std::nullopt;
  }
  Buffer bytes = std::move(flying_.front().bytes);
  flying_.pop_front();
  return bytes;
}

TimePoint Line::next_departure(TimePoint now) {
  static_cast<void>(room(now));
  return leaving_.empty() ? kNever : leaving_.front().departs;
}

}  // namespace boardwalk::test
