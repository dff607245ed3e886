// What becomes of an offered file: the whole table, and whose word counts.
#include "tool/policy.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace boardwalk::tool {
namespace {

constexpr std::array kManagements{
    Management::unspecified, Management::newer_or_longer, Management::checksum,
    Management::append,      Management::overwrite,       Management::newer,
    Management::different,   Management::protect,         Management::rename};

constexpr std::array kOnExists{OnExists::rename, OnExists::overwrite, OnExists::skip,
                               OnExists::resume};

constexpr std::int64_t kDate = 1'700'000'000;
constexpr std::uint64_t kSize = 1000;

struct Case {
  std::string_view what;
  FileOffered offer;
  std::optional<Existing> existing;
};

FileOffered offered(std::optional<std::uint64_t> size, std::int64_t modified) {
  FileOffered offer{};
  offer.name = "door.zip";
  offer.size = size;
  offer.modified = modified;
  return offer;
}

const Existing kHere{true, kSize, kDate};

// Columns of the table.
const std::array<Case, 10>& cases() {
  static const std::array<Case, 10> all{{
      {"missing", offered(kSize, kDate), std::nullopt},
      {"same", offered(kSize, kDate), kHere},
      {"newer", offered(kSize, kDate + 1), kHere},
      {"older", offered(kSize, kDate - 1), kHere},
      {"longer", offered(kSize + 1, kDate), kHere},
      {"shorter", offered(kSize - 1, kDate), kHere},
      {"newer and shorter", offered(kSize - 1, kDate + 1), kHere},
      {"older and longer", offered(kSize + 1, kDate - 1), kHere},
      {"of unknown date and length", offered(std::nullopt, 0), kHere},
      {"under a name that is no file", offered(kSize, kDate), Existing{false, 0, kDate}},
  }};
  return all;
}

char letter(Verdict verdict) {
  switch (verdict) {
    case Verdict::store:
      return 'S';
    case Verdict::keep_both:
      return 'B';
    case Verdict::replace:
      return 'R';
    case Verdict::append:
      return 'A';
    case Verdict::compare:
      return 'C';
    case Verdict::skip:
      return '.';
  }
  return '?';
}

// One letter for each column.
std::string row(const StoragePolicy& wishes, Management asked) {
  std::string letters;
  for (const Case& each : cases()) {
    FileOffered offer = each.offer;
    offer.management = asked;
    letters += letter(decide(wishes, offer, each.existing).verdict);
  }
  return letters;
}

// The meaning of each management value, in the order of kManagements and cases().
constexpr std::array<std::string_view, 9> kTable{
    "SBBBBBBBBB",  // unspecified
    "S.R.R.RR.B",  // newer_or_longer
    "SCCCRRRRCB",  // checksum
    "SAAAAAAAAB",  // append
    "SRRRRRRRRR",  // overwrite
    "S.R...R..B",  // newer
    "S.RRRRRR.B",  // different
    "S.........",  // protect
    "SBBBBBBBBB",  // rename
};

TEST(Policy, ObeysTheSenderWhereTheReceiverHasNoWishes) {
  for (std::size_t at = 0; at < kManagements.size(); ++at) {
    EXPECT_EQ(row({}, kManagements[at]), kTable[at]) << at;
  }
}

TEST(Policy, PutsTheReceiversManagementBeforeTheSenders) {
  for (std::size_t at = 0; at < kManagements.size(); ++at) {
    StoragePolicy wishes;
    wishes.manage = kManagements[at];
    for (const Management asked : kManagements) EXPECT_EQ(row(wishes, asked), kTable[at]) << at;
  }
}

TEST(Policy, PutsOnExistsBeforeWhatTheSenderAsks) {
  constexpr std::array<std::string_view, 4> kRows{"SBBBBBBBBB", "SRRRRRRRRR", "S.........",
                                                  "SBBBBBBBBB"};
  for (std::size_t at = 0; at < kOnExists.size(); ++at) {
    StoragePolicy wishes;
    wishes.on_exists = kOnExists[at];
    for (const Management asked : kManagements) EXPECT_EQ(row(wishes, asked), kRows[at]) << at;
  }
}

TEST(Policy, LeavesOutWhatIsMissingIfEitherSideSaysSo) {
  FileOffered offer = offered(kSize, kDate);
  StoragePolicy wishes;
  wishes.skip_missing = true;
  EXPECT_EQ(decide(wishes, offer, std::nullopt).verdict, Verdict::skip);
  EXPECT_EQ(decide(wishes, offer, kHere).verdict, Verdict::keep_both);

  offer.skip_if_missing = true;
  EXPECT_EQ(decide({}, offer, std::nullopt).verdict, Verdict::skip);
  EXPECT_EQ(decide({}, offer, kHere).verdict, Verdict::keep_both);
  // Says what to do with a file that is here; nothing about one that is not.
  wishes = {};
  wishes.on_exists = OnExists::overwrite;
  EXPECT_EQ(decide(wishes, offer, std::nullopt).verdict, Verdict::skip);
  // The same kind of word from the receiver takes the sender's place.
  wishes = {};
  wishes.manage = Management::overwrite;
  EXPECT_EQ(decide(wishes, offer, std::nullopt).verdict, Verdict::store);
}

TEST(Policy, ReceivesWhatTheComparisonFoundDifferent) {
  EXPECT_EQ(after_comparison(Comparison::different).verdict, Verdict::replace);
  EXPECT_EQ(after_comparison(Comparison::same).verdict, Verdict::skip);
}

TEST(Policy, SaysWhyAFileIsLeftOut) {
  const auto why = [](Management asked) {
    FileOffered offer = offered(kSize, kDate);
    offer.management = asked;
    return decide({}, offer, kHere).why;
  };
  EXPECT_EQ(why(Management::newer), "is not newer than the one here");
  EXPECT_EQ(why(Management::newer_or_longer), "is neither newer nor longer than the one here");
  EXPECT_EQ(why(Management::different), "has the date and the length of the one here");
  EXPECT_EQ(why(Management::protect), "exists already");
  EXPECT_EQ(after_comparison(Comparison::same).why, "is here already, the same");
}

struct Wish {
  StoragePolicy wishes;
  Conversion asked;
  bool resume;
  bool text;
};

StoragePolicy with_text() {
  StoragePolicy wishes;
  wishes.text = true;
  return wishes;
}
StoragePolicy with_resume() {
  StoragePolicy wishes;
  wishes.resume = true;
  return wishes;
}
StoragePolicy with(OnExists on_exists) {
  StoragePolicy wishes;
  wishes.on_exists = on_exists;
  return wishes;
}

TEST(Policy, ConvertsAndResumesAsTheTwoSidesAgree) {
  StoragePolicy managed;
  managed.manage = Management::newer;
  for (const auto& [wishes, asked, resume, text] : {
           Wish{{}, Conversion::unspecified, false, false},
           Wish{{}, Conversion::binary, false, false},
           Wish{{}, Conversion::text, false, true},
           Wish{{}, Conversion::resume, true, false},
           Wish{with_text(), Conversion::unspecified, false, true},
           Wish{with_text(), Conversion::binary, false, false},  // the sender knows its file
           Wish{with_text(), Conversion::text, false, true},
           Wish{with_text(), Conversion::resume, false, true},
           Wish{with_resume(), Conversion::unspecified, true, false},
           Wish{with_resume(), Conversion::binary, true, false},
           Wish{with_resume(), Conversion::text, true, false},
           Wish{with_resume(), Conversion::resume, true, false},
           Wish{with(OnExists::rename), Conversion::resume, false, false},
           Wish{with(OnExists::overwrite), Conversion::resume, false, false},
           Wish{with(OnExists::skip), Conversion::resume, false, false},
           Wish{managed, Conversion::resume, false, false},
       }) {
    FileOffered offer = offered(kSize, kDate);
    offer.conversion = asked;
    const int which = static_cast<int>(asked);
    EXPECT_EQ(wants_resume(wishes, offer), resume) << which;
    EXPECT_EQ(wants_text(wishes, offer), text) << which;
  }
}

TEST(Policy, ContinuesNothingThatIsProtectedOrAppendedTo) {
  FileOffered offer = offered(kSize, kDate);
  for (const Management asked : kManagements) {
    offer.management = asked;
    const bool untouched = asked == Management::protect || asked == Management::append;
    EXPECT_EQ(may_continue_existing({}, offer), !untouched);
    EXPECT_TRUE(may_continue_existing(with(OnExists::resume), offer));
    EXPECT_FALSE(may_continue_existing(with(OnExists::skip), offer));
  }
}

}  // namespace
}  // namespace boardwalk::tool
