// Which telnet options hold, and what is owed to the peer about them.
//
// RFC 1143's method for the options a terminal needs: BINARY and SGA both ways, ECHO by the peer,
// TTYPE and NAWS by us; everything else is refused. Replies are owed state and not a queue: a newer
// debt about an option replaces the older one, so that no peer can make this grow. Knows no line;
// pieces come from telnet/codec, debts are paid into the caller's room.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "boardwalk/config.h"
#include "boardwalk/time.h"
#include "flow/unit_writer.h"
#include "telnet/codec.h"

namespace boardwalk::telnet {

class Options {
 public:
  explicit Options(const TelnetConfig& config);

  // Takes what the peer said; data pieces are ignored. The first command heard makes our own offers
  // owed (TelnetConfig::offer_options). AYT and the other commands need no answer from a client.
  void hear(const Decoder::Piece& piece, TimePoint now);

  // The screen's size: told when NAWS is agreed, the newest only.
  void resize(std::uint16_t columns, std::uint16_t rows);

  [[nodiscard]] bool owes() const;

  // Writes owed replies, each as a unit of its own, until nothing is owed or the room is full.
  void pay(UnitWriter& out);

  [[nodiscard]] bool binary_in() const;    // the peer's data is BINARY
  [[nodiscard]] bool binary_out() const;   // ours is, and the peer has been told so
  [[nodiscard]] bool echo_remote() const;  // the peer echoes what is typed

  // A command has been seen; before that the other end may be a raw TCP board.
  [[nodiscard]] bool peer_speaks_telnet() const { return peer_speaks_telnet_; }

 private:
  enum class Side { local, remote };  // WILL/WONT of us; DO/DONT to the peer

  // RFC 1143 without WANTNO and without its queue bit: we never ask for an option to end.
  enum class State : std::uint8_t { off, on, asked };
  enum class Debt : std::uint8_t { none, enable, disable };

  struct Entry {
    State state = State::off;
    Debt debt = Debt::none;
    TimePoint repeat_from = TimePoint::min();  // when an answer that changes nothing is due again
  };
  using Entries = std::array<Entry, 256>;

  [[nodiscard]] Entry& entry(Side side, std::uint8_t option);
  [[nodiscard]] bool agrees(Side side, std::uint8_t option) const;
  void peer_enables(Side side, std::uint8_t option, TimePoint now);
  void peer_disables(Side side, std::uint8_t option, TimePoint now);
  void answer(Side side, std::uint8_t option, Debt debt, TimePoint now);
  void offer(Side side, std::uint8_t option, TimePoint now);
  void owe(Entry& entry, Debt debt);
  [[nodiscard]] bool pay_verbs(UnitWriter& out, Side side);
  [[nodiscard]] bool pay_size(UnitWriter& out);
  [[nodiscard]] bool pay_terminal_types(UnitWriter& out);

  std::vector<std::string> terminal_types_;
  bool offer_options_;
  bool peer_speaks_telnet_ = false;
  std::uint16_t columns_;
  std::uint16_t rows_;

  Entries local_{};
  Entries remote_{};
  std::size_t owed_verbs_ = 0;
  bool owes_size_ = false;
  std::size_t owed_types_ = 0;  // TTYPE SENDs without an answer yet, bounded
  std::size_t next_type_ = 0;   // terminal_types_.size(): the last one once more
};

}  // namespace boardwalk::telnet
