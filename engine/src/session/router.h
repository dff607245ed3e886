// Where bytes go: telnet is lifted off, the rest belongs to the screen or to the running transfer,
// and what goes out is written in the right order. No protocol of its own.
//
// The road: wire -> telnet decoder -> (tail filter) -> detector and screen, or transfer, or nowhere
// while a cancelled transfer falls silent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "boardwalk/session.h"
#include "flow/event_queue.h"
#include "flow/sink_window.h"
#include "flow/transfer.h"
#include "flow/upload_queue.h"
#include "session/pace.h"
#include "session/screen_buffer.h"
#include "session/tail_filter.h"
#include "telnet/codec.h"
#include "telnet/options.h"
#include "zmodem/detector.h"
#include "zmodem/receiver.h"
#include "zmodem/sender.h"

namespace boardwalk {

class Router {
 public:
  explicit Router(SessionConfig config);

  // See session.h for all of these.
  std::size_t receive(Bytes in, TimePoint now);
  [[nodiscard]] std::optional<Event> next_event();
  std::size_t transmit(MutableBytes room, TimePoint now);
  void advance(TimePoint now);
  [[nodiscard]] TimePoint deadline() const;
  std::size_t type(Bytes keys, TimePoint now);
  void resize(std::uint16_t columns, std::uint16_t rows) { options_.resize(columns, rows); }
  void send_files(std::span<const FileToSend> files, TimePoint now);
  bool unqueue(FileId id) { return queue_.remove(id); }
  void start(Direction direction, TimePoint now);
  void cancel(TimePoint now);
  void wire_closed(TimePoint now);
  void skip(FileId id, TimePoint now);
  [[nodiscard]] TransferStatus status() const;

  void tell_free_space(std::uint64_t bytes);

  // Hands an answer of the host to the running transfer, if there is one.
  template <typename Answer>
  void answer(TimePoint now, Answer give) {
    tell_time(now);
    if (mode_ == Mode::transfer) {
      give(*transfer_, now_);
      settle();
    }
  }

 private:
  enum class Mode {
    terminal,  // bytes are for the screen (a transfer may still have last words to say)
    transfer,
    draining,  // a cancelled transfer: everything is dropped until the line is quiet
  };

  void tell_time(TimePoint now);
  void route(Bytes data);
  std::size_t route_to_terminal(Bytes data);
  void hear_start(const zmodem::Detector::Found& found);
  void begin(Direction direction, std::unique_ptr<Transfer> transfer);
  zmodem::Receiver& begin_download(zmodem::Receiver::Begin how);
  zmodem::Sender& begin_upload(zmodem::Sender::Begin begin);
  void settle();
  void keep_pace();
  void conclude();
  void finish_transfer();
  void update_cr_rule();
  [[nodiscard]] std::size_t input_room() const;
  [[nodiscard]] bool pay_cancel(UnitWriter& out);
  [[nodiscard]] bool pay_keys(UnitWriter& out);
  [[nodiscard]] LineKind line() const {
    return config_.telnet.enabled ? LineKind::telnet : LineKind::raw;
  }

  SessionConfig config_;
  TimePoint now_ = TimePoint::min();
  EventQueue events_;
  ScreenBuffer screen_;
  SinkWindow window_;
  UploadQueue queue_;
  telnet::Decoder decoder_;
  telnet::Options options_;
  zmodem::Detector detector_;
  TailFilter tail_;
  std::vector<std::byte> keys_;
  std::size_t keys_sent_ = 0;  // of keys_

  Pace pace_;
  Mode mode_ = Mode::terminal;
  std::unique_ptr<Transfer> transfer_;
  std::vector<std::unique_ptr<Transfer>>
      departed_;  // over, but events not yet pulled may name its strings
  bool began_this_turn_ = false;
  Direction direction_ = Direction::download;
  bool opened_ = false;             // what SessionConfig::opening asks for has been done
  bool transfer_has_line_ = false;  // nothing but the transfer's bytes may go out
  bool was_binary_in_ = false;
  bool owes_cancel_ = false;
  bool owes_finish_ = false;     // an answer to a ZFIN that came after the end
  TimePoint quiet_at_ = kNever;  // draining ends here unless more arrives
  TimePoint drain_limit_ = kNever;
  TimePoint no_start_until_ = TimePoint::min();  // a refused start that repeats itself is ignored
  TimePoint answer_finish_until_ = TimePoint::min();
  bool dropping_queue_ = false;                // the queued files are over too; told one by one
  std::optional<std::optional<Fault>> ended_;  // TransferEnded, when that has been told
  std::optional<std::uint64_t> free_space_;    // told by the host
  std::uint32_t next_file_id_ = 1;
  TransferStatus last_status_;
};

}  // namespace boardwalk
