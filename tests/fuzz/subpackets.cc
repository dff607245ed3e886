// Fuzzes the codings of subpackets. The first two bytes choose the form, the escapes, the end and
// the cuts; the others are read as a wire and then written as data.
//
// As a wire: nothing is written outside the room, and what is found does not depend on the cuts.
// As data: what is written fits in the promised room, and is read back as it was.
#include <algorithm>
#include <array>
#include <vector>

#include "support/input.h"
#include "support/require.h"
#include "zmodem/escaping.h"
#include "zmodem/subpacket_reader.h"
#include "zmodem/subpacket_writer.h"

namespace boardwalk::fuzz {
namespace {

using zmodem::RawControls;
using zmodem::SubpacketEnd;
using zmodem::SubpacketForm;
using zmodem::SubpacketFound;
using zmodem::SubpacketReader;

constexpr std::array<SubpacketForm, 6> kForms = {{{DataMode::plain, CrcKind::crc16},
                                                  {DataMode::plain, CrcKind::crc32},
                                                  {DataMode::run_length, CrcKind::crc32},
                                                  {DataMode::seven_bit, CrcKind::crc32},
                                                  {DataMode::packed, CrcKind::crc32},
                                                  {DataMode::turbo, CrcKind::crc32}}};
constexpr std::array<std::size_t, 4> kRooms = {zmodem::kMaxSubpacket, 1024, 64, 0};

struct Read {
  SubpacketFound found = SubpacketFound::nothing;
  std::size_t taken = 0;
  std::vector<std::byte> data;
  SubpacketEnd end{};
  bool eighth_bit_lost = false;

  friend bool operator==(const Read&, const Read&) = default;
};

// Half of the pieces are read after the memory has moved.
Read read(Bytes wire, SubpacketForm form, RawControls raw, std::size_t room_size,
          std::size_t piece) {
  std::array<std::vector<std::byte>, 2> rooms;
  rooms.fill(std::vector<std::byte>(room_size));
  std::size_t current = 0;
  SubpacketReader reader;
  reader.begin(rooms[current], form, raw);
  Read result;
  while (result.taken < wire.size() && result.found == SubpacketFound::nothing) {
    const Bytes part = wire.subspan(result.taken, std::min(piece, wire.size() - result.taken));
    const auto step = reader.read(part);
    require(step.consumed != 0 && step.consumed <= part.size(), "took what is not there");
    require(step.found != SubpacketFound::nothing || step.consumed == part.size(),
            "found nothing and left something");
    require(reader.size() <= room_size, "more data than room");
    result.taken += step.consumed;
    result.found = step.found;
    if (result.taken % 2 == 0) {
      const auto end = rooms[current].begin() + static_cast<std::ptrdiff_t>(reader.size());
      std::copy(rooms[current].begin(), end, rooms[1 - current].begin());
      current = 1 - current;
      reader.move_to(rooms[current]);
    }
  }
  if (result.found == SubpacketFound::complete) {
    const auto end = rooms[current].begin() + static_cast<std::ptrdiff_t>(reader.size());
    result.data.assign(rooms[current].begin(), end);
    result.end = reader.end();
  }
  if (result.found == SubpacketFound::damaged) {
    result.eighth_bit_lost = reader.eighth_bit_lost();
  }
  return result;
}

void write_and_read(Bytes data, SubpacketForm form, zmodem::EscapeChoice choice, SubpacketEnd end,
                    std::size_t piece) {
  std::vector<std::byte> room(zmodem::subpacket_room(data.size(), form));
  UnitWriter out(room, LineKind::raw);
  zmodem::write_subpacket(out, data, end, form, zmodem::make_escapes(choice));
  require(out.finish_unit(), "a subpacket needs more than its room");
  const RawControls raw = choice.all_controls ? RawControls::dropped : RawControls::data;
  const Read back =
      read(Bytes(room).first(out.size()), form, raw, std::max<std::size_t>(data.size(), 1), piece);
  require(back.found == SubpacketFound::complete, "what was written cannot be read");
  require(back.end == end, "it ended in another way");
  require(std::equal(data.begin(), data.end(), back.data.begin(), back.data.end()),
          "other data was read");
  const std::size_t xon = end == SubpacketEnd::ack_then_wait ? 1 : 0;
  require(back.taken + xon == out.size(), "something was left");
}

}  // namespace
}  // namespace boardwalk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace boardwalk;
  using namespace boardwalk::fuzz;
  Input input(std::as_bytes(std::span(data, size)));
  const unsigned how = input.byte();
  const SubpacketForm form = kForms[(how & 7) % kForms.size()];
  const zmodem::EscapeChoice choice{.all_controls = (how & 8) != 0,
                                    .telnet_ff = (how & 16) != 0,
                                    .carriage_return = (how & 32) != 0};
  const std::size_t room = kRooms[how >> 6];
  const unsigned more = input.byte();
  const auto end = static_cast<SubpacketEnd>(0x68 + (more & 3));
  const std::size_t piece = 1 + (more >> 2);

  const Bytes rest = input.bytes(size);
  const RawControls raw = choice.all_controls ? RawControls::dropped : RawControls::data;
  require(read(rest, form, raw, room, piece) == read(rest, form, raw, room, SIZE_MAX),
          "a cut changes what is read");
  write_and_read(rest.first(std::min(rest.size(), zmodem::kMaxSubpacket)), form, choice, end,
                 piece);
  return 0;
}
