// Sees the start of a ZMODEM transfer in the bytes that go to the screen.
//
// Stands between telnet and the terminal while no transfer runs. Only a complete header with a good
// checksum counts, never a text that looks like one. It knows header bytes and nothing of sessions;
// what a start means (and whether it is one too many) is the session's business. Text passes
// uncopied; only a header that may still become complete is held back, for half a second at most.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

#include "boardwalk/bytes.h"
#include "boardwalk/time.h"

namespace boardwalk::zmodem {

enum class Start {
  none,
  download,      // ZRQINIT: the peer has files for us
  upload,        // ZRINIT: the peer waits for files
  stray_finish,  // ZFIN: our last answer was lost and the peer repeats itself; not for the screen
};

class Detector {
 public:
  // The longest time a byte is kept from the screen.
  static constexpr Duration kPatience = std::chrono::milliseconds{500};

  struct Found {
    std::size_t consumed = 0;  // bytes of `in` that are dealt with
    Bytes text;                // for the screen, before `start`
    Start start = Start::none;
    std::array<std::byte, 4> params{};  // of the header, in wire order
  };

  // Takes bytes until there is something to tell. `text` is a part of `in`, or bytes held back
  // before, which are valid until the next call of any function. Call again with
  // in.subspan(consumed) until all is consumed, `text` is empty and `start` is none. After a start
  // the rest of `in` belongs to the transfer if the session begins one; otherwise call again, and
  // the header's own line end is swallowed.
  [[nodiscard]] Found look(Bytes in, TimePoint now);

  // When release() has something to give; kNever if nothing is held back.
  [[nodiscard]] TimePoint deadline() const;

  // At the deadline: the held bytes, for the screen (valid until the next call); before: nothing.
  // The match goes on, so that the rest of a header still starts a transfer when it comes late.
  [[nodiscard]] Bytes release(TimePoint now);

  // Forgets a partial match and held bytes; for the beginning and the end of a transfer.
  void reset();

 private:
  // Two pads, ZDLE, style, 14 digits or 18 bytes of encoded binary, and some XON/XOFF between.
  static constexpr std::size_t kLongest = 40;

  enum class Trailer { none, carriage_return, line_feed, xon };

  [[nodiscard]] bool holds_only_pads() const;
  void trust_more_than_pads();
  std::size_t swallow_trailer(Bytes in, TimePoint now);
  void hold(Bytes candidate, TimePoint now);
  void drop_told();
  bool look_at_held(Bytes in, TimePoint now, Found& found);
  void expect_trailer(bool is_hex, TimePoint now);

  std::array<std::byte, kLongest> held_{};  // a candidate from its first pad on
  std::size_t size_ = 0;                    // bytes in held_
  std::size_t shown_ = 0;                   // how many of them are on the screen already
  std::size_t told_ = 0;                    // bytes at the front that the next call forgets
  TimePoint since_{};                       // the first byte held and not shown
  // A board that masks a password with '*' must not lag: after pads that came to nothing, pads
  // alone are held for a moment only, until a real header comes.
  Duration pad_patience_ = kPatience;
  Trailer trailer_ = Trailer::none;  // the next byte of a line end that may be swallowed
  TimePoint trailer_until_{};
};

}  // namespace boardwalk::zmodem
