// File bytes lent by the host, addressed by FileOffset: the piece being sent, the piece after it,
// and at most one question to the host for a piece that is missing.
//
// It holds no cursor. Every look-up names its offset, and an answer to an old question is dropped
// (accounting rules 1 and 5), so bytes can never be sent at a place they do not belong to.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "boardwalk/bytes.h"
#include "boardwalk/position.h"

namespace boardwalk {

class SourceWindow {
 public:
  struct Question {
    FileOffset offset;
    std::size_t length;
  };

  explicit SourceWindow(std::size_t piece) : piece_(piece) {}

  // A new file: nothing is lent, nothing is asked.
  void open();

  // The lent bytes from `at` on, as far as they are contiguous in one piece; empty if none.
  [[nodiscard]] Bytes at(FileOffset at) const;

  // What to ask the host for, when sending stands at `at` and will go on up to `end`: the piece
  // there, else the one after it. Each question is returned once; a new place makes a new question.
  [[nodiscard]] std::optional<Question> ask(FileOffset at, FileOffset end);

  enum class Answer { taken, unwanted, too_short };
  // `data` stays lent until the second later call, taken or not, or open(): the host cannot know
  // which of its answers came too late.
  Answer provide(FileOffset offset, Bytes data);

 private:
  struct Piece {
    FileOffset offset;
    Bytes data;
    unsigned age = 0;  // later calls of provide()
    [[nodiscard]] bool holds(FileOffset at) const {
      return at >= offset && at - offset < data.size();
    }
    [[nodiscard]] FileOffset end() const { return offset + data.size(); }
  };

  std::size_t piece_;
  Piece current_;
  Piece next_;
  std::optional<Question> asked_;
  // Questions that newer ones have replaced; their answers may still come.
  std::array<Question, 4> replaced_{};
  std::size_t next_replaced_ = 0;
};

}  // namespace boardwalk
