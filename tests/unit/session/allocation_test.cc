// File data moves through a session without a single allocation, in both directions.
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "support/allocation_counter.h"
#include "support/fake_peer.h"
#include "support/session_under_test.h"

namespace boardwalk::test {
namespace {

constexpr TimePoint kNow = TimePoint{} + std::chrono::seconds{1};

TEST(Allocations, TheCounterCounts) {
  if (!AllocationCounter::is_available()) {
    GTEST_SKIP() << "needs the address sanitizer's hooks";
  }
  AllocationCounter counter;
  counter.start();
  auto block = std::make_unique<Buffer>(100);
  counter.stop();
  EXPECT_GE(counter.count(), 2u);
  EXPECT_EQ(block->size(), 100u);
}

TEST(Allocations, NoneWhileAFileComesIn) {
  if (!AllocationCounter::is_available()) {
    GTEST_SKIP() << "needs the address sanitizer's hooks";
  }
  FakePeer peer;
  const Buffer offer = joined({
      peer.say("ZRQINIT"),
      peer.say("ZFILE a.bin 1000000"),
  });
  Buffer data = peer.say("ZDATA 0");
  for (int block = 0; block < 500; ++block) {
    append(data, peer.say(block % 50 == 49 ? "DATA 1000 ack-go-on" : "DATA 1000 go-on"));
  }
  Session session(receiving());
  Buffer outbox(64_KiB);
  FileId id{};
  std::uint64_t received = 0;
  AllocationCounter counter;
  const auto feed = [&](Bytes wire) {
    for (std::size_t at = 0; at < wire.size();) {
      at += session.receive(wire.subspan(at, std::min<std::size_t>(4096, wire.size() - at)), kNow);
      while (const auto event = session.next_event()) {
        if (const auto* offered = std::get_if<FileOffered>(&*event)) {
          id = offered->id;
          session.accept(id, FileOffset{}, kNow);
        } else if (const auto* bytes = std::get_if<FileBytes>(&*event)) {
          received = bytes->offset.value() + bytes->bytes.size();
          session.committed(id, FileOffset{received}, kNow);
        }
      }
      session.transmit(outbox, kNow);
    }
  };
  feed(offer);
  counter.start();
  feed(data);
  counter.stop();
  EXPECT_EQ(received, 500000u);
  EXPECT_EQ(counter.count(), 0u);
}

TEST(Allocations, NoneWhileAFileGoesOut) {
  if (!AllocationCounter::is_available()) {
    GTEST_SKIP() << "needs the address sanitizer's hooks";
  }
  constexpr std::size_t kSize = 500000;
  const Buffer content = random_bytes(kSize, 1);
  SessionConfig config = sending();
  config.source_piece = 16_KiB;
  config.zmodem.largest_block = 8192;
  Session session(config);
  const std::array<FileToSend, 1> files = {{{.id = FileId{7}, .name = "a.bin", .size = kSize}}};
  session.send_files(files, kNow);
  Buffer outbox(64_KiB);
  std::uint64_t provided = 0;
  AllocationCounter counter;
  const auto pump = [&] {
    for (bool moved = true; moved;) {
      moved = false;
      while (const auto event = session.next_event()) {
        if (const auto* wanted = std::get_if<FileWanted>(&*event)) {
          provided = wanted->offset.value() + wanted->length;
          session.provide(wanted->id, wanted->offset,
                          Bytes(content).subspan(static_cast<std::size_t>(wanted->offset.value()),
                                                 wanted->length),
                          kNow);
        }
        moved = true;
      }
      moved |= session.transmit(outbox, kNow) != 0;
    }
  };
  const auto hear = [&](const Buffer& wire) {
    session.receive(wire, kNow);
    pump();
  };
  const Buffer invitation = zrinit();
  const Buffer position = hex_header(Frame::zrpos, 0);
  const Buffer back = hex_header(Frame::zrpos, 100000);
  hear(invitation);
  counter.start();
  hear(position);
  hear(back);  // a repair costs none either
  counter.stop();
  EXPECT_EQ(provided > 100000u, true);
  EXPECT_EQ(counter.count(), 0u);
}

}  // namespace
}  // namespace boardwalk::test
