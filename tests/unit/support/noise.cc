// See noise.h.
#include "support/noise.h"

#include <algorithm>
#include <cmath>

namespace boardwalk::test {

namespace {

// The kinds of accidents are independent of each other: each has its own stream of numbers.
std::uint64_t stream(std::uint64_t seed, std::uint64_t kind) {
  return seed * 0x5851f42d4c957f2d + kind * 0x14057b7ef767814f;
}

template <typename Places>
std::uint64_t first_in(const Places& places, std::uint64_t from) {
  const auto first = places.lower_bound(from);
  if (first == places.end()) {
    return UINT64_MAX;
  }
  if constexpr (requires { first->first; }) {
    return first->first;
  } else {
    return *first;
  }
}

}  // namespace

Noise::Strikes::Strikes(double chance, std::uint64_t seed) : chance_(chance), random_(seed) {
  draw(0);
}

bool Noise::Strikes::hits(std::uint64_t offset) {
  if (offset != next_) {
    return false;
  }
  draw(offset + 1);
  return true;
}

void Noise::Strikes::draw(std::uint64_t from) {
  if (chance_ > 0) {
    const double distance = std::log1p(-random_.fraction()) / std::log1p(-chance_);
    next_ = from + static_cast<std::uint64_t>(distance);
  }
}

Noise::Noise(const NoiseOptions& options)
    : options_(options),
      flips_(options.flips, stream(options.seed, 1)),
      deletions_(options.deletions, stream(options.seed, 2)),
      insertions_drawn_(options.insertions, stream(options.seed, 3)),
      burst_random_(stream(options.seed, 4)),
      has_filter_(options.strip_bit_7 || options.expand_cr || !options.eats.empty()) {
  if (options.burst_every != 0) {
    first_burst_ = burst_random_.below(options.burst_every);
  }
  for (const std::byte value : options.eats) {
    eaten_[std::to_integer<std::size_t>(value)] = true;
  }
}

void Noise::delete_bytes(std::uint64_t offset, std::uint64_t count) {
  for (; count > 0; --count) {
    deleted_.insert(offset++);
  }
}

// Up to where the bytes from `place` on arrive as they are.
std::uint64_t Noise::quiet_until(std::uint64_t place, std::uint64_t end) const {
  if (has_filter_) {
    return place;
  }
  std::uint64_t until = std::min({end, cut_at_, flips_.next(), deletions_.next(),
                                  insertions_drawn_.next(), first_in(corrupt_, place),
                                  first_in(deleted_, place), first_in(insertions_, place)});
  if (options_.burst_every != 0) {
    const std::uint64_t since = (place - first_burst_) % options_.burst_every;
    until = in_burst(place)        ? place
            : place < first_burst_ ? std::min(until, first_burst_)
                                   : std::min(until, place + options_.burst_every - since);
  }
  return until;
}

bool Noise::in_burst(std::uint64_t offset) const {
  return offset >= first_burst_ &&
         (offset - first_burst_) % options_.burst_every < options_.burst_size;
}

Buffer Noise::pass(Bytes bytes) {
  const std::uint64_t begin = offset_;
  const std::uint64_t end = begin + bytes.size();
  offset_ = end;
  Buffer arriving;
  arriving.reserve(bytes.size() + 16);
  for (std::uint64_t place = begin; place < end && place < cut_at_; ++place) {
    const auto at = static_cast<std::ptrdiff_t>(place - begin);
    if (const std::uint64_t quiet = quiet_until(place, end); quiet > place) {
      // Where nothing happens nothing is looked at.
      arriving.insert(arriving.end(), bytes.begin() + at,
                      bytes.begin() + at + static_cast<std::ptrdiff_t>(quiet - place));
      place = quiet - 1;
      continue;
    }
    std::byte value = bytes[static_cast<std::size_t>(at)];
    if (const auto insertion = insertions_.find(place); insertion != insertions_.end()) {
      ++accidents_;
      for (const std::byte added : insertion->second) {
        arrive(arriving, added);
      }
    }
    if (insertions_drawn_.hits(place)) {
      ++accidents_;
      arrive(arriving, static_cast<std::byte>(insertions_drawn_.random().below(256)));
    }
    if (in_burst(place)) {
      accidents_ += (place - first_burst_) % options_.burst_every == 0 ? 1 : 0;
      value = static_cast<std::byte>(burst_random_.below(256));
    }
    if (flips_.hits(place)) {
      ++accidents_;
      value ^= std::byte{1} << static_cast<int>(flips_.random().below(8));
    }
    if (corrupt_.contains(place)) {
      ++accidents_;
      value ^= std::byte{0x04};
    }
    if (deletions_.hits(place) || deleted_.contains(place)) {
      ++accidents_;
      continue;
    }
    arrive(arriving, value);
  }
  return arriving;
}

void Noise::arrive(Buffer& arriving, std::byte value) const {
  if (options_.strip_bit_7) {
    value &= std::byte{0x7f};
  }
  if (eaten_[std::to_integer<std::size_t>(value)]) {
    return;
  }
  arriving.push_back(value);
  if (options_.expand_cr && value == std::byte{0x0d}) {
    arriving.push_back(std::byte{0});
  }
}

}  // namespace boardwalk::test
