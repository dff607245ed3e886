// Telnet bytes <-> data: commands are lifted out of what comes in, and typed keys are made fit for
// the line (RFC 854, 855).
//
// The lowest floor of the engine: wire bytes come in here first. Knows where commands begin and end
// and not what options mean (telnet/options). Data is never copied; every byte position may be the
// end of a span.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "boardwalk/bytes.h"
#include "flow/unit_writer.h"

namespace boardwalk::telnet {

// Names from RFC 854.
inline constexpr std::uint8_t kSe = 0xf0;
inline constexpr std::uint8_t kSb = 0xfa;
inline constexpr std::uint8_t kWill = 0xfb;
inline constexpr std::uint8_t kWont = 0xfc;
inline constexpr std::uint8_t kDo = 0xfd;
inline constexpr std::uint8_t kDont = 0xfe;
inline constexpr std::uint8_t kIac = 0xff;

// What becomes of a NUL after a CR in incoming data.
enum class CrRule {
  keep,       // nothing is removed: the direction is BINARY, or the peer is known not to pad
  strip_nul,  // the network virtual terminal's rule
  // As strip_nul until a CR shows what the peer does, then the one or the other. A CR before LF
  // shows nothing: it is sent that way by either kind of peer.
  learn,
};

class Decoder {
 public:
  // The longest subnegotiation that is told; longer ones are dropped as a whole.
  static constexpr std::size_t kLongestPayload = 512;

  struct Piece {
    enum class Kind {
      data,            // `data`, possibly empty
      negotiation,     // `verb_or_command` is WILL, WONT, DO or DONT, of `option`
      subnegotiation,  // `option` and `payload`
      command,         // `verb_or_command`: any other command (AYT, GA, …)
    };
    std::size_t consumed = 0;
    Bytes data{};  // a run inside `in`
    Kind kind = Kind::data;
    std::uint8_t verb_or_command = 0;
    std::uint8_t option = 0;
    Bytes payload{};  // doubled 0xFF undone; valid until the next call
  };

  // The next piece of `in`; consumed is never 0 unless `in` is empty. Call again with
  // in.subspan(consumed) until nothing is left.
  [[nodiscard]] Piece next(Bytes in);

  // Counts from the next byte on.
  void set_cr_rule(CrRule rule);
  // `learn` turns into `keep` or `strip_nul` when it has learnt.
  [[nodiscard]] CrRule cr_rule() const { return cr_rule_; }

 private:
  enum class State { data, command, verb, sub_option, sub_payload, sub_command };

  Piece next_data(Bytes in);
  Piece next_command(Bytes in);
  Piece next_sub_payload(Bytes in);
  Piece command(std::size_t consumed, std::byte code);
  bool strips_nul(std::byte after_cr);
  void settle_cr();

  State state_ = State::data;
  CrRule cr_rule_ = CrRule::strip_nul;
  bool after_cr_ = false;  // the latest data byte was a CR; commands do not count between
  std::uint8_t verb_ = 0;
  std::uint8_t sub_option_ = 0;
  bool sub_too_long_ = false;
  std::size_t sub_size_ = 0;
  std::array<std::byte, kLongestPayload> sub_{};
};

enum class KeyMode {
  nvt,     // a CR goes out as CR NUL
  binary,  // BINARY is agreed in this direction: a CR is a CR
};

// Puts typed bytes into the unit that is being written (the caller finishes it). On a raw line
// nothing is changed, whatever the mode.
void put_keys(UnitWriter& out, Bytes keys, KeyMode mode);

}  // namespace boardwalk::telnet
