// See session_under_test.h.
#include "support/session_under_test.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace boardwalk::test {

namespace {

constexpr std::size_t kOutbox = std::size_t{64} << 10;
// More events or units than any stimulus of a test makes: beyond it, the session spins.
constexpr int kManyTurns = 500;

}  // namespace

SessionUnderTest::SessionUnderTest(SessionConfig config, HostPolicy policy)
    : session_(config),
      host_(session_, std::move(policy)),
      telnet_(config.telnet.enabled),
      outbox_(std::make_unique<Buffer>(kOutbox)) {
  session_.advance(now_);
  pump();
}

SessionUnderTest::SessionUnderTest(SessionConfig config, std::vector<OutgoingFile> files)
    : SessionUnderTest(config, HostPolicy{}) {
  for (OutgoingFile& file : files) {
    host_.add(std::move(file));
  }
  host_.send_all(now_);
  pump();
}

void SessionUnderTest::hears(Bytes bytes) { receive_piece(bytes); }

void SessionUnderTest::hears_in_pieces(Bytes bytes, std::size_t piece) {
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    receive_piece(bytes.subspan(at, std::min(piece, bytes.size() - at)));
  }
}

void SessionUnderTest::hears(std::string_view phrases) {
  Buffer wire;
  for (std::size_t at = 0; at < phrases.size();) {
    const std::size_t end = std::min(phrases.find(';', at), phrases.size());
    append(wire, peer_.say(phrases.substr(at, end - at)));
    at = end + 1;
  }
  receive_piece(wire);
}

void SessionUnderTest::receive_piece(Bytes piece) {
  // A block of its own, freed at the next call: a session that keeps a reference is seen.
  auto fresh = std::make_unique<Buffer>(piece.begin(), piece.end());
  Bytes left = *fresh;
  int turns = 0;
  while (!left.empty()) {
    const std::size_t taken = session_.receive(left, now_);
    ASSERT_LE(taken, left.size());
    left = left.subspan(taken);
    pump();
    ASSERT_LT(++turns, kManyTurns) << "the session does not take its bytes";
    if (taken == 0 && turns > 100) {
      // Nothing the host could do would make it take them.
      FAIL() << "the session takes nothing and asks for nothing";
    }
  }
  held_ = std::move(fresh);
}

void SessionUnderTest::passes(Duration time) {
  const TimePoint end = now_ + time;
  int same_moment = 0;
  for (;;) {
    const TimePoint next = std::min(session_.deadline(), host_.deadline());
    if (next > end) {
      break;
    }
    same_moment = next <= now_ ? same_moment + 1 : 0;
    ASSERT_LT(same_moment, 100) << "a deadline that does not move on";
    now_ = std::max(now_, next);
    host_.run_due(now_);
    session_.advance(now_);
    pump();
    if (::testing::Test::HasFatalFailure()) {
      return;
    }
  }
  now_ = end;
  session_.advance(now_);
  pump();
}

void SessionUnderTest::cancels() {
  session_.cancel(now_);
  pump();
}

void SessionUnderTest::types(std::string_view keys) {
  const Buffer bytes = from_text(keys);
  session_.type(bytes, now_);
  pump();
}

void SessionUnderTest::loses_its_wire() {
  session_.wire_closed(now_);
  pump();
}

FileId SessionUnderTest::sends(OutgoingFile file) {
  const FileId id = host_.add(std::move(file));
  host_.send_all(now_);
  pump();
  return id;
}

void SessionUnderTest::allow(std::size_t bytes) {
  allowed_ = bytes;
  pump();
}

void SessionUnderTest::pump() {
  bool moved = true;
  for (int turns = 0; moved; ++turns) {
    ASSERT_LT(turns, kManyTurns) << "the session never comes to rest";
    moved = false;
    while (const auto event = session_.next_event()) {
      host_.obey(*event, now_);
      moved = true;
    }
    if (host_.deadline() <= now_) {
      host_.run_due(now_);
      moved = true;
    }
    moved |= transmit_some();
  }
}

bool SessionUnderTest::transmit_some() {
  constexpr std::byte kCanary{0xa5};
  const std::size_t room = std::min(allowed_, outbox_->size() - 16);
  std::fill_n(outbox_->begin() + static_cast<std::ptrdiff_t>(room), 16, kCanary);
  const std::size_t size = session_.transmit({outbox_->data(), room}, now_);
  EXPECT_LE(size, room);
  EXPECT_TRUE(std::all_of(outbox_->begin() + static_cast<std::ptrdiff_t>(room),
                          outbox_->begin() + static_cast<std::ptrdiff_t>(room) + 16,
                          [](std::byte value) { return value == std::byte{0xa5}; }))
      << "wrote beyond its room";
  if (size == 0) {
    return false;
  }
  allowed_ -= allowed_ == kUnlimited ? 0 : size;
  const Bytes bytes{outbox_->data(), size};
  append(said_, bytes);
  reader_.feed(telnet_ ? stripper_.strip(bytes) : Buffer(bytes.begin(), bytes.end()));
  return true;
}

std::string SessionUnderTest::says() {
  std::string text;
  for (const Heard& item : heard()) {
    text += (text.empty() ? "" : "; ") + describe(item);
  }
  return text;
}

std::vector<Heard> SessionUnderTest::heard() { return reader_.take(); }

Buffer SessionUnderTest::said_bytes() { return std::exchange(said_, {}); }

std::string SessionUnderTest::tells() { return join(host_.take_log()); }

std::string SessionUnderTest::shows() {
  const std::string text = host_.take_screen();
  return text.empty() ? text : "\"" + escaped(from_text(text)) + "\"";
}

Duration SessionUnderTest::silence_before_speaking(Duration limit) {
  const TimePoint start = now_;
  const std::size_t before = said_.size();
  int turns = 0;
  while (said_.size() == before && now_ - start < limit) {
    const TimePoint next = std::min(session_.deadline(), host_.deadline());
    if (next == kNever || ++turns > 100) {
      break;
    }
    passes(std::max(next - now_, Duration{0}));
  }
  return now_ - start;
}

SessionConfig receiving() {
  SessionConfig config;
  config.opening = Opening::receive;
  return config;
}

SessionConfig sending() {
  SessionConfig config;
  config.opening = Opening::send;
  return config;
}

SessionConfig browsing() { return {}; }

std::string join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += (text.empty() ? "" : "; ") + line;
  }
  return text;
}

}  // namespace boardwalk::test
