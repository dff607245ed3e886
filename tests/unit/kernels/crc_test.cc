// The checksum kernels against their definition, bit by bit, and their published check values.
#include <gtest/gtest.h>

#include "kernels/crc16.h"
#include "kernels/crc32.h"
#include "support/buffer.h"
#include "support/reference_crc.h"

namespace boardwalk::test {
namespace {

using kernels::crc16;
using kernels::crc32;
using kernels::crc32_final;
using kernels::kCrc32Start;

Buffer every_byte() {
  Buffer bytes;
  for (unsigned value = 0; value < 256; ++value) {
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

TEST(Crc16, GivesThePublishedCheckValue) {
  EXPECT_EQ(crc16(0, from_text("123456789")), 0x31c3);
  EXPECT_EQ(crc16(0, Bytes{}), 0);
}

TEST(Crc32, GivesThePublishedCheckValues) {
  EXPECT_EQ(crc32_final(crc32(kCrc32Start, from_text("123456789"))), 0xcbf43926u);
  EXPECT_EQ(crc32_final(crc32(kCrc32Start, every_byte())), 0x29058c73u);
  EXPECT_EQ(crc32_final(crc32(kCrc32Start, Bytes{})), 0u);
}

TEST(Crc16, IsZeroOverDataAndItsOwnChecksum) {
  Buffer bytes = random_bytes(100, 3);
  const std::uint16_t crc = crc16(0, bytes);
  append(bytes, Buffer{static_cast<std::byte>(crc >> 8), static_cast<std::byte>(crc)});
  EXPECT_EQ(crc16(0, bytes), 0);
}

TEST(Crc32, LeavesTheKnownResidueOverDataAndItsOwnChecksum) {
  Buffer bytes = random_bytes(100, 4);
  const std::uint32_t crc = crc32_final(crc32(kCrc32Start, bytes));
  for (int shift = 0; shift < 32; shift += 8) {
    bytes.push_back(static_cast<std::byte>(crc >> shift));
  }
  EXPECT_EQ(crc32(kCrc32Start, bytes), 0xdebb20e3u);
}

// Every length around the steps of the tables, at every alignment.
TEST(Crcs, AgreeWithTheReferenceForEveryLengthAndAlignment) {
  const Buffer bytes = random_bytes(100, 1);
  for (std::size_t from = 0; from < 20; ++from) {
    for (std::size_t size = 0; size <= 70; ++size) {
      const Bytes part = Bytes(bytes).subspan(from, size);
      ASSERT_EQ(crc16(0, part), reference_crc16(part)) << from << "+" << size;
      ASSERT_EQ(crc32_final(crc32(kCrc32Start, part)), reference_crc32(part))
          << from << "+" << size;
    }
  }
}

TEST(Crcs, AreTheSameForEverySplitPoint) {
  const Buffer bytes = random_bytes(150, 2);
  const std::uint16_t whole16 = reference_crc16(bytes);
  const std::uint32_t whole32 = reference_crc32(bytes);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    const Bytes first = Bytes(bytes).first(cut);
    const Bytes rest = Bytes(bytes).subspan(cut);
    ASSERT_EQ(crc16(crc16(0, first), rest), whole16) << cut;
    ASSERT_EQ(crc32_final(crc32(crc32(kCrc32Start, first), rest)), whole32) << cut;
  }
}

TEST(Crcs, AreTheSameByteByByte) {
  const Buffer bytes = every_byte();
  std::uint16_t state16 = 0;
  std::uint32_t state32 = kCrc32Start;
  for (const std::byte value : bytes) {
    state16 = crc16(state16, value);
    state32 = crc32(state32, value);
  }
  EXPECT_EQ(state16, reference_crc16(bytes));
  EXPECT_EQ(crc32_final(state32), reference_crc32(bytes));
}

}  // namespace
}  // namespace boardwalk::test
