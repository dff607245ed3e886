// The other half of host.h: what each event of the session means for files and for the report.
//
// Everything is answered at once, so no answer can meet a session that has moved on meanwhile.
#include <utility>

#include "tool/host.h"
#include "tool/steady_time.h"
#include "tool/text.h"

namespace boardwalk::tool {

void Host::handle(const TerminalBytes& event) {
  // Text between the frames: "rz: command not found" explains a lot to a person who asks.
  const auto* text = reinterpret_cast<const char*>(event.bytes.data());
  report_.step("text from the other side: " + printable({text, event.bytes.size()}));
}

void Host::handle(const TransferStarted&) { report_.step("the transfer has begun"); }

void Host::handle(const UploadWanted&) {
  report_.error("the other side wants to receive too");
  cancel_because("both sides receive");
}

void Host::handle(const FileOffered& event) {
  if (incoming_ == nullptr) {
    report_.error("the other side wants to send too");
    cancel_because("both sides send");
    return;
  }
  begin_report(event.id, {Direction::download, std::string{event.name}, event.size}, {});
  tell_free_space();
  answer_offer(incoming_->begin(event));
}

void Host::handle(const ChecksumTold& event) {
  if (incoming_ == nullptr || !current_ || current_->id != event.id) return;
  answer_offer(incoming_->told(event));
}

// To the session goes what has been decided about the current file.
void Host::answer_offer(IncomingFiles::Answer answer) {
  for (const std::string& each : incoming_->take_notices()) report_.notice(each);
  const FileId id = current_->id;
  if (const auto* error = std::get_if<LocalError>(&answer)) {
    sink_failed(id, *error);
  } else if (const auto* asked = std::get_if<IncomingFiles::Ask>(&answer)) {
    report_.step("asking the sender for a checksum of " + printable(current_->facts.name));
    session_.request_checksum(id, asked->length, now());
  } else if (auto* skipped = std::get_if<IncomingFiles::Skip>(&answer)) {
    current_->why = std::move(skipped->why);
    session_.skip(id, now());
  } else {
    current_->from = std::get<IncomingFiles::Accept>(answer).from;
    current_->started_at = now();  // comparing took what it took
    last_shown_ = current_->from.value();
    report_.file_started(current_->facts, current_->from);
    session_.accept(id, current_->from, now());
  }
}

void Host::tell_free_space() {
  if (incoming_ == nullptr) return;
  if (const auto bytes = incoming_->free_space()) session_.tell_free_space(*bytes);
}

void Host::handle(const PeerMessage& event) {
  report_.notice("the other side says: " + printable(event.text));
}

void Host::handle(const FileBytes& event) {
  if (sink_broken_) return;
  if (const auto error = incoming_->write(event)) {
    sink_failed(event.id, *error);
    return;
  }
  session_.committed(event.id, event.offset + event.bytes.size(), now());
}

void Host::handle(const FileEnded& event) {
  if (sink_broken_) return;
  if (const auto error = incoming_->finish(event.id)) {
    sink_failed(event.id, *error);
    return;
  }
  session_.saved(event.id, now());
}

void Host::handle(const FileWanted& event) {
  const auto piece = outgoing_->read(event);
  if (const auto* bytes = std::get_if<Bytes>(&piece)) {
    session_.provide(event.id, event.offset, *bytes, now());
    return;
  }
  if (!current_ || current_->id != event.id) {
    begin_report(event.id,
                 {Direction::upload, outgoing_->name(event.id), outgoing_->size(event.id)},
                 event.offset);
  }
  local_error(std::get<LocalError>(piece));
  session_.source_failed(event.id, now());
}

void Host::handle(const FileStarted& event) {
  begin_report(event.id, {Direction::upload, outgoing_->name(event.id), outgoing_->size(event.id)},
               event.from);
  report_.file_started(current_->facts, event.from);
}

void Host::handle(const FileDone& event) {
  // A file may end without ever having been begun: those behind a cancelled one.
  if (!current_ || current_->id != event.id) {
    FileFacts facts;
    if (outgoing_ != nullptr) {
      facts = {Direction::upload, outgoing_->name(event.id), outgoing_->size(event.id)};
    }
    begin_report(event.id, std::move(facts), {});
  }
  const TransferStatus status = session_.status();
  FileResult result;
  result.outcome = event.outcome;
  result.why = current_->why;
  result.from = current_->from;
  result.bytes = event.bytes;
  result.errors = status.errors - current_->at_start.errors;
  result.resent_bytes = status.resent_bytes - current_->at_start.resent_bytes;
  result.elapsed = now() - current_->started_at;
  result.mode = status.mode;
  result.crc = status.crc;
  result.escapes_controls = status.escapes_controls;
  if (event.outcome == Outcome::complete) {
    result.crc32 = outgoing_ != nullptr ? outgoing_->crc32(event.id) : incoming_->crc32();
    if (incoming_ != nullptr) result.stored_as = incoming_->stored_as();
  } else if (incoming_ != nullptr) {
    result.kept = incoming_->leave(event.outcome);
  }
  tally_.count(event);
  report_.file_done(current_->facts, result);
  current_.reset();
}

void Host::handle(const Refused& event) {
  report_.notice(event.what == Refused::What::command
                     ? "the other side asked to run a command: refused"
                     : "the other side asked to send a file as mail: refused");
}

void Host::handle(const TransferEnded& event) {
  if (over_) return;
  over_ = true;
  fault_ = event.fault;
  // Given up here, the session has not told how the file ended.
  if (current_)
    handle(FileDone{current_->id, Outcome::cancelled, session_.status().confirmed.value()});
  give_up_at_ = now() + kLastWords;
}

void Host::begin_report(FileId id, FileFacts facts, FileOffset from) {
  current_ = Current{id, std::move(facts), from, "", session_.status(), now()};
  last_shown_ = from.value();
}

// Ends the transfer. What the session still hands out of the file must not be stored: it would be
// a file with a hole.
void Host::sink_failed(FileId id, const LocalError& error) {
  sink_broken_ = true;
  local_error(error);
  session_.sink_failed(id, now());
}

void Host::local_error(const LocalError& error) {
  tally_.local_error = true;
  report_.error(error.message);
}

}  // namespace boardwalk::tool
