// Names in CP437 and UTF-8, both ways.
#include "base/cp437.h"

#include <gtest/gtest.h>

#include <set>

#include "support/buffer.h"

namespace boardwalk {
namespace {

using test::from_hex;
using test::from_text;
using test::to_hex;

std::string wire_hex(std::string_view utf8, NameEncoding encoding) {
  return to_hex(from_text(name_to_wire(utf8, encoding)));
}

TEST(Cp437, KnowsEveryHighCodeAndTheWayBack) {
  std::set<char32_t> seen;
  for (unsigned code = 0; code < 0x100; ++code) {
    const char32_t character = cp437_to_unicode(static_cast<std::byte>(code));
    EXPECT_TRUE(seen.insert(character).second) << code;
    EXPECT_EQ(cp437_from_unicode(character), static_cast<std::byte>(code));
    EXPECT_EQ(character < 0x80, code < 0x80);
  }
}

TEST(Cp437, HasTheCharactersEverybodyKnows) {
  EXPECT_EQ(cp437_to_unicode(std::byte{0x41}), U'A');
  EXPECT_EQ(cp437_to_unicode(std::byte{0x80}), U'Ç');
  EXPECT_EQ(cp437_to_unicode(std::byte{0x9b}), U'¢');
  EXPECT_EQ(cp437_to_unicode(std::byte{0xb0}), U'░');
  EXPECT_EQ(cp437_to_unicode(std::byte{0xc3}), U'├');
  EXPECT_EQ(cp437_to_unicode(std::byte{0xdb}), U'█');
  EXPECT_EQ(cp437_to_unicode(std::byte{0xe1}), U'ß');
  EXPECT_EQ(cp437_to_unicode(std::byte{0xfe}), U'■');
  EXPECT_EQ(cp437_to_unicode(std::byte{0xff}), U'\u00a0');
}

TEST(Cp437, HasNoEuroAndNoKanji) {
  EXPECT_EQ(cp437_from_unicode(U'€'), std::nullopt);
  EXPECT_EQ(cp437_from_unicode(U'漢'), std::nullopt);
  EXPECT_EQ(cp437_from_unicode(U'😀'), std::nullopt);
}

TEST(Utf8, TakesEveryLengthAndRefusesWhatIsNotWellFormed) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"));
  for (const char* const bad : {"\x80", "\xc3", "\xc3(", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
                                "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff", "a\xe2\x82"}) {
    EXPECT_FALSE(is_utf8(bad)) << to_hex(from_text(bad));
  }
}

TEST(Utf8, WritesWhatItReads) {
  for (const char32_t character : {U'a', U'\u007f', U'\u0080', U'\u07ff', U'\u0800', U'\uffff',
                                   U'\U00010000', U'\U0010ffff'}) {
    std::string text;
    append_utf8(text, character);
    const auto read = decode_utf8(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->value, character);
    EXPECT_EQ(read->length, text.size());
  }
}

TEST(NameFromWire, KeepsValidUtf8AndReadsAllElseAsCp437) {
  EXPECT_EQ(name_from_wire(from_text("plain.zip")), "plain.zip");
  EXPECT_EQ(name_from_wire(from_hex("c3a4c3b6c3bc2e747874")), "äöü.txt");
  EXPECT_EQ(name_from_wire(from_hex("8e99812e545854")), "ÄÖü.TXT");
  EXPECT_EQ(name_from_wire(from_hex("c3282e747874")), "├(.txt");
}

TEST(NameFromWire, NeverAnswersWithAReplacementCharacter) {
  for (unsigned first = 0x80; first < 0x100; ++first) {
    for (unsigned second = 0x20; second < 0x100; ++second) {
      const std::byte name[] = {static_cast<std::byte>(first), static_cast<std::byte>(second)};
      const std::string read = name_from_wire(name);
      EXPECT_TRUE(is_utf8(read));
      EXPECT_EQ(read.find("\xef\xbf\xbd"), std::string::npos);
    }
  }
}

TEST(NameToWire, WritesTheCharacterSetOfTheSession) {
  EXPECT_EQ(wire_hex("ä.txt", NameEncoding::cp437), "842e747874");
  EXPECT_EQ(wire_hex("ä.txt", NameEncoding::utf8), "c3a42e747874");
}

// macOS hands out names with the accent behind its letter (NFD).
TEST(NameToWire, JoinsALetterAndTheAccentBehindIt) {
  const std::string separate =
      "a\u0300e\u0300i\u0300o\u0300u\u0300a\u0301e\u0301i\u0301o\u0301u\u0301E\u0301"
      "a\u0302e\u0302i\u0302o\u0302u\u0302n\u0303N\u0303a\u0308e\u0308i\u0308o\u0308u\u0308y\u0308"
      "A\u0308O\u0308U\u0308a\u030aA\u030ac\u0327C\u0327";
  EXPECT_EQ(wire_hex(separate, NameEncoding::cp437),
            wire_hex("àèìòùáéíóúÉâêîôûñÑäëïöüÿÄÖÜåÅçÇ", NameEncoding::cp437));
  EXPECT_EQ(wire_hex("a\u0308.txt", NameEncoding::cp437), "842e747874");
  EXPECT_EQ(wire_hex("a\u0308.txt", NameEncoding::utf8), "61cc882e747874");
}

// The same name is the same on the wire, however its accents are written.
TEST(NameToWire, PutsOneUnderscoreForALetterWhoseAccentsCannotBeSaid) {
  EXPECT_EQ(name_to_wire("A\u0301\u1ebf.txt", NameEncoding::cp437), "__.txt");
  EXPECT_EQ(name_to_wire("A\u0301e\u0302\u0301.txt", NameEncoding::cp437), "__.txt");
  EXPECT_EQ(name_to_wire("\u0308.txt", NameEncoding::cp437), "_.txt");
}

TEST(NameToWire, PutsAnUnderscoreForWhatCannotBeSaid) {
  EXPECT_EQ(name_to_wire("5€.txt", NameEncoding::cp437), "5_.txt");
  EXPECT_EQ(name_to_wire("漢字.txt", NameEncoding::cp437), "__.txt");
  EXPECT_EQ(name_to_wire("bad\xc3.txt", NameEncoding::utf8), "bad_.txt");
}

}  // namespace
}  // namespace boardwalk
