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
