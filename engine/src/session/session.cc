// See boardwalk/session.h. The public face of the router: one line per call.
#include "boardwalk/session.h"

#include <utility>

#include "session/router.h"

namespace boardwalk {

struct Session::State {
  explicit State(SessionConfig config) : router(std::move(config)) {}
  Router router;
};

Session::Session(SessionConfig config) : state_(std::make_unique<State>(std::move(config))) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

std::size_t Session::receive(Bytes in, TimePoint now) { return state_->router.receive(in, now); }

std::optional<Event> Session::next_event() { return state_->router.next_event(); }

std::size_t Session::transmit(MutableBytes room, TimePoint now) {
  return state_->router.transmit(room, now);
}

void Session::advance(TimePoint now) { state_->router.advance(now); }

TimePoint Session::deadline() const { return state_->router.deadline(); }

std::size_t Session::type(Bytes keys, TimePoint now) { return state_->router.type(keys, now); }

void Session::resize(std::uint16_t columns, std::uint16_t rows) {
  state_->router.resize(columns, rows);
}

void Session::send_files(std::span<const FileToSend> files, TimePoint now) {
  state_->router.send_files(files, now);
}

bool Session::unqueue(FileId id) { return state_->router.unqueue(id); }

void Session::start(Direction direction, TimePoint now) { state_->router.start(direction, now); }

void Session::cancel(TimePoint now) { state_->router.cancel(now); }

void Session::wire_closed(TimePoint now) { state_->router.wire_closed(now); }

void Session::accept(FileId id, FileOffset from, TimePoint now) {
  state_->router.answer(now, [&](Transfer& t, TimePoint at) { t.accept(id, from, at); });
}

void Session::request_checksum(FileId id, std::uint64_t length, TimePoint now) {
  state_->router.answer(now,
                        [&](Transfer& t, TimePoint at) { t.request_checksum(id, length, at); });
}

void Session::tell_free_space(std::uint64_t bytes) { state_->router.tell_free_space(bytes); }

void Session::skip(FileId id, TimePoint now) { state_->router.skip(id, now); }

void Session::committed(FileId id, FileOffset end, TimePoint now) {
  state_->router.answer(now, [&](Transfer& t, TimePoint at) { t.committed(id, end, at); });
}

void Session::saved(FileId id, TimePoint now) {
  state_->router.answer(now, [&](Transfer& t, TimePoint at) { t.saved(id, at); });
}

void Session::sink_failed(FileId id, TimePoint now) {
  state_->router.answer(now, [&](Transfer& t, TimePoint) { t.sink_failed(id); });
}

void Session::provide(FileId id, FileOffset offset, Bytes data, TimePoint now) {
  state_->router.answer(now, [&](Transfer& t, TimePoint at) { t.provide(id, offset, data, at); });
}

void Session::source_failed(FileId id, TimePoint now) {
  state_->router.answer(now, [&](Transfer& t, TimePoint) { t.source_failed(id); });
}

TransferStatus Session::status() const { return state_->router.status(); }

}  // namespace boardwalk
