#include "boardwalk/words.h"

namespace boardwalk {

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

}  // namespace boardwalk
