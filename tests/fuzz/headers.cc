// Fuzzes the hunt for headers and the line end behind them.
//
// The first byte says how the bytes are cut. Whatever is found may not depend on the cuts, and a
// header that was found must survive being written in its own form and read again.
#include <algorithm>
#include <tuple>
#include <vector>

#include "support/input.h"
#include "support/require.h"
#include "zmodem/header.h"
#include "zmodem/header_reader.h"
#include "zmodem/turbo_probe.h"

namespace boardwalk::fuzz {
namespace {

using zmodem::Header;
using zmodem::HeaderForm;
using zmodem::HeaderReader;

struct Event {
  std::size_t at;  // bytes taken up to its end
  HeaderReader::Found found;
  Header header{};
  HeaderForm form{};
  bool eighth_bit_lost = false;

  friend bool operator==(const Event&, const Event&) = default;
};

struct Heard {
  std::vector<Event> events;
  std::size_t trailers = 0;  // bytes of line ends
  bool has_probe = false;

  friend bool operator==(const Heard&, const Heard&) = default;
};

Heard hear(Bytes wire, std::size_t piece) {
  Heard heard;
  HeaderReader reader;
  zmodem::HeaderTrailer trailer;
  zmodem::TurboProbe probe;
  std::size_t at = 0;
  while (at < wire.size()) {
    const Bytes part = wire.subspan(at, std::min(piece, wire.size() - at));
    if (!trailer.done()) {
      const std::size_t taken = trailer.read(part);
      require(taken <= part.size() && (taken != 0 || trailer.done()), "a line end stands still");
      heard.trailers += taken;
      at += taken;
      continue;
    }
    const auto step = reader.read(part);
    require(step.consumed != 0 && step.consumed <= part.size(), "took what is not there");
    require(step.found != HeaderReader::Found::nothing || step.consumed == part.size(),
            "found nothing and left something");
    probe.watch(part.first(step.consumed));
    at += step.consumed;
    if (step.found == HeaderReader::Found::nothing) {
      continue;
    }
    Event event{at, step.found};
    if (step.found == HeaderReader::Found::header) {
      event.header = reader.header();
      event.form = reader.form();
      if (zmodem::is_hex(event.form)) {
        trailer.begin();
      }
    } else if (step.found == HeaderReader::Found::damaged) {
      event.eighth_bit_lost = reader.eighth_bit_lost();
    }
    heard.events.push_back(event);
  }
  heard.has_probe = probe.has_arrived();
  return heard;
}

void write_and_read(const Header& header, HeaderForm form, zmodem::EscapeChoice choice) {
  std::array<std::byte, 128> room;
  UnitWriter out(room, LineKind::raw);
  zmodem::write_header(out, header, form, zmodem::make_escapes(choice));
  require(out.finish_unit(), "a header is longer than any should be");
  HeaderReader reader;
  const auto step = reader.read(Bytes(room).first(out.size()));
  require(step.found == HeaderReader::Found::header, "what was written cannot be read");
  require(reader.header() == header && reader.form() == form, "another header was read");
}

}  // namespace
}  // namespace boardwalk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace boardwalk::fuzz;
  Input input(std::as_bytes(std::span(data, size)));
  const unsigned how = input.byte();
  const boardwalk::Bytes wire = input.bytes(size);
  const Heard whole = hear(wire, SIZE_MAX);
  require(hear(wire, 1 + how % 16) == whole, "a cut changes what is heard");
  for (const Event& event : whole.events) {
    if (event.found == HeaderReader::Found::header) {
      write_and_read(event.header, event.form,
                     {.all_controls = (how & 16) != 0,
                      .telnet_ff = (how & 32) != 0,
                      .carriage_return = (how & 64) != 0});
    }
  }
  return 0;
}
