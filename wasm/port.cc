// Port: see port.h. Every public call that touches the session takes the time from the host.
#include "port.h"

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <utility>
#include <variant>

namespace boardwalk {
namespace {

// Three, though two are lent at a time: the next answer's bytes are copied in before the session
// sees them, so they may not land in a piece that is still lent.
constexpr std::size_t kSourcePieces = 3;

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

std::uintptr_t address_of(const void* place) { return reinterpret_cast<std::uintptr_t>(place); }

template <std::unsigned_integral Count>
double number(Count count) {
  return static_cast<double>(count);
}
double number(FileOffset offset) { return static_cast<double>(offset.value()); }

FileOffset offset_of(double value) {
  return FileOffset{value > 0 ? static_cast<std::uint64_t>(value) : 0};
}

TimePoint time_of(double ms) { return TimePoint{Duration{static_cast<Duration::rep>(ms * 1000)}}; }

double ms_of(TimePoint when) {
  if (when == kNever) return std::numeric_limits<double>::infinity();
  return static_cast<double>(when.time_since_epoch().count()) / 1000;
}

SessionConfig checked_config_of(const PortSettings& settings) {
  if (!problem_of(settings).empty()) std::abort();
  SessionConfig config = config_of(settings);
  config.source_piece = Port::kSourceBytes;
  return config;
}

// A byte of text that JavaScript is to see as the one character of that number: the session speaks
// of bytes, and which characters they are in the board's set is the page's knowledge.
std::string one_character_per_byte(std::string_view bytes) {
  std::string utf8;
  for (const char each : bytes) {
    const auto byte = static_cast<unsigned char>(each);
    if (byte < 0x80) {
      utf8 += each;
    } else {
      utf8 += static_cast<char>(0xc0 | (byte >> 6));
      utf8 += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
  return utf8;
}

}  // namespace

Port::Port(const PortSettings& settings)
    : session_(checked_config_of(settings)),
      inbox_(kInboxBytes),
      outbox_(kOutboxBytes),
      keys_(kKeyBytes),
      source_(kSourcePieces * kSourceBytes) {
  report_[ReportField::deadline_ms] = ms_of(session_.deadline());
}

std::uintptr_t Port::inbox() const { return address_of(inbox_.data()); }
std::uintptr_t Port::outbox() const { return address_of(outbox_.data()); }
std::uintptr_t Port::keys() const { return address_of(keys_.data()); }
std::uintptr_t Port::report() const { return address_of(report_.address()); }
std::uintptr_t Port::source() const {
  return address_of(source_.data() + source_piece_ * kSourceBytes);
}

void Port::step(std::uint32_t in_length, std::uint32_t out_room, double now_ms) {
  const TimePoint now = time_of(now_ms);
  if (inbox_begin_ == inbox_end_) {
    inbox_begin_ = 0;
    inbox_end_ = std::min<std::size_t>(in_length, inbox_.size());
  }
  if (inbox_begin_ != inbox_end_) {
    inbox_begin_ +=
        session_.receive({inbox_.data() + inbox_begin_, inbox_end_ - inbox_begin_}, now);
  } else {
    session_.advance(now);
  }
  finish_turn(out_room, now);
}

void Port::speak(std::uint32_t out_room, double now_ms) { finish_turn(out_room, time_of(now_ms)); }

void Port::finish_turn(std::uint32_t out_room, TimePoint now) {
  report_[ReportField::terminal_length] = 0;
  report_[ReportField::file_length] = 0;
  gather_events();
  const std::size_t room = std::min<std::size_t>(out_room, outbox_.size());
  report_[ReportField::out_length] = number(session_.transmit({outbox_.data(), room}, now));
  gather_events();  // what transmit() had to say: it can ask for file bytes

  report_[ReportField::pending] = number(inbox_end_ - inbox_begin_);
  report_[ReportField::events] = number(events_.size());
  report_[ReportField::deadline_ms] = ms_of(session_.deadline());
  const TransferStatus status = session_.status();
  report_[ReportField::active] = status.active ? 1 : 0;
  report_[ReportField::current_file] = static_cast<double>(status.file);
  report_[ReportField::confirmed] = number(status.confirmed);
  report_[ReportField::reached] = number(status.reached);
  report_[ReportField::resent_bytes] = number(status.resent_bytes);
  report_[ReportField::errors] = status.errors;
  report_[ReportField::block] = number(status.block);
  report_[ReportField::crc] = status.crc == CrcKind::crc16 ? 16 : 32;
  report_[ReportField::mode] = static_cast<double>(status.mode);
  report_[ReportField::escapes_controls] = status.escapes_controls ? 1 : 0;
}

void Port::gather_events() {
  while (const std::optional<Event> event = session_.next_event()) note(*event);
}

// Bulk goes into the report as an address: one turn has at most one of each kind (event.h), and
// both precede whatever else the same bytes brought. The rest waits in a queue.
void Port::note(const Event& event) {
  std::visit(
      Overloaded{
          [this](const TerminalBytes& e) {
            report_[ReportField::terminal_at] = number(address_of(e.bytes.data()));
            report_[ReportField::terminal_length] = number(e.bytes.size());
          },
          [this](const FileBytes& e) {
            report_[ReportField::file_id] = static_cast<double>(e.id);
            report_[ReportField::file_offset] = number(e.offset);
            report_[ReportField::file_at] = number(address_of(e.bytes.data()));
            report_[ReportField::file_length] = number(e.bytes.size());
          },
          [this](const TransferStarted& e) {
            events_.push_back({.kind = PortEventKind::transfer_started, .direction = e.direction});
          },
          [this](const UploadWanted&) {
            events_.push_back({.kind = PortEventKind::upload_wanted});
          },
          [this](const FileOffered& e) {
            events_.push_back({.kind = PortEventKind::file_offered,
                               .id = static_cast<std::uint32_t>(e.id),
                               .name = std::string{e.name},
                               .size = e.size ? number(*e.size) : -1,
                               .modified = static_cast<double>(e.modified),
                               .management = e.management,
                               .skip_if_missing = e.skip_if_missing,
                               .conversion = e.conversion});
          },
          [this](const ChecksumTold& e) {
            events_.push_back({.kind = PortEventKind::checksum_told,
                               .id = static_cast<std::uint32_t>(e.id),
                               .length = number(e.length),
                               .crc32 = e.crc32 ? number(*e.crc32) : -1});
          },
          [this](const PeerMessage& e) {
            events_.push_back(
                {.kind = PortEventKind::peer_message, .text = one_character_per_byte(e.text)});
          },
          [this](const FileEnded& e) {
            events_.push_back({.kind = PortEventKind::file_ended,
                               .id = static_cast<std::uint32_t>(e.id),
                               .size = number(e.size)});
          },
          [this](const FileWanted& e) {
            wanted_ = e;
            events_.push_back({.kind = PortEventKind::file_wanted,
                               .id = static_cast<std::uint32_t>(e.id),
                               .offset = number(e.offset),
                               .length = number(e.length)});
          },
          [this](const FileStarted& e) {
            events_.push_back({.kind = PortEventKind::file_started,
                               .id = static_cast<std::uint32_t>(e.id),
                               .offset = number(e.from)});
          },
          [this](const FileDone& e) {
            events_.push_back({.kind = PortEventKind::file_done,
                               .id = static_cast<std::uint32_t>(e.id),
                               .size = number(e.bytes),
                               .outcome = e.outcome});
          },
          [this](const Refused& e) {
            events_.push_back({.kind = PortEventKind::refused, .refused = e.what});
          },
          [this](const TransferEnded& e) {
            events_.push_back({.kind = PortEventKind::transfer_ended,
                               .failed = e.fault.has_value(),
                               .fault = e.fault.value_or(Fault::host_misuse)});
          },
      },
      event);
}

PortEvent Port::take_event() {
  if (events_.empty()) return {};
  PortEvent oldest = std::move(events_.front());
  events_.pop_front();
  return oldest;
}

std::uint32_t Port::type(std::uint32_t length, double now_ms) {
  const std::size_t size = std::min<std::size_t>(length, keys_.size());
  return static_cast<std::uint32_t>(session_.type({keys_.data(), size}, time_of(now_ms)));
}

void Port::resize(std::uint32_t columns, std::uint32_t rows) {
  session_.resize(static_cast<std::uint16_t>(columns), static_cast<std::uint16_t>(rows));
}

void Port::queue_file(const PortFile& file, double now_ms) {
  const FileToSend to_send{.id = FileId{file.id},
                           .name = file.name,
                           .size = offset_of(file.size).value(),
                           .modified = static_cast<std::int64_t>(file.modified)};
  session_.send_files({&to_send, 1}, time_of(now_ms));
}

bool Port::unqueue(std::uint32_t id) { return session_.unqueue(FileId{id}); }

void Port::start(Direction direction, double now_ms) { session_.start(direction, time_of(now_ms)); }

void Port::cancel(double now_ms) { session_.cancel(time_of(now_ms)); }

void Port::wire_closed(double now_ms) { session_.wire_closed(time_of(now_ms)); }

void Port::accept(std::uint32_t id, double from, double now_ms) {
  session_.accept(FileId{id}, offset_of(from), time_of(now_ms));
}

void Port::request_checksum(std::uint32_t id, double length, double now_ms) {
  session_.request_checksum(FileId{id}, offset_of(length).value(), time_of(now_ms));
}

void Port::tell_free_space(double bytes) { session_.tell_free_space(offset_of(bytes).value()); }

void Port::skip(std::uint32_t id, double now_ms) { session_.skip(FileId{id}, time_of(now_ms)); }

void Port::committed(std::uint32_t id, double end, double now_ms) {
  session_.committed(FileId{id}, offset_of(end), time_of(now_ms));
}

void Port::saved(std::uint32_t id, double now_ms) { session_.saved(FileId{id}, time_of(now_ms)); }

void Port::sink_failed(std::uint32_t id, double now_ms) {
  session_.sink_failed(FileId{id}, time_of(now_ms));
}

void Port::provide(std::uint32_t id, double offset, std::uint32_t length, double now_ms) {
  const FileOffset at = offset_of(offset);
  if (!wanted_ || wanted_->id != FileId{id} || wanted_->offset != at) return;
  wanted_.reset();
  const std::byte* piece = source_.data() + source_piece_ * kSourceBytes;
  const std::size_t size = std::min<std::size_t>(length, kSourceBytes);
  session_.provide(FileId{id}, at, {piece, size}, time_of(now_ms));
  source_piece_ = (source_piece_ + 1) % kSourcePieces;
}

void Port::source_failed(std::uint32_t id, double now_ms) {
  session_.source_failed(FileId{id}, time_of(now_ms));
}

}  // namespace boardwalk
