// What a person, a script and a log file are told, in one place: stderr as a progress line, plain
// lines or JSON, and --log. Never stdout.
//
// Knows how things are said, not when; the host calls. If stderr is the line itself (a program
// started by a board on the caller's terminal), everything is held back until release().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "boardwalk/event.h"
#include "boardwalk/session.h"
#include "tool/local_error.h"
#include "tool/options.h"
#include "tool/received_file.h"
#include "tool/result.h"

namespace boardwalk::tool {

// The file that a report is about.
struct FileFacts {
  Direction direction = Direction::download;
  std::string name;
  std::optional<std::uint64_t> size;
};

// How it ended; counters are of this file alone.
struct FileResult {
  Outcome outcome = Outcome::complete;
  std::string why;                       // "": the outcome says it all
  std::optional<std::string> stored_as;  // download, complete
  std::optional<KeptPart> kept;          // download, not complete
  FileOffset from;                       // what was here before is not this transfer's
  std::uint64_t bytes = 0;
  std::optional<std::uint32_t> crc32;
  std::uint32_t errors = 0;
  std::uint64_t resent_bytes = 0;
  Duration elapsed{};
  // How its bytes stood on the line.
  DataMode mode = DataMode::plain;
  CrcKind crc = CrcKind::crc32;
  bool escapes_controls = false;
};

struct Ending {
  ExitStatus status = ExitStatus::complete;
  std::optional<Fault> fault;
  Tally tally;
  std::uint32_t errors = 0;
  std::uint64_t resent_bytes = 0;
  Duration elapsed{};
};

class Report {
 public:
  explicit Report(const Options& options);
  ~Report();
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  // Opens --log for appending; an error if it cannot be written.
  [[nodiscard]] std::optional<LocalError> open_log();

  // From here on stderr is not written to; release() writes what was held back.
  void hold_back() { held_ = true; }
  void release();

  // Always said: what went wrong, one sentence without a full stop.
  void error(std::string_view message);
  // Said unless quiet.
  void notice(std::string_view message);
  // Said if verbose; always in the log.
  void step(std::string_view message);

  void listening(const std::string& address);
  void file_started(const FileFacts& file, FileOffset from);
  void progress(const FileFacts& file, std::uint64_t bytes, std::uint64_t moved,
                const TransferStatus& status, Duration elapsed);
  void file_done(const FileFacts& file, const FileResult& result);
  void ended(const Ending& ending);

  // Whether anybody sees progress(); if not, nobody need be woken for it.
  [[nodiscard]] bool shows_progress() const;

 private:
  // A line of text: to stderr if `shown`, to the log always.
  void say(std::string_view message, bool shown);
  void emit_json(const std::string& line);
  void to_stderr(std::string_view text);
  void to_log(std::string_view message);
  void clear_progress();

  Verbosity verbosity_;
  bool json_;
  std::optional<std::string> log_name_;
  bool terminal_;
  bool held_ = false;
  std::string held_text_;
  std::size_t progress_width_ = 0;  // characters of the progress line now on the screen
  int log_ = -1;
};

}  // namespace boardwalk::tool
