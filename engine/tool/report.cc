// See report.h.
#include "tool/report.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <utility>

#include "boardwalk/words.h"
#include "tool/json_line.h"
#include "tool/text.h"

namespace boardwalk::tool {

namespace {

constexpr int kStderrPatienceMs = 1000;

std::size_t terminal_columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80U;
}

// All of it, if need be after waiting; what a reader that has stopped reading does not take within
// the patience is dropped, for a transfer must not hang on its own report.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = write(descriptor, text.data(), text.size());
    if (put >= 0) {
      text.remove_prefix(static_cast<std::size_t>(put));
    } else if (errno == EAGAIN) {
      pollfd wait{descriptor, POLLOUT, 0};
      if (poll(&wait, 1, kStderrPatienceMs) <= 0) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

double seconds_in(Duration duration) { return static_cast<double>(duration.count()) / 1e6; }

std::string_view word_for(Direction direction) {
  return direction == Direction::download ? "download" : "upload";
}

std::optional<std::string> hex(std::optional<std::uint32_t> value) {
  if (!value) return std::nullopt;
  std::array<char, 12> text{};
  snprintf(text.data(), text.size(), "%08x", *value);
  return text.data();
}

std::string repaired(std::uint32_t errors) {
  if (errors == 0) return "";
  return ", " + std::to_string(errors) + (errors == 1 ? " error" : " errors") + " repaired";
}

std::optional<std::string> path_of(const std::optional<KeptPart>& kept) {
  if (!kept) return std::nullopt;
  return kept->path;
}

std::string sentence_for(const KeptPart& kept) {
  std::string sentence = byte_count(kept.bytes) + " kept in " + printable(kept.path);
  if (kept.can_be_continued) sentence += ", continue with --resume";
  return sentence;
}

std::uint64_t bits_of(CrcKind crc) { return crc == CrcKind::crc32 ? 32 : 16; }

std::string way_on_the_line(const FileResult& result) {
  std::string way{boardwalk::word_for(result.mode)};
  way += " data, CRC-" + std::to_string(bits_of(result.crc));
  if (result.escapes_controls) way += ", control characters escaped";
  return way;
}

}  // namespace

Report::Report(const Options& options)
    : verbosity_(options.verbosity),
      json_(options.json),
      log_name_(options.log_file),
      terminal_(isatty(STDERR_FILENO) != 0) {}

Report::~Report() {
  clear_progress();
  if (log_ >= 0) close(log_);
}

std::optional<LocalError> Report::open_log() {
  if (!log_name_) return std::nullopt;
  log_ = open(log_name_->c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY | O_CLOEXEC, 0666);
  if (log_ >= 0) return std::nullopt;
  return LocalError{"cannot write the log " + printable(*log_name_) + ": " + std::strerror(errno)};
}

bool Report::shows_progress() const {
  return !held_ && verbosity_ != Verbosity::quiet && (json_ || terminal_);
}

void Report::release() {
  held_ = false;
  const std::string text = std::exchange(held_text_, {});
  if (!text.empty()) to_stderr(text);
}

void Report::error(std::string_view message) {
  if (json_) emit_json(JsonLine{"error"}.text("message", message).finished());
  say(message, !json_);
}

void Report::notice(std::string_view message) {
  if (json_ && verbosity_ != Verbosity::quiet) {
    emit_json(JsonLine{"notice"}.text("message", message).finished());
  }
  say(message, !json_ && verbosity_ != Verbosity::quiet);
}

void Report::step(std::string_view message) {
  if (json_ && verbosity_ == Verbosity::verbose) {
    emit_json(JsonLine{"step"}.text("message", message).finished());
  }
  say(message, !json_ && verbosity_ == Verbosity::verbose);
}

void Report::listening(const std::string& address) {
  if (json_) emit_json(JsonLine{"listening"}.text("address", address).finished());
  say("listening on " + address, !json_ && verbosity_ != Verbosity::quiet);
}

void Report::file_started(const FileFacts& file, FileOffset from) {
  if (json_) {
    emit_json(JsonLine{"file_started"}
                  .text("name", file.name)
                  .text("direction", word_for(file.direction))
                  .number_or_null("size", file.size)
                  .number("from", from.value())
                  .finished());
  }
  std::string message = file.direction == Direction::download ? "receiving " : "sending ";
  message += printable(file.name);
  if (file.size) message += ", " + byte_count(*file.size);
  if (from.value() != 0) message += ", from byte " + std::to_string(from.value());
  say(message, !json_ && verbosity_ == Verbosity::verbose);
}

void Report::progress(const FileFacts& file, std::uint64_t bytes, std::uint64_t moved,
                      const TransferStatus& status, Duration elapsed) {
  if (json_) {
    emit_json(JsonLine{"progress"}
                  .text("name", file.name)
                  .number("bytes", bytes)
                  .number_or_null("size", file.size)
                  .number("errors", status.errors)
                  .number("block", status.block)
                  .seconds("seconds", seconds_in(elapsed))
                  .finished());
    return;
  }
  const std::string line = progress_line(
      {file.name, bytes, file.size, moved, elapsed, status.errors}, terminal_columns() - 1);
  const std::size_t width = character_count(line);
  // Blanks over what is left of a longer line: works on terminals that know no escape sequence.
  const std::size_t blanks = progress_width_ > width ? progress_width_ - width : 0;
  to_stderr("\r" + line + std::string(blanks, ' '));
  progress_width_ = width;
}

void Report::file_done(const FileFacts& file, const FileResult& result) {
  if (json_) {
    emit_json(JsonLine{"file_done"}
                  .text("name", file.name)
                  .text("direction", word_for(file.direction))
                  .number("bytes", result.bytes)
                  .number_or_null("size", file.size)
                  .text_or_null("crc32", hex(result.crc32))
                  .text("outcome", boardwalk::word_for(result.outcome))
                  .number("errors", result.errors)
                  .number("resent_bytes", result.resent_bytes)
                  .text_or_null("stored_as", result.stored_as)
                  .text_or_null("part", path_of(result.kept))
                  .text("mode", boardwalk::word_for(result.mode))
                  .boolean("escaped_controls", result.escapes_controls)
                  .number("crc", bits_of(result.crc))
                  .seconds("seconds", seconds_in(result.elapsed))
                  .finished());
  }
  std::string message = printable(file.name) + ": ";
  const bool complete = result.outcome == Outcome::complete;
  if (complete) {
    message += byte_count(result.bytes);
    const std::uint64_t moved = result.bytes - result.from.value();
    if (const std::string rate = speed(moved, result.elapsed); !rate.empty()) {
      message += ", " + rate;
    }
    message += repaired(result.errors);
    if (result.stored_as && *result.stored_as != file.name) {
      message += ", stored as " + printable(*result.stored_as);
    }
  } else {
    message += sentence_for(result.outcome);
    if (!result.why.empty()) message += ": " + result.why;
    if (result.kept) message += "; " + sentence_for(*result.kept);
  }
  // Where nobody watches, no news is good news.
  const bool worth_saying = !complete || terminal_ || verbosity_ == Verbosity::verbose;
  say(message, !json_ && verbosity_ != Verbosity::quiet && worth_saying);
  say(printable(file.name) + ": went as " + way_on_the_line(result),
      !json_ && verbosity_ == Verbosity::verbose);
}

void Report::ended(const Ending& ending) {
  clear_progress();
  if (json_) {
    std::optional<std::string> fault;
    if (ending.fault) fault = boardwalk::word_for(*ending.fault);
    emit_json(JsonLine{"ended"}
                  .number("exit", static_cast<std::uint64_t>(ending.status))
                  .text_or_null("fault", fault)
                  .number("complete", ending.tally.complete)
                  .number("skipped", ending.tally.skipped)
                  .number("failed", ending.tally.failed)
                  .number("bytes", ending.tally.bytes)
                  .number("errors", ending.errors)
                  .number("resent_bytes", ending.resent_bytes)
                  .seconds("seconds", seconds_in(ending.elapsed))
                  .finished());
  }
  if (ending.fault) say(sentence_for(*ending.fault), !json_);
  std::string message = "ended: " + std::to_string(ending.tally.complete) + " complete, " +
                        std::to_string(ending.tally.skipped) + " skipped, " +
                        std::to_string(ending.tally.failed) + " failed";
  message +=
      repaired(ending.errors) + ", exit status " + std::to_string(static_cast<int>(ending.status));
  say(message, !json_ && verbosity_ == Verbosity::verbose);
}

void Report::say(std::string_view message, bool shown) {
  to_log(message);
  if (!shown) return;
  clear_progress();
  to_stderr("boardwalk: " + std::string{message} + "\n");
}

void Report::emit_json(const std::string& line) { to_stderr(line); }

void Report::to_stderr(std::string_view text) {
  if (held_) {
    held_text_ += text;
  } else {
    write_all(STDERR_FILENO, text);
  }
}

void Report::to_log(std::string_view message) {
  if (log_ < 0) return;
  const time_t now = time(nullptr);
  tm parts{};
  std::array<char, 32> stamp{};
  localtime_r(&now, &parts);
  strftime(stamp.data(), stamp.size(), "%Y-%m-%d %H:%M:%S", &parts);
  if (write_all(log_, std::string{stamp.data()} + " " + std::string{message} + "\n")) return;
  const std::string why = std::strerror(errno);
  close(std::exchange(log_, -1));  // said once, not with every line
  error("cannot write the log " + printable(*log_name_) + ": " + why);
}

void Report::clear_progress() {
  if (progress_width_ == 0) return;
  to_stderr("\r" + std::string(progress_width_, ' ') + "\r");
  progress_width_ = 0;
}

}  // namespace boardwalk::tool
