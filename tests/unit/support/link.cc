// See link.h.
#include "support/link.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "boardwalk/words.h"
#include "support/time_bound.h"

namespace boardwalk::test {

namespace {

constexpr std::size_t kOutbox = std::size_t{64} << 10;
constexpr std::size_t kCanaries = 16;
constexpr std::byte kCanary{0xa5};

WireTap::Line line_of(const SessionConfig& config) {
  return config.telnet.enabled ? WireTap::Line::telnet : WireTap::Line::raw;
}

}  // namespace

Link::Link(LinkOptions options)
    : options_(std::move(options)),
      forward_(options_.forward, options_.meddlers.forward),
      backward_(options_.backward, options_.meddlers.backward),
      sender_(options_.sender, options_.sender_host),
      receiver_(options_.receiver, options_.receiver_host),
      tap_(line_of(options_.sender)),
      back_tap_(line_of(options_.receiver)),
      ignored_(WireTap::Line::raw),
      random_(options_.forward.seed + 77),
      outbox_(kOutbox + kCanaries) {}

FileId Link::send(Buffer bytes) {
  OutgoingFile file;
  file.name = "file-" + std::to_string(files_.size()) + ".bin";
  file.size = bytes.size();
  file.content = Content::of(std::move(bytes));
  return send(std::move(file));
}

FileId Link::send(OutgoingFile file) {
  tap_.knows(file.name, file.size, file.content);
  const FileId id = sender_.host.add(file);
  files_.emplace(id, std::move(file));
  return id;
}

void Link::when_written(std::uint64_t forward_bytes, std::function<void()> action) {
  on_written_.emplace(forward_bytes, std::move(action));
}

void Link::at(Duration since_start, std::function<void()> action) {
  on_time_.emplace(start_ + since_start, std::move(action));
}

void Link::wire_closes() {
  for (Side* side : {&sender_, &receiver_}) {
    side->is_closed = true;
    side->session.wire_closed(now_);
  }
  forward_.line.cut_now();
  backward_.line.cut_now();
}

RunEnd Link::run_until_idle(Duration limit) {
  if (!started_) {
    started_ = true;
    receiver_.session.advance(now_);
    sender_.session.advance(now_);
    sender_.host.send_all(now_);
  }
  const TimePoint end = now_ + limit;
  for (;;) {
    if (!pump_all() || is_spinning_) {
      return RunEnd::spinning;
    }
    const TimePoint next = next_moment();
    if (next == kNever) {
      return RunEnd::idle;
    }
    if (next > end) {
      return RunEnd::out_of_time;
    }
    now_ = std::max(now_, next);
    run_actions();
    for (Side* side : {&sender_, &receiver_}) {
      side->host.run_due(now_);
      if (side->session.deadline() > now_) {
        side->same_moment = 0;
        continue;
      }
      side->session.advance(now_);
      if (++side->same_moment > 1000) {
        ADD_FAILURE() << "a deadline that does not move on";
        return RunEnd::spinning;
      }
    }
  }
}

bool Link::pump_all() {
  bool moved = true;
  for (int turns = 0; moved; ++turns) {
    if (turns > 1'000'000) {
      ADD_FAILURE() << "the two sessions never come to rest";
      return false;
    }
    moved = pump(receiver_, forward_.line, backward_, back_tap_, ignored_);
    moved |= pump(sender_, backward_.line, forward_, tap_, tap_);
    if (!on_written_.empty() && on_written_.begin()->first <= forward_.line.written()) {
      run_actions();
      moved = true;
    }
  }
  return true;
}

bool Link::pump(Side& side, Line& in, Way& out, WireTap& tap_out, WireTap& tap_in) {
  // The back channel is looked at before every send, as a good host does.
  bool moved = receive_some(side, in, tap_in);
  while (const auto event = side.session.next_event()) {
    side.host.obey(*event, now_);
    moved = true;
  }
  if (side.host.deadline() <= now_) {
    side.host.run_due(now_);
    moved = true;
  }
  return transmit_some(side, out, tap_out) || moved;
}

bool Link::receive_some(Side& side, Line& in, WireTap& tap_in) {
  if (side.host.is_behind() || side.is_closed) {
    return false;
  }
  if (side.taken == side.inbox->size()) {
    auto arrived = in.take_arrived(now_);
    if (!arrived) {
      return false;
    }
    if (&tap_in == &tap_) {
      tap_in.hears(*arrived);
    }
    // A block of its own every time: whoever keeps a reference to the old one is seen.
    side.inbox = std::make_unique<Buffer>(std::move(*arrived));
    side.taken = 0;
  }
  const Bytes offered = Bytes(*side.inbox).subspan(side.taken);
  const std::size_t taken = side.session.receive(offered, now_);
  EXPECT_LE(taken, offered.size());
  side.taken += std::min(taken, offered.size());
  return taken != 0;
}

bool Link::transmit_some(Side& side, Way& out, WireTap& tap_out) {
  const std::size_t all = std::min(out.line.room(now_), kOutbox);
  std::size_t room = all;
  if (options_.tiny_rooms != 0) {
    room = std::min(all, 1 + random_.below(options_.tiny_rooms));
  }
  for (;;) {
    std::fill_n(outbox_.begin() + static_cast<std::ptrdiff_t>(room), kCanaries, kCanary);
    const std::size_t size = side.session.transmit({outbox_.data(), room}, now_);
    EXPECT_LE(size, room);
    EXPECT_EQ(std::count(outbox_.begin() + static_cast<std::ptrdiff_t>(room),
                         outbox_.begin() + static_cast<std::ptrdiff_t>(room + kCanaries), kCanary),
              static_cast<std::ptrdiff_t>(kCanaries))
        << "wrote beyond its room";
    if (size != 0) {
      const Bytes bytes{outbox_.data(), size};
      tap_out.sees(bytes);
      out.write(bytes, now_);
      return true;
    }
    if (room == all) {
      side.wants_room = all < kMaxUnit;
      return false;
    }
    room = std::min(all, room * 2);
  }
}

void Link::Way::write(Bytes bytes, TimePoint now) {
  if (!meddler) {
    line.write(bytes, now);
    return;
  }
  for (const WirePiece& piece : cutter.cut(bytes)) {
    for (const Buffer& instead : meddler(piece)) {
      line.write(instead, now);
    }
  }
}

TimePoint Link::next_moment() {
  TimePoint next = kNever;
  for (Side* side : {&sender_, &receiver_}) {
    Line& in = side == &sender_ ? backward_.line : forward_.line;
    Line& out = side == &sender_ ? forward_.line : backward_.line;
    next = std::min({next, side->session.deadline(), side->host.deadline()});
    if (!side->host.is_behind() && !side->is_closed) {
      next = std::min(next, in.next_arrival());
    }
    if (side->wants_room) {
      next = std::min(next, out.next_departure(now_));
    }
  }
  if (!on_time_.empty()) {
    next = std::min(next, on_time_.begin()->first);
  }
  return next;
}

void Link::run_actions() {
  while (!on_time_.empty() && on_time_.begin()->first <= now_) {
    const auto action = std::move(on_time_.begin()->second);
    on_time_.erase(on_time_.begin());
    action();
  }
  while (!on_written_.empty() && on_written_.begin()->first <= forward_.line.written()) {
    const auto action = std::move(on_written_.begin()->second);
    on_written_.erase(on_written_.begin());
    action();
  }
}

void Link::expect_all_complete() {
  const auto& incoming = receiver_.host.incoming();
  ASSERT_EQ(incoming.size(), files_.size());
  std::size_t at = 0;
  for (const auto& [id, file] : files_) {
    const IncomingFile& stored = incoming[at++];
    EXPECT_EQ(stored.name, file.name);
    EXPECT_EQ(stored.from + stored.bytes.size(), file.size) << file.name;
    EXPECT_EQ(file.content.differences(stored.from, stored.bytes), 0u) << file.name;
    EXPECT_TRUE(stored.final) << file.name;
    EXPECT_EQ(stored.outcome, Outcome::complete) << file.name;
    EXPECT_EQ(sender_.host.outcome(id), Outcome::complete) << file.name;
  }
  for (Side* side : {&sender_, &receiver_}) {
    const std::string who = side == &sender_ ? "the sender" : "the receiver";
    EXPECT_TRUE(side->host.ended()) << who;
    EXPECT_EQ(side->host.fault(), std::nullopt)
        << who << ": " << word_for(side->host.fault().value_or(Fault::host_misuse));
  }
  expect_clean_wire();
}

bool Link::is_all_complete() const {
  return std::all_of(files_.begin(), files_.end(), [this](const auto& file) {
    return sender_.host.outcome(file.first) == Outcome::complete;
  });
}

void Link::expect_sound() {
  std::uint64_t steps = 4;
  for (const auto& [id, file] : files_) {
    steps += 4 + file.size / std::max<std::size_t>(options_.sender.zmodem.first_block, 1);
  }
  EXPECT_LE(elapsed(), longest_transfer(options_.receiver.timing, steps));

  std::map<std::string, const OutgoingFile*> named;
  std::set<std::string> stored;
  for (const auto& [id, file] : files_) {
    named.emplace(file.name, &file);
  }
  for (const IncomingFile& file : receiver_.host.incoming()) {
    ASSERT_TRUE(file.outcome.has_value()) << file.name;
    if (file.outcome != Outcome::complete) {
      EXPECT_FALSE(file.final) << file.name;
      continue;
    }
    const auto original = named.find(file.name);
    ASSERT_TRUE(original != named.end()) << file.name << " was never sent";
    EXPECT_EQ(file.from + file.bytes.size(), original->second->size) << file.name;
    EXPECT_EQ(original->second->content.differences(file.from, file.bytes), 0u) << file.name;
    EXPECT_TRUE(file.final) << file.name;
    stored.insert(file.name);
  }
  for (const auto& [id, file] : files_) {
    ASSERT_TRUE(sender_.host.outcome(id).has_value()) << file.name;
    if (sender_.host.outcome(id) == Outcome::complete) {
      EXPECT_TRUE(stored.contains(file.name)) << file.name << " is complete for the sender alone";
    }
  }
  EXPECT_TRUE(sender_.host.ended());
  EXPECT_TRUE(receiver_.host.ended());
  expect_clean_wire();
}

void Link::expect_clean_wire() const {
  EXPECT_EQ(tap_.mislabelled_bytes(), 0u);
  EXPECT_EQ(tap_.malformed(), 0u) << tap_.stray_text();
  EXPECT_EQ(tap_.false_ends(), 0u);
  EXPECT_EQ(back_tap_.malformed(), 0u) << back_tap_.stray_text();
}

}  // namespace boardwalk::test
