// File bytes lent by the host: addressed by offset, asked for ahead, dropped when no longer wanted.
#include "flow/source_window.h"

#include <gtest/gtest.h>

#include "support/buffer.h"

namespace boardwalk::test {
namespace {

using Answer = SourceWindow::Answer;

TEST(SourceWindow, AsksOnceForThePieceItStandsInAndOnceForTheNext) {
  SourceWindow window(100);
  window.open();
  const auto first = window.ask(FileOffset{0}, FileOffset{250});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->offset, FileOffset{0});
  EXPECT_EQ(first->length, 100u);
  EXPECT_FALSE(window.ask(FileOffset{0}, FileOffset{250}));
  const Buffer piece(100, std::byte{1});
  EXPECT_EQ(window.provide(FileOffset{0}, piece), Answer::taken);
  const auto second = window.ask(FileOffset{0}, FileOffset{250});
  ASSERT_TRUE(second);
  EXPECT_EQ(second->offset, FileOffset{100});
  EXPECT_EQ(window.provide(FileOffset{100}, piece), Answer::taken);
  EXPECT_FALSE(window.ask(FileOffset{50}, FileOffset{250}));
  const auto third = window.ask(FileOffset{100}, FileOffset{250});
  ASSERT_TRUE(third);
  EXPECT_EQ(third->offset, FileOffset{200});
  EXPECT_EQ(third->length, 50u) << "never past the end";
}

TEST(SourceWindow, DropsAnAnswerToAnOldQuestion) {
  SourceWindow window(100);
  window.open();
  ASSERT_TRUE(window.ask(FileOffset{0}, FileOffset{1000}));
  ASSERT_TRUE(window.ask(FileOffset{500}, FileOffset{1000}));
  const Buffer piece(100);
  EXPECT_EQ(window.provide(FileOffset{0}, piece), Answer::unwanted);
  EXPECT_TRUE(window.at(FileOffset{0}).empty());
  EXPECT_TRUE(window.at(FileOffset{500}).empty());
  EXPECT_EQ(window.provide(FileOffset{500}, piece), Answer::taken);
  EXPECT_EQ(window.at(FileOffset{550}).size(), 50u);
}

TEST(SourceWindow, RefusesAShortAnswer) {
  SourceWindow window(100);
  window.open();
  ASSERT_TRUE(window.ask(FileOffset{0}, FileOffset{1000}));
  EXPECT_EQ(window.provide(FileOffset{0}, Buffer(99)), Answer::too_short);
}

// session.h: lent until the second later answer. The host cannot know that one came too late.
TEST(SourceWindow, GivesAPieceBackAtTheSecondLaterAnswerEvenIfThatIsUnwanted) {
  SourceWindow window(100);
  window.open();
  const Buffer piece(100);
  ASSERT_TRUE(window.ask(FileOffset{0}, FileOffset{1000}));
  ASSERT_EQ(window.provide(FileOffset{0}, piece), Answer::taken);
  EXPECT_EQ(window.provide(FileOffset{700}, piece), Answer::unwanted);
  EXPECT_EQ(window.at(FileOffset{0}).size(), 100u);
  EXPECT_EQ(window.provide(FileOffset{800}, piece), Answer::unwanted);
  EXPECT_TRUE(window.at(FileOffset{0}).empty());
  EXPECT_TRUE(window.ask(FileOffset{0}, FileOffset{1000}).has_value()) << "and asks for it again";
}

// The same place was asked for twice, with other lengths: the end of a hole, the end of the file.
TEST(SourceWindow, TakesTheAnswerToAnOlderQuestionForLessAsWhatItIs) {
  SourceWindow window(100);
  window.open();
  ASSERT_EQ(window.ask(FileOffset{0}, FileOffset{30})->length, 30u);
  ASSERT_TRUE(window.ask(FileOffset{500}, FileOffset{1000}));
  ASSERT_EQ(window.ask(FileOffset{0}, FileOffset{1000})->length, 100u);
  EXPECT_EQ(window.provide(FileOffset{0}, Buffer(29)), Answer::too_short);
  const Buffer piece(30);
  EXPECT_EQ(window.provide(FileOffset{0}, piece), Answer::taken);
  EXPECT_EQ(window.at(FileOffset{0}).size(), 30u);
  EXPECT_EQ(window.ask(FileOffset{0}, FileOffset{1000})->offset, FileOffset{30});
}

TEST(SourceWindow, LooksBackWithinThePieceItHas) {
  SourceWindow window(100);
  window.open();
  ASSERT_TRUE(window.ask(FileOffset{200}, FileOffset{1000}));
  const Buffer piece = Content::hashed().slice(200, 100);
  ASSERT_EQ(window.provide(FileOffset{200}, piece), Answer::taken);
  static_cast<void>(window.ask(FileOffset{290}, FileOffset{1000}));
  EXPECT_EQ(Content::hashed().differences(210, window.at(FileOffset{210})), 0u);
  EXPECT_EQ(window.at(FileOffset{210}).size(), 90u);
  EXPECT_TRUE(window.at(FileOffset{199}).empty());
  EXPECT_TRUE(window.at(FileOffset{300}).empty());
}

TEST(SourceWindow, AsksForNothingOfAnEmptyFile) {
  SourceWindow window(100);
  window.open();
  EXPECT_FALSE(window.ask(FileOffset{0}, FileOffset{0}));
}

}  // namespace
}  // namespace boardwalk::test
