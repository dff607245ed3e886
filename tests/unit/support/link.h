// Two real Sessions joined by two simulated lines on one virtual clock, each with a MemoryHost:
// whole transfers, of minutes and hours of virtual time, in milliseconds.
//
// A tap that shares nothing with the engine follows the wire in each direction. The sender's line
// is called forward.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "boardwalk/session.h"
#include "support/buffer.h"
#include "support/frame_cutter.h"
#include "support/line.h"
#include "support/memory_host.h"
#include "support/session_under_test.h"
#include "support/wire_tap.h"

namespace boardwalk::test {

// Loses, damages, repeats or exchanges whole pieces on their way; empty: nothing.
struct Meddlers {
  Meddler forward;
  Meddler backward;
};

struct LinkOptions {
  LineOptions forward;
  LineOptions backward;
  SessionConfig sender = sending();
  SessionConfig receiver = receiving();
  HostPolicy sender_host;
  HostPolicy receiver_host;
  // Most room offered at first: tiny rooms are tried before all there is, 1 … so many bytes.
  std::size_t tiny_rooms = 0;
  Meddlers meddlers;
};

enum class RunEnd { idle, out_of_time, spinning };

class Link {
 public:
  explicit Link(LinkOptions options = {});

  // The file goes out as "file-0.bin", "file-1.bin", …
  FileId send(Buffer bytes);
  FileId send(OutgoingFile file);

  Line& forward() { return forward_.line; }
  Line& backward() { return backward_.line; }
  // Runs once, when so many bytes were written forward; at a moment of virtual time.
  void when_written(std::uint64_t forward_bytes, std::function<void()> action);
  void at(Duration since_start, std::function<void()> action);
  void wire_closes();  // both sides are told

  // Until nobody waits for anything but input that cannot come.
  RunEnd run_until_idle(Duration limit = std::chrono::hours{2});

  [[nodiscard]] Session& sender() { return sender_.session; }
  [[nodiscard]] Session& receiver() { return receiver_.session; }
  [[nodiscard]] MemoryHost& sender_host() { return sender_.host; }
  [[nodiscard]] MemoryHost& receiver_host() { return receiver_.host; }
  [[nodiscard]] const WireTap& tap() const { return tap_; }
  // What the receiver said, as it left it.
  [[nodiscard]] const WireTap& back_tap() const { return back_tap_; }
  [[nodiscard]] TimePoint now() const { return now_; }
  [[nodiscard]] Duration elapsed() const { return now_ - start_; }

  // Every file arrived whole, final and under its name, both sides call it complete and the
  // transfer over without a fault, and nothing on the wire was mislabelled or malformed.
  void expect_all_complete();
  // What must hold on any line, however it went: both sides are over, in no more time than so many
  // files may take; every file that either side calls complete is whole and final at the receiver;
  // nothing on the wire was mislabelled or malformed.
  void expect_sound();
  [[nodiscard]] bool is_all_complete() const;

 private:
  struct Side {
    Side(const SessionConfig& config, HostPolicy policy)
        : session(config), host(session, std::move(policy)) {}
    Session session;
    MemoryHost host;
    std::unique_ptr<Buffer> inbox = std::make_unique<Buffer>();
    std::size_t taken = 0;
    int same_moment = 0;
    bool wants_room = false;
    bool is_closed = false;
  };
  struct Way {
    Way(const LineOptions& options, Meddler meddling)
        : line(options), meddler(std::move(meddling)) {}
    void write(Bytes bytes, TimePoint now);
    Line line;
    Meddler meddler;
    FrameCutter cutter;
  };

  bool pump(Side& side, Line& in, Way& out, WireTap& tap_out, WireTap& tap_in);
  bool receive_some(Side& side, Line& in, WireTap& tap_in);
  bool transmit_some(Side& side, Way& out, WireTap& tap_out);
  bool pump_all();
  [[nodiscard]] TimePoint next_moment();
  void expect_clean_wire() const;
  void run_actions();

  LinkOptions options_;
  Way forward_;
  Way backward_;
  Side sender_;
  Side receiver_;
  WireTap tap_;
  WireTap back_tap_;
  WireTap ignored_;
  Random random_;
  Buffer outbox_;
  std::map<FileId, OutgoingFile> files_;
  bool started_ = false;
  TimePoint start_ = TimePoint{} + std::chrono::seconds{5};
  TimePoint now_ = start_;
  std::multimap<std::uint64_t, std::function<void()>> on_written_;
  std::multimap<TimePoint, std::function<void()>> on_time_;
  bool is_spinning_ = false;
};

}  // namespace boardwalk::test
