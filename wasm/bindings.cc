// The names under which JavaScript sees Port: names only, no logic.
//
// boardwalk_wasm.d.ts describes the same surface for TypeScript by hand (Emscripten 3.1.6 cannot
// write it); tests/unit/wasm/surface.test.mjs holds the two together.
#include <emscripten/bind.h>

#include "port.h"

namespace {

using namespace boardwalk;
using namespace emscripten;

// Embind has no string_view.
std::string settings_problem(const PortSettings& settings) {
  return std::string{problem_of(settings)};
}

EMSCRIPTEN_BINDINGS(boardwalk) {
  enum_<Direction>("Direction")
      .value("download", Direction::download)
      .value("upload", Direction::upload);

  enum_<Outcome>("Outcome")
      .value("complete", Outcome::complete)
      .value("skipped_here", Outcome::skipped_here)
      .value("skipped_by_peer", Outcome::skipped_by_peer)
      .value("failed", Outcome::failed)
      .value("cancelled", Outcome::cancelled);

  enum_<Fault>("Fault")
      .value("cancelled_here", Fault::cancelled_here)
      .value("cancelled_by_peer", Fault::cancelled_by_peer)
      .value("peer_silent", Fault::peer_silent)
      .value("link_lost", Fault::link_lost)
      .value("too_many_errors", Fault::too_many_errors)
      .value("peer_broke_rules", Fault::peer_broke_rules)
      .value("too_slow", Fault::too_slow)
      .value("time_is_up", Fault::time_is_up)
      .value("peer_lacks_64_bit", Fault::peer_lacks_64_bit)
      .value("source_failed", Fault::source_failed)
      .value("sink_failed", Fault::sink_failed)
      .value("host_misuse", Fault::host_misuse);

  enum_<Refused::What>("RefusedWhat")
      .value("command", Refused::What::command)
      .value("mail", Refused::What::mail);

  enum_<DataMode>("DataMode")
      .value("plain", DataMode::plain)
      .value("run_length", DataMode::run_length)
      .value("seven_bit", DataMode::seven_bit)
      .value("packed", DataMode::packed)
      .value("turbo", DataMode::turbo);

  enum_<Management>("Management")
      .value("unspecified", Management::unspecified)
      .value("newer_or_longer", Management::newer_or_longer)
      .value("checksum", Management::checksum)
      .value("append", Management::append)
      .value("overwrite", Management::overwrite)
      .value("newer", Management::newer)
      .value("different", Management::different)
      .value("protect", Management::protect)
      .value("rename", Management::rename);

  enum_<Conversion>("Conversion")
      .value("unspecified", Conversion::unspecified)
      .value("binary", Conversion::binary)
      .value("text", Conversion::text)
      .value("resume", Conversion::resume);

  enum_<PortEventKind>("PortEventKind")
      .value("none", PortEventKind::none)
      .value("transfer_started", PortEventKind::transfer_started)
      .value("upload_wanted", PortEventKind::upload_wanted)
      .value("file_offered", PortEventKind::file_offered)
      .value("checksum_told", PortEventKind::checksum_told)
      .value("file_ended", PortEventKind::file_ended)
      .value("file_wanted", PortEventKind::file_wanted)
      .value("file_started", PortEventKind::file_started)
      .value("file_done", PortEventKind::file_done)
      .value("peer_message", PortEventKind::peer_message)
      .value("refused", PortEventKind::refused)
      .value("transfer_ended", PortEventKind::transfer_ended);

  enum_<ReportField>("ReportField")
      .value("pending", ReportField::pending)
      .value("out_length", ReportField::out_length)
      .value("terminal_at", ReportField::terminal_at)
      .value("terminal_length", ReportField::terminal_length)
      .value("file_id", ReportField::file_id)
      .value("file_offset", ReportField::file_offset)
      .value("file_at", ReportField::file_at)
      .value("file_length", ReportField::file_length)
      .value("events", ReportField::events)
      .value("deadline_ms", ReportField::deadline_ms)
      .value("active", ReportField::active)
      .value("current_file", ReportField::current_file)
      .value("confirmed", ReportField::confirmed)
      .value("reached", ReportField::reached)
      .value("resent_bytes", ReportField::resent_bytes)
      .value("errors", ReportField::errors)
      .value("block", ReportField::block)
      .value("crc", ReportField::crc)
      .value("mode", ReportField::mode)
      .value("escapes_controls", ReportField::escapes_controls);

  value_object<PortSettings>("PortSettings")
      .field("telnet", &PortSettings::telnet)
      .field("columns", &PortSettings::columns)
      .field("rows", &PortSettings::rows)
      .field("names", &PortSettings::names)
      .field("largestBlock", &PortSettings::largest_block)
      .field("crc", &PortSettings::crc)
      .field("window", &PortSettings::window)
      .field("segmented", &PortSettings::segmented)
      .field("receiveBuffer", &PortSettings::receive_buffer)
      .field("escapeControls", &PortSettings::escape_controls)
      .field("escape8th", &PortSettings::escape_8th)
      .field("pack7", &PortSettings::pack7)
      .field("turbo", &PortSettings::turbo)
      .field("rle", &PortSettings::rle)
      .field("variableHeaders", &PortSettings::variable_headers)
      .field("adaptToLine", &PortSettings::adapt_to_line)
      .field("selectiveRepeat", &PortSettings::selective_repeat)
      .field("management", &PortSettings::management)
      .field("skipIfMissing", &PortSettings::skip_if_missing)
      .field("conversion", &PortSettings::conversion)
      .field("replySeconds", &PortSettings::reply_seconds)
      .field("dataSeconds", &PortSettings::data_seconds)
      .field("stallSeconds", &PortSettings::stall_seconds)
      .field("contactLimitSeconds", &PortSettings::contact_limit_seconds)
      .field("timeLimitSeconds", &PortSettings::time_limit_seconds)
      .field("retries", &PortSettings::retries)
      .field("leastRate", &PortSettings::least_rate)
      .field("leastRateSeconds", &PortSettings::least_rate_seconds);

  value_object<PortFile>("PortFile")
      .field("id", &PortFile::id)
      .field("name", &PortFile::name)
      .field("size", &PortFile::size)
      .field("modified", &PortFile::modified);

  value_object<PortEvent>("PortEvent")
      .field("kind", &PortEvent::kind)
      .field("id", &PortEvent::id)
      .field("name", &PortEvent::name)
      .field("size", &PortEvent::size)
      .field("offset", &PortEvent::offset)
      .field("length", &PortEvent::length)
      .field("modified", &PortEvent::modified)
      .field("management", &PortEvent::management)
      .field("skipIfMissing", &PortEvent::skip_if_missing)
      .field("conversion", &PortEvent::conversion)
      .field("crc32", &PortEvent::crc32)
      .field("text", &PortEvent::text)
      .field("direction", &PortEvent::direction)
      .field("outcome", &PortEvent::outcome)
      .field("failed", &PortEvent::failed)
      .field("fault", &PortEvent::fault)
      .field("refused", &PortEvent::refused);

  constant("REPORT_FIELDS", static_cast<std::uint32_t>(kReportFields));
  constant("INBOX_BYTES", static_cast<std::uint32_t>(Port::kInboxBytes));
  constant("OUTBOX_BYTES", static_cast<std::uint32_t>(Port::kOutboxBytes));
  constant("SOURCE_BYTES", static_cast<std::uint32_t>(Port::kSourceBytes));
  constant("KEY_BYTES", static_cast<std::uint32_t>(Port::kKeyBytes));
  constant("MAX_UNIT", static_cast<std::uint32_t>(kMaxUnit));

  function("settingsProblem", &settings_problem);

  class_<Port>("Port")
      .constructor<const PortSettings&>()
      .function("inbox", &Port::inbox)
      .function("outbox", &Port::outbox)
      .function("keys", &Port::keys)
      .function("report", &Port::report)
      .function("source", &Port::source)
      .function("step", &Port::step)
      .function("speak", &Port::speak)
      .function("takeEvent", &Port::take_event)
      .function("type", &Port::type)
      .function("resize", &Port::resize)
      .function("queueFile", &Port::queue_file)
      .function("unqueue", &Port::unqueue)
      .function("start", &Port::start)
      .function("cancel", &Port::cancel)
      .function("wireClosed", &Port::wire_closed)
      .function("accept", &Port::accept)
      .function("requestChecksum", &Port::request_checksum)
      .function("tellFreeSpace", &Port::tell_free_space)
      .function("skip", &Port::skip)
      .function("committed", &Port::committed)
      .function("saved", &Port::saved)
      .function("sinkFailed", &Port::sink_failed)
      .function("provide", &Port::provide)
      .function("sourceFailed", &Port::source_failed);
}

}  // namespace
