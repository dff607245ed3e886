// The ear and the mouth of the tests themselves, against the vectors: every header style, every way
// to write data.
#include "support/wire_reader.h"

#include <gtest/gtest.h>

#include "support/fake_peer.h"
#include "support/vectors.h"

namespace boardwalk::test {
namespace {

std::vector<Heard> heard(std::initializer_list<Bytes> parts) {
  WireReader reader;
  for (const Bytes part : parts) {
    reader.feed(part);
  }
  return reader.take();
}

// The header behind which a vector's subpacket stands.
Buffer header_before(const Vector& vector) {
  switch (vector.id.front()) {
    case 'R':
      return vector_named("R05").wire;
    case 'O':
      return vector_named(vector.id <= "O04" ? "O01" : vector.id <= "O10" ? "O05" : "O12").wire;
    default:
      return header(vector.at("crc") == "16" ? Style::binary16 : Style::binary32, Frame::zdata);
  }
}

TEST(WireReader, HearsEveryHeaderOfTheVectors) {
  unsigned count = 0;
  for (const Vector& vector : all_vectors()) {
    if (!vector.protocol.starts_with("zmodem") || !vector.has("style") ||
        vector.mode != Vector::Mode::both) {
      continue;
    }
    SCOPED_TRACE(vector.id);
    ++count;
    const std::vector<Heard> items = heard({vector.wire});
    ASSERT_FALSE(items.empty());
    const auto* header = std::get_if<HeardHeader>(&items.front());
    ASSERT_NE(header, nullptr) << describe(items.front());
    EXPECT_TRUE(header->good);
    EXPECT_EQ(static_cast<char>(header->style), vector.at("style").front());
    EXPECT_EQ(name_of(header->type), vector.at("type"));
    Buffer parameters;
    for (const std::uint8_t parameter : header->parameters) {
      parameters.push_back(std::byte{parameter});
    }
    for (const std::uint8_t parameter : header->more) {
      parameters.push_back(std::byte{parameter});
    }
    const std::string expected = vector.at("params");
    EXPECT_EQ(to_hex(parameters).substr(0, expected.size()), expected);
  }
  EXPECT_EQ(count, 29u);
}

TEST(WireReader, HearsEverySubpacketOfTheVectors) {
  unsigned count = 0;
  for (const Vector& vector : all_vectors()) {
    if (!vector.protocol.starts_with("zmodem") || !vector.has("data") || !vector.has("end") ||
        vector.mode == Vector::Mode::reject) {
      continue;
    }
    SCOPED_TRACE(vector.id);
    ++count;
    WireReader reader;
    reader.feed(header_before(vector));
    reader.feed(vector.wire);
    const std::vector<Heard> items = reader.take();
    ASSERT_EQ(items.size(), 2u);
    const auto* data = std::get_if<HeardData>(&items[1]);
    ASSERT_NE(data, nullptr) << describe(items[1]);
    EXPECT_TRUE(data->good);
    EXPECT_EQ(static_cast<char>(data->end), vector.at("end").front());
    EXPECT_EQ(to_hex(data->bytes), vector.at("data"));
    EXPECT_EQ(reader.bad_escapes(), 0u);
  }
  EXPECT_GE(count, 20u);
}

TEST(FakePeer, SaysEveryHeaderOfTheVectors) {
  for (const Vector& vector : all_vectors()) {
    if (!vector.protocol.starts_with("zmodem") || !vector.has("style") ||
        vector.mode != Vector::Mode::both || vector.id == "Z02") {
      continue;  // Z02 ends its line with 0a, as others do
    }
    const Style style = style_of(vector.at("style").front()).value();
    const Buffer parameters = from_hex(vector.at("params"));
    Parameters number = 0;
    for (std::size_t at = 4; at-- > 0;) {
      number = number << 8 | std::to_integer<Parameters>(parameters[at]);
    }
    const Buffer said =
        header(style, frame_named(vector.at("type")).value(), number, Bytes(parameters).subspan(4));
    EXPECT_EQ(to_hex(said), to_hex(vector.wire)) << vector.id;
  }
}

TEST(FakePeer, SaysEverySubpacketOfTheVectors) {
  for (const Vector& vector : all_vectors()) {
    if (!vector.protocol.starts_with("zmodem") || !vector.has("data") || !vector.has("end") ||
        vector.mode != Vector::Mode::both) {
      continue;
    }
    const Style style = style_of(static_cast<char>(header_before(vector)[2])).value();
    const Escapes escapes =
        vector.id == "O04" || vector.id == "Z33" ? Escapes::all_controls : Escapes::standard;
    const Buffer said = subpacket_in(style, from_hex(vector.at("data")),
                                     static_cast<End>(vector.at("end").front()), escapes);
    EXPECT_EQ(to_hex(said), to_hex(vector.wire)) << vector.id;
  }
}

// What a mouth of ours says in any style, an ear of ours hears, whatever the bytes.
TEST(FakePeer, IsHeardInEveryStyle) {
  for (const char letter : kStyleLetters) {
    const Style style = style_of(letter).value();
    for (const std::size_t size : {0u, 1u, 2u, 3u, 4u, 5u, 1000u, 1024u}) {
      for (const Escapes escapes : {Escapes::standard, Escapes::all_controls}) {
        const Buffer data = random_bytes(size, size);
        WireReader reader;
        reader.feed(header(style, Frame::zdata, 0x93187eff));
        reader.feed(subpacket_in(style, data, End::go_on, escapes));
        reader.feed(subpacket_in(style, Buffer(size, std::byte{0x7e}), End::ack_wait, escapes));
        reader.feed(header(style, Frame::zeof, 0xffffffff));
        const std::vector<Heard> items = reader.take();
        ASSERT_EQ(items.size(), 4u) << name_of(style) << ' ' << size;
        const auto* first = std::get_if<HeardData>(&items[1]);
        const auto* second = std::get_if<HeardData>(&items[2]);
        ASSERT_TRUE(first != nullptr && second != nullptr) << name_of(style) << ' ' << size;
        EXPECT_TRUE(first->good && first->bytes == data) << name_of(style) << ' ' << size;
        EXPECT_TRUE(second->good && second->bytes == Buffer(size, std::byte{0x7e}));
        EXPECT_EQ(reader.bad_escapes(), 0u);
      }
    }
  }
}

// A flipped bit anywhere is heard as damage, whatever the style.
TEST(WireReader, TakesNoDamageForData) {
  for (const char* id : {"R01", "O03", "O06", "O07", "O13", "Z32"}) {
    const Vector& vector = vector_named(id);
    for (std::size_t bit = 0; bit < vector.wire.size() * 8; ++bit) {
      Buffer wire = vector.wire;
      wire[bit / 8] ^= std::byte{1} << static_cast<int>(bit % 8);
      for (const Heard& item : heard({header_before(vector), wire})) {
        const auto* data = std::get_if<HeardData>(&item);
        ASSERT_FALSE(data != nullptr && data->good && to_hex(data->bytes) != vector.at("data"))
            << id << " bit " << bit << ": " << describe(item);
      }
    }
  }
}

}  // namespace
}  // namespace boardwalk::test
