// Names for files whose name is taken, or too long.
#include "tool/names.h"

#include <gtest/gtest.h>

namespace boardwalk::tool {
namespace {

TEST(FreeName, CountsInFrontOfTheExtension) {
  EXPECT_EQ(free_name_candidate("door.zip", 0, 255), "door.zip");
  EXPECT_EQ(free_name_candidate("door.zip", 1, 255), "door (1).zip");
  EXPECT_EQ(free_name_candidate("a.tar.gz", 2, 255), "a.tar (2).gz");
  EXPECT_EQ(free_name_candidate("README", 1, 255), "README (1)");
  EXPECT_EQ(free_name_candidate(".profile", 1, 255), ".profile (1)");
}

TEST(FreeName, CutsBetweenCharacters) {
  EXPECT_EQ(free_name_candidate("\xc3\xa4\xc3\xa4\xc3\xa4.zip", 0, 9), "\xc3\xa4\xc3\xa4.zip");
  EXPECT_EQ(free_name_candidate("\xc3\xa4\xc3\xa4", 0, 3), "\xc3\xa4");
}

}  // namespace
}  // namespace boardwalk::tool
