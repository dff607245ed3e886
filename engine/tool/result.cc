// See result.h.
#include "tool/result.h"

namespace boardwalk::tool {

void Tally::count(const FileDone& done) {
  switch (done.outcome) {
    case Outcome::complete:
      ++complete;
      bytes += done.bytes;
      break;
    case Outcome::skipped_here:
    case Outcome::skipped_by_peer:
      ++skipped;
      break;
    case Outcome::failed:
    case Outcome::cancelled:
      ++failed;
      break;
  }
}

ExitStatus exit_status(std::optional<Fault> fault, const Tally& tally) {
  if (fault) {
    switch (*fault) {
      case Fault::cancelled_here:
      case Fault::cancelled_by_peer:
      case Fault::too_slow:
      case Fault::time_is_up:
        return ExitStatus::cancelled;
      case Fault::peer_silent:
      case Fault::link_lost:
      case Fault::too_many_errors:
        return ExitStatus::link_lost;
      case Fault::source_failed:
      case Fault::sink_failed:
        return ExitStatus::local_error;
      case Fault::peer_broke_rules:
      case Fault::peer_lacks_64_bit:
      case Fault::host_misuse:
        return ExitStatus::incomplete;
    }
  }
  if (tally.local_error) return ExitStatus::local_error;
  return tally.skipped + tally.failed == 0 ? ExitStatus::complete : ExitStatus::incomplete;
}

std::string_view word_for(Fault fault) {
  switch (fault) {
    case Fault::cancelled_here:
      return "cancelled_here";
    case Fault::cancelled_by_peer:
      return "cancelled_by_peer";
    case Fault::peer_silent:
      return "peer_silent";
    case Fault::link_lost:
      return "link_lost";
    case Fault::too_many_errors:
      return "too_many_errors";
    case Fault::peer_broke_rules:
      return "peer_broke_rules";
    case Fault::too_slow:
      return "too_slow";
    case Fault::time_is_up:
      return "time_is_up";
    case Fault::peer_lacks_64_bit:
      return "peer_lacks_64_bit";
    case Fault::source_failed:
      return "source_failed";
    case Fault::sink_failed:
      return "sink_failed";
    case Fault::host_misuse:
      return "host_misuse";
  }
  return "unknown";
}

std::string_view word_for(Outcome outcome) {
  switch (outcome) {
    case Outcome::complete:
      return "complete";
    case Outcome::skipped_here:
      return "skipped_here";
    case Outcome::skipped_by_peer:
      return "skipped_by_peer";
    case Outcome::failed:
      return "failed";
    case Outcome::cancelled:
      return "cancelled";
  }
  return "unknown";
}

std::string_view word_for(DataMode mode) {
  switch (mode) {
    case DataMode::plain:
      return "plain";
    case DataMode::run_length:
      return "run_length";
    case DataMode::seven_bit:
      return "seven_bit";
    case DataMode::packed:
      return "packed";
    case DataMode::turbo:
      return "turbo";
  }
  return "unknown";
}

std::string_view sentence_for(Fault fault) {
  switch (fault) {
    case Fault::cancelled_here:
      return "cancelled";
    case Fault::cancelled_by_peer:
      return "cancelled by the other side";
    case Fault::peer_silent:
      return "the other side does not answer";
    case Fault::link_lost:
      return "the connection was lost";
    case Fault::too_many_errors:
      return "too many errors on the line, given up";
    case Fault::peer_broke_rules:
      return "the other side does not follow the protocol, given up";
    case Fault::too_slow:
      return "slower than --min-rate, given up";
    case Fault::time_is_up:
      return "the time set by --stop-at has come, given up";
    case Fault::peer_lacks_64_bit:
      return "the other side cannot take files over 4 GiB, given up";
    case Fault::source_failed:
      return "a file could not be read, transfer cancelled";
    case Fault::sink_failed:
      return "a file could not be stored, transfer cancelled";
    case Fault::host_misuse:
      return "internal error, transfer cancelled";
  }
  return "ended for an unknown reason";
}

std::string_view sentence_for(Outcome outcome) {
  switch (outcome) {
    case Outcome::complete:
      return "complete";
    case Outcome::skipped_here:
      return "skipped";
    case Outcome::skipped_by_peer:
      return "skipped by the other side";
    case Outcome::failed:
      return "failed";
    case Outcome::cancelled:
      return "not completed";
  }
  return "ended for an unknown reason";
}

}  // namespace boardwalk::tool
