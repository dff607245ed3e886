// The engine's headers and subpackets as plain functions over whole buffers, for the tests of its
// codecs: every read can be cut as a test likes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "support/buffer.h"
#include "zmodem/escaping.h"
#include "zmodem/header.h"
#include "zmodem/header_reader.h"
#include "zmodem/subpacket_reader.h"
#include "zmodem/subpacket_writer.h"

namespace boardwalk::test {

using Parts = std::vector<Bytes>;

inline Parts cut_at(Bytes wire, std::size_t cut) { return {wire.first(cut), wire.subspan(cut)}; }

inline Parts in_pieces(Bytes wire, std::size_t piece) {
  Parts parts;
  while (!wire.empty()) {
    const std::size_t count = std::min(piece, wire.size());
    parts.push_back(wire.first(count));
    wire = wire.subspan(count);
  }
  return parts;
}

// Gives `parts` to a reader until it finds something; what that is, and how many bytes it took.
template <typename Reader>
auto read_parts(Reader& reader, const Parts& parts) {
  using Found = decltype(reader.read(Bytes{}).found);
  std::size_t taken = 0;
  for (Bytes left : parts) {
    while (!left.empty()) {
      const auto step = reader.read(left);
      if (step.consumed > left.size() || (step.consumed == 0 && step.found == Found::nothing)) {
        ADD_FAILURE() << "took " << step.consumed << " of " << left.size() << " and found nothing";
        return std::pair{Found::nothing, taken};
      }
      taken += step.consumed;
      left = left.subspan(step.consumed);
      if (step.found != Found::nothing) {
        return std::pair{step.found, taken};
      }
    }
  }
  return std::pair{Found::nothing, taken};
}

inline Buffer write_header(const zmodem::Header& header, zmodem::HeaderForm form,
                           zmodem::EscapeChoice choice = {}) {
  Buffer room(128);
  UnitWriter out(room, LineKind::raw);
  zmodem::write_header(out, header, form, zmodem::make_escapes(choice));
  EXPECT_TRUE(out.finish_unit());
  room.resize(out.size());
  return room;
}

struct ReadSubpacket {
  zmodem::SubpacketFound found = zmodem::SubpacketFound::nothing;
  Buffer data;
  zmodem::SubpacketEnd end{};
  std::size_t taken = 0;
  bool eighth_bit_lost = false;
};

inline ReadSubpacket read_subpacket(const Parts& parts, zmodem::SubpacketForm form,
                                    zmodem::RawControls raw) {
  Buffer room(zmodem::kMaxSubpacket);
  zmodem::SubpacketReader reader;
  reader.begin(room, form, raw);
  ReadSubpacket result;
  std::tie(result.found, result.taken) = read_parts(reader, parts);
  result.data.assign(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(reader.size()));
  result.end = reader.end();
  result.eighth_bit_lost = reader.eighth_bit_lost();
  return result;
}

// In exactly the room that is promised to be enough.
inline Buffer write_subpacket(Bytes data, zmodem::SubpacketEnd end, zmodem::SubpacketForm form,
                              zmodem::EscapeChoice choice = {}) {
  Buffer room(zmodem::subpacket_room(data.size(), form));
  UnitWriter out(room, LineKind::raw);
  zmodem::write_subpacket(out, data, end, form, zmodem::make_escapes(choice));
  EXPECT_TRUE(out.finish_unit());
  room.resize(out.size());
  return room;
}

}  // namespace boardwalk::test
