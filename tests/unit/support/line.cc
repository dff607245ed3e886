// See line.h.
#include "support/line.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace boardwalk::test {

namespace {

std::int64_t nanoseconds(TimePoint time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

TimePoint time_point(std::int64_t nanoseconds) {
  return TimePoint{} + Duration{(nanoseconds + 999) / 1000};
}

}  // namespace

Line::Line(LineOptions options)
    : options_(options), random_(options.seed * 0x5851f42d4c957f2d + 11) {
  draw_next_flip();
}

void Line::delete_bytes(std::uint64_t offset, std::uint64_t count) {
  for (; count > 0; --count) {
    deleted_.insert(offset++);
  }
}

void Line::cut_now() {
  cut_at_ = written_;
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
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t wished =
        options_.random_pieces ? 1 + random_.below(options_.piece) : options_.piece;
    const Bytes piece = bytes.subspan(at, std::min(wished, bytes.size() - at));
    at += piece.size();
    free_at_ns_ = std::max(free_at_ns_, nanoseconds(now)) +
                  static_cast<std::int64_t>(1e9 * static_cast<double>(piece.size()) /
                                            static_cast<double>(options_.rate));
    leaving_.push_back({time_point(free_at_ns_), piece.size()});
    waiting_ += piece.size();
    Buffer arriving = damage(piece);
    if (!arriving.empty()) {
      flying_.push_back({time_point(free_at_ns_) + options_.latency, std::move(arriving)});
    }
  }
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

Buffer Line::damage(Bytes bytes) {
  const std::uint64_t begin = written_;
  const std::uint64_t end = begin + bytes.size();
  written_ = end;
  const auto touches = [begin, end](const auto& places) {
    const auto first = places.lower_bound(begin);
    return first != places.end() && [&] {
      if constexpr (requires { first->first; }) {
        return first->first < end;
      } else {
        return *first < end;
      }
    }();
  };
  if (next_flip_ >= end && cut_at_ >= end && !options_.expand_cr && !touches(corrupt_) &&
      !touches(deleted_) && !touches(insertions_)) {
    return {bytes.begin(), bytes.end()};
  }
  Buffer arriving;
  for (std::uint64_t place = begin; place < end; ++place) {
    if (place >= cut_at_) {
      break;
    }
    std::byte value = bytes[static_cast<std::size_t>(place - begin)];
    if (const auto insertion = insertions_.find(place); insertion != insertions_.end()) {
      append(arriving, insertion->second);
      ++damaged_;
    }
    if (deleted_.contains(place)) {
      ++damaged_;
      continue;
    }
    if (place == next_flip_) {
      value ^= std::byte{1} << static_cast<int>(random_.below(8));
      ++damaged_;
      draw_next_flip();
    }
    if (corrupt_.contains(place)) {
      value ^= std::byte{0x04};
      ++damaged_;
    }
    arriving.push_back(value);
    if (options_.expand_cr && value == std::byte{0x0d}) {
      arriving.push_back(std::byte{0});
    }
  }
  return arriving;
}

void Line::draw_next_flip() {
  if (options_.flips <= 0) {
    return;
  }
  // Distances between independent rare events are geometric.
  const double distance = std::log1p(-random_.fraction()) / std::log1p(-options_.flips);
  const std::uint64_t from = next_flip_ == UINT64_MAX ? 0 : next_flip_ + 1;
  next_flip_ = from + static_cast<std::uint64_t>(distance);
}

}  // namespace boardwalk::test
