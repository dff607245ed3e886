// The native tool: reads the command line, prepares files and line, lets the host run, and turns
// the ending into an exit status. See `boardwalk --help`.
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tool/command_line.h"
#include "tool/host.h"
#include "tool/incoming_files.h"
#include "tool/line.h"
#include "tool/outgoing_files.h"
#include "tool/report.h"
#include "tool/result.h"
#include "tool/signals.h"
#include "tool/steady_time.h"
#include "tool/stop_time.h"
#include "tool/tcp.h"

namespace boardwalk::tool {
namespace {

// A program may be started with a standard descriptor closed; the next file opened would take its
// place, and the protocol would be written into it.
void fill_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", O_RDWR) != descriptor) _exit(5);
  }
}

// Ends a program that has not come as far as a transfer.
ExitStatus ended_early(Report& report, ExitStatus status, std::optional<Fault> fault = {},
                       const Tally& tally = {}) {
  report.ended({status, fault, tally, 0, 0, {}});
  return status;
}

ExitStatus local_error(Report& report, const LocalError& error) {
  report.error(error.message);
  Tally tally;
  tally.local_error = true;
  return ended_early(report, ExitStatus::local_error, {}, tally);
}

// A file that cannot be sent is named and left out; the others are worth sending.
Tally add_files(const Options& options, OutgoingFiles& files, Report& report) {
  Tally tally;
  for (const std::string& path : options.files) {
    if (const auto error = files.add(path)) {
      report.error(error->message);
      tally.local_error = true;
      ++tally.failed;
    }
  }
  return tally;
}

std::variant<Socket, TcpFailure> tcp_line(const Options& options, TimePoint stop_at,
                                          const Signals& signals, Report& report) {
  if (options.connect) {
    return connect_to(*options.connect, options.timing.contact_limit, stop_at, signals);
  }
  return accept_one(
      *options.listen, [&](const std::string& address) { report.listening(address); }, stop_at,
      signals);
}

ExitStatus transfer(const Options& options, const Signals& signals, Report& report) {
  if (const auto error = report.open_log()) return local_error(report, *error);
  const TimePoint stop_at =
      options.stop_at ? now() + time_until(*options.stop_at, time(nullptr)) : kNever;
  const Checksums checksums = options.json ? Checksums::crc32 : Checksums::none;

  std::optional<IncomingFiles> incoming;
  std::optional<OutgoingFiles> outgoing;
  Tally tally;
  if (options.role == Role::receive) {
    auto opened = IncomingFiles::in_folder(options, checksums);
    if (const auto* error = std::get_if<LocalError>(&opened)) return local_error(report, *error);
    incoming.emplace(std::get<IncomingFiles>(std::move(opened)));
  } else {
    tally = add_files(options, outgoing.emplace(checksums), report);
    if (outgoing->offers().empty()) {
      return ended_early(report, ExitStatus::local_error, {}, tally);
    }
  }

  std::optional<Socket> socket;
  if (options.listen || options.connect) {
    auto made = tcp_line(options, stop_at, signals, report);
    if (const auto* failure = std::get_if<TcpFailure>(&made)) {
      if (failure->fault == Fault::link_lost) report.error(failure->message);
      return ended_early(report, exit_status(failure->fault, tally), failure->fault, tally);
    }
    socket.emplace(std::get<Socket>(std::move(made)));
  }

  // In raw mode Ctrl-C is a byte like any other.
  if (!socket && isatty(STDIN_FILENO) != 0 && isatty(STDERR_FILENO) != 0) {
    report.notice("waiting for the other side; Ctrl-X five times gives up");
  }
  Line line{socket ? socket->descriptor() : STDIN_FILENO,
            socket ? socket->descriptor() : STDOUT_FILENO};
  if (line.is_also(STDERR_FILENO)) report.hold_back();
  Host host{options,
            stop_at,
            line,
            signals,
            report,
            incoming ? &*incoming : nullptr,
            outgoing ? &*outgoing : nullptr,
            tally};
  const Ending ending = host.run();
  line.close();
  report.release();
  report.ended(ending);
  return ending.status;
}

ExitStatus run(std::span<const std::string_view> words) {
  const CommandLine command_line = read_command_line(words);
  if (const auto* wrong = std::get_if<WrongUsage>(&command_line)) {
    fprintf(stderr, "boardwalk: %s\nTry 'boardwalk --help'.\n", wrong->message.c_str());
    return ExitStatus::wrong_usage;
  }
  if (std::holds_alternative<HelpAsked>(command_line)) {
    fwrite(help_text().data(), 1, help_text().size(), stdout);
    return ExitStatus::complete;
  }
  if (std::holds_alternative<VersionAsked>(command_line)) {
    puts("boardwalk " BOARDWALK_VERSION);
    return ExitStatus::complete;
  }
  const auto& options = std::get<Options>(command_line);
  const Signals signals;
  Report report{options};
  return transfer(options, signals, report);
}

}  // namespace
}  // namespace boardwalk::tool

int main(int argc, char** argv) {
  boardwalk::tool::fill_standard_descriptors();
  std::vector<std::string_view> words;
  for (int at = 1; at < argc; ++at) words.emplace_back(argv[at]);
  return static_cast<int>(boardwalk::tool::run(words));
}
