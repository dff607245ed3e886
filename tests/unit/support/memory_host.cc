// See memory_host.h.
#include "support/memory_host.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "boardwalk/words.h"

namespace boardwalk::test {

namespace {

std::string numbered(std::string_view word, FileId id) {
  return std::string(word) + " #" + std::to_string(static_cast<std::uint32_t>(id));
}

}  // namespace

FileId MemoryHost::add(OutgoingFile file) {
  const FileId id{next_id_++};
  outgoing_.emplace(id, std::move(file));
  unsent_.push_back(id);
  return id;
}

void MemoryHost::send_all(TimePoint now) {
  std::vector<FileToSend> files;
  for (const FileId id : std::exchange(unsent_, {})) {
    const OutgoingFile& file = outgoing_.at(id);
    files.push_back({id, file.name, file.size, file.modified, file.mode});
  }
  session_.send_files(files, now);
}

void MemoryHost::obey(const Event& event, TimePoint now) {
  std::visit([this, now](const auto& specific) { on(specific, now); }, event);
}

void MemoryHost::run_due(TimePoint now) {
  while (!pending_.empty() && pending_.begin()->first <= now) {
    auto action = std::move(pending_.begin()->second);
    pending_.erase(pending_.begin());
    action(now);
  }
}

TimePoint MemoryHost::deadline() const {
  return pending_.empty() ? kNever : pending_.begin()->first;
}

bool MemoryHost::is_behind() const {
  if (policy_.most_uncommitted == UINT64_MAX || incoming_.empty()) {
    return false;
  }
  const IncomingFile& file = incoming_.back();
  return file.from + file.bytes.size() - file.committed >= policy_.most_uncommitted;
}

void MemoryHost::commit_all(TimePoint now) {
  for (IncomingFile& file : incoming_) {
    const std::uint64_t end = file.from + file.bytes.size();
    if (file.committed < end) {
      file.committed = end;
      session_.committed(file.id, FileOffset{end}, now);
    }
  }
}

void MemoryHost::commit(std::uint64_t bytes, TimePoint now) {
  IncomingFile& file = incoming_.back();
  file.committed = std::min(file.committed + bytes, file.from + file.bytes.size());
  session_.committed(file.id, FileOffset{file.committed}, now);
}

void MemoryHost::accept(std::uint64_t from, TimePoint now) {
  answer_offer(incoming_.back().id, {OfferAnswer::Kind::accept, from}, now);
}

void MemoryHost::save(TimePoint now) {
  ASSERT_FALSE(incoming_.empty());
  incoming_.back().final = true;
  session_.saved(incoming_.back().id, now);
}

void MemoryHost::provide(TimePoint now) {
  for (const FileWanted& wanted : std::exchange(wanted_, {})) {
    give(wanted, now);
  }
}

std::vector<std::string> MemoryHost::take_log() { return std::exchange(log_, {}); }

std::string MemoryHost::take_screen() { return std::exchange(screen_, {}); }

std::optional<Outcome> MemoryHost::outcome(FileId id) const {
  const auto found = done_.find(id);
  return found == done_.end() ? std::nullopt : std::optional{found->second.outcome};
}

void MemoryHost::on(const TerminalBytes& event, TimePoint) {
  EXPECT_FALSE(event.bytes.empty()) << "an event that says nothing";
  terminal_.append(reinterpret_cast<const char*>(event.bytes.data()), event.bytes.size());
  screen_.append(reinterpret_cast<const char*>(event.bytes.data()), event.bytes.size());
}

void MemoryHost::on(const TransferStarted& event, TimePoint) {
  ended_ = false;
  fault_.reset();
  log(event.direction == Direction::download ? "started download" : "started upload");
}

void MemoryHost::on(const UploadWanted&, TimePoint) { log("upload wanted"); }

void MemoryHost::on(const FileOffered& event, TimePoint now) {
  IncomingFile file;
  file.id = event.id;
  file.name = event.name;
  file.claimed_size = event.size;
  file.modified = event.modified;
  file.mode = event.mode;
  file.files_left = event.files_left;
  file.bytes_left = event.bytes_left;
  file.management = event.management;
  file.skip_if_missing = event.skip_if_missing;
  file.conversion = event.conversion;
  log("offered " + file.name + " " + (event.size ? std::to_string(*event.size) : "?"));
  incoming_.push_back(file);
  think(event.id, now);
}

// The next question about an offered file, or the answer.
void MemoryHost::think(FileId id, TimePoint now) {
  const IncomingFile& file = incoming(id);
  if (file.checksums.size() < policy_.questions.size()) {
    later(policy_.answer_delay, now,
          [this, id, length = policy_.questions[file.checksums.size()]](TimePoint then) {
            if (!done_.contains(id)) {
              session_.request_checksum(id, length, then);
            }
          });
    return;
  }
  const OfferAnswer answer = policy_.on_offer ? policy_.on_offer(file.name) : OfferAnswer{};
  if (answer.kind != OfferAnswer::Kind::say_nothing) {
    later(policy_.answer_delay, now,
          [this, id, answer](TimePoint then) { answer_offer(id, answer, then); });
  }
}

void MemoryHost::answer_offer(FileId id, const OfferAnswer& answer, TimePoint now) {
  if (done_.contains(id)) {
    return;  // the transfer ended while the person was thinking
  }
  if (answer.kind == OfferAnswer::Kind::skip) {
    session_.skip(id, now);
    return;
  }
  IncomingFile& file = incoming(id);
  if (std::exchange(file.accepted, true)) {
    return;
  }
  file.from = answer.from;
  file.committed = answer.from;
  session_.accept(id, FileOffset{answer.from}, now);
}

void MemoryHost::on(const FileBytes& event, TimePoint now) {
  IncomingFile& file = incoming(event.id);
  EXPECT_FALSE(event.bytes.empty()) << "an event that says nothing";
  EXPECT_FALSE(file.outcome.has_value()) << "bytes of " << file.name << " after its end";
  ASSERT_EQ(event.offset.value(), file.from + file.bytes.size()) << "a gap in " << file.name;
  const std::uint64_t end = event.offset.value() + event.bytes.size();
  const std::string line = "file " + std::to_string(event.offset.value()) + "..";
  // Contiguous pieces are one line, whatever the cuts on the wire were.
  const std::string until_here = ".." + std::to_string(event.offset.value());
  if (!log_.empty() && log_.back().starts_with("file ") && log_.back().ends_with(until_here)) {
    log_.back().resize(log_.back().size() - until_here.size() + 2);
    log_.back() += std::to_string(end);
  } else {
    log(line + std::to_string(end));
  }
  if (file.name == policy_.failing_sink && end > policy_.sink_fails_at) {
    session_.sink_failed(event.id, now);
    return;
  }
  append(file.bytes, event.bytes);
  if (!policy_.commits) {
    return;
  }
  later(policy_.commit_delay, now, [this, id = event.id, end](TimePoint then) {
    IncomingFile& stored = incoming(id);
    stored.committed = std::max(stored.committed, end);
    session_.committed(id, FileOffset{end}, then);
  });
}

void MemoryHost::on(const FileEnded& event, TimePoint now) {
  IncomingFile& file = incoming(event.id);
  log("ended " + std::to_string(event.size.value()));
  EXPECT_FALSE(std::exchange(file.ended, true)) << file.name << " was called ended twice";
  EXPECT_EQ(event.size.value(), file.from + file.bytes.size()) << file.name;
  EXPECT_EQ(event.size.value(), file.committed)
      << file.name << " was called ended before everything was stored";
  if (!policy_.saves) {
    return;
  }
  later(policy_.save_delay, now, [this, id = event.id](TimePoint then) {
    if (!done_.contains(id)) {
      incoming(id).final = true;
      session_.saved(id, then);
    }
  });
}

void MemoryHost::on(const FileWanted& event, TimePoint now) {
  EXPECT_GT(event.length, 0u);
  EXPECT_LE(event.offset.value() + event.length, outgoing_.at(event.id).size)
      << "asked for bytes beyond the end";
  if (!policy_.provides) {
    wanted_.push_back(event);
    return;
  }
  later(policy_.source_delay, now, [this, event](TimePoint then) { give(event, then); });
}

void MemoryHost::give(const FileWanted& wanted, TimePoint now) {
  if (done_.contains(wanted.id)) {
    return;
  }
  const OutgoingFile& file = outgoing_.at(wanted.id);
  if (wanted.offset.value() + wanted.length > file.fails_at) {
    session_.source_failed(wanted.id, now);
    return;
  }
  auto& lent = lent_[wanted.id];
  lent.push_back(std::make_unique<Buffer>(wanted.length));
  file.content.fill(wanted.offset.value(), *lent.back());
  session_.provide(wanted.id, wanted.offset, *lent.back(), now);
  // This was the second provide() after the one before the last: its bytes may go.
  while (lent.size() > 2) {
    lent.pop_front();
  }
}

void MemoryHost::on(const FileStarted& event, TimePoint) {
  log("sending " + outgoing_.at(event.id).name + " from " + std::to_string(event.from.value()));
}

void MemoryHost::on(const FileDone& event, TimePoint) {
  EXPECT_FALSE(done_.contains(event.id)) << numbered("done twice", event.id);
  done_.emplace(event.id, event);
  lent_.erase(event.id);
  std::string name;
  if (const auto found = outgoing_.find(event.id); found != outgoing_.end()) {
    name = found->second.name;
  } else {
    IncomingFile& file = incoming(event.id);
    file.outcome = event.outcome;
    name = file.name;
    if (event.outcome == Outcome::complete) {
      EXPECT_TRUE(file.final) << name << " was called complete before it was made final";
    }
  }
  log("done " + name + " " + std::string(word_for(event.outcome)) + " " +
      std::to_string(event.bytes));
}

void MemoryHost::on(const ChecksumTold& event, TimePoint now) {
  IncomingFile& file = incoming(event.id);
  EXPECT_FALSE(file.accepted) << "a checksum of " << file.name << " after the decision";
  if (file.checksums.size() < policy_.questions.size()) {
    EXPECT_EQ(event.length, policy_.questions[file.checksums.size()]);
    file.checksums.push_back(event.crc32);
    think(event.id, now);
  }
  log("checksum " + std::to_string(event.length) + " " +
      (event.crc32 ? std::to_string(*event.crc32) : "unknown"));
}

void MemoryHost::on(const PeerMessage& event, TimePoint) {
  log("message \"" + std::string(event.text) + '"');
}

void MemoryHost::on(const Refused& event, TimePoint) {
  log(event.what == Refused::What::command ? "refused command" : "refused mail");
}

void MemoryHost::on(const TransferEnded& event, TimePoint) {
  EXPECT_FALSE(ended_) << "ended twice";
  ended_ = true;
  fault_ = event.fault;
  lent_.clear();
  for (const IncomingFile& file : incoming_) {
    EXPECT_TRUE(file.outcome.has_value()) << file.name << " has no outcome at the end";
  }
  log(event.fault ? "over: " + std::string(word_for(*event.fault)) : "over");
}

void MemoryHost::later(Duration delay, TimePoint now, std::function<void(TimePoint)> action) {
  // Never inside obey(): a host's answers come on a later turn.
  pending_.emplace(now + delay, std::move(action));
}

void MemoryHost::log(std::string line) { log_.push_back(std::move(line)); }

IncomingFile& MemoryHost::incoming(FileId id) {
  const auto found = std::find_if(incoming_.begin(), incoming_.end(),
                                  [id](const IncomingFile& file) { return file.id == id; });
  if (found == incoming_.end()) {
    ADD_FAILURE() << numbered("nothing was offered as file", id);
    static IncomingFile nobody;
    return nobody;
  }
  return *found;
}

}  // namespace boardwalk::test
