// See options.h. "On" and "off" are RFC 1143's YES and NO, "asked" is its WANTYES.
#include "telnet/options.h"

#include <algorithm>

namespace boardwalk::telnet {

namespace {

// Names from RFC 856, 857, 858, 860, 1091, 1073.
constexpr std::uint8_t kBinary = 0;
constexpr std::uint8_t kEcho = 1;
constexpr std::uint8_t kSuppressGoAhead = 3;
constexpr std::uint8_t kTimingMark = 6;
constexpr std::uint8_t kTerminalType = 24;
constexpr std::uint8_t kWindowSize = 31;

constexpr std::uint8_t kTypeIs = 0;
constexpr std::uint8_t kTypeSend = 1;

// A server that forgot its state must get an answer again, and a loop must not run.
constexpr Duration kRepeatAfter = std::chrono::seconds{10};
// SENDs that wait for their answers; a server waits for one before it asks again.
constexpr std::size_t kMostOwedTypes = 8;
constexpr std::size_t kLongestType = 40;  // RFC 1091

void put_command(UnitWriter& out, std::uint8_t command) {
  out.put_verbatim(unsigned{kIac});
  out.put_verbatim(unsigned{command});
}

}  // namespace

Options::Options(const TelnetConfig& config)
    : terminal_types_(config.terminal_types),
      offer_options_(config.offer_options),
      columns_(config.columns),
      rows_(config.rows) {}

void Options::hear(const Decoder::Piece& piece, TimePoint now) {
  using Kind = Decoder::Piece::Kind;
  if (piece.kind == Kind::data) {
    return;
  }
  if (piece.kind == Kind::negotiation) {
    const bool about_us = piece.verb_or_command == kDo || piece.verb_or_command == kDont;
    const Side side = about_us ? Side::local : Side::remote;
    if (piece.verb_or_command == kDo || piece.verb_or_command == kWill) {
      peer_enables(side, piece.option, now);
    } else {
      peer_disables(side, piece.option, now);
    }
  }
  const bool asks_type = piece.kind == Kind::subnegotiation && piece.option == kTerminalType &&
                         !piece.payload.empty() && piece.payload[0] == std::byte{kTypeSend};
  // Answered even when TTYPE was not agreed: who asks like this understands the answer.
  if (asks_type && !terminal_types_.empty()) {
    owed_types_ = std::min(owed_types_ + 1, kMostOwedTypes);
  }
  if (!peer_speaks_telnet_) {
    peer_speaks_telnet_ = true;
    if (offer_options_) {
      for (const std::uint8_t option : {kBinary, kSuppressGoAhead}) {
        offer(Side::local, option, now);
        offer(Side::remote, option, now);
      }
    }
  }
}

void Options::resize(std::uint16_t columns, std::uint16_t rows) {
  if (columns == columns_ && rows == rows_) {
    return;
  }
  columns_ = columns;
  rows_ = rows;
  owes_size_ = owes_size_ || entry(Side::local, kWindowSize).state == State::on;
}

bool Options::owes() const { return owed_verbs_ != 0 || owes_size_ || owed_types_ != 0; }

void Options::pay(UnitWriter& out) {
  // Verbs first: WILL NAWS before the size, WILL TTYPE before the name.
  static_cast<void>(pay_verbs(out, Side::local) && pay_verbs(out, Side::remote) && pay_size(out) &&
                    pay_terminal_types(out));
}

bool Options::binary_in() const { return remote_[kBinary].state == State::on; }

bool Options::binary_out() const {
  return local_[kBinary].state == State::on && local_[kBinary].debt == Debt::none;
}

bool Options::echo_remote() const { return remote_[kEcho].state == State::on; }

Options::Entry& Options::entry(Side side, std::uint8_t option) {
  return side == Side::local ? local_[option] : remote_[option];
}

bool Options::agrees(Side side, std::uint8_t option) const {
  switch (option) {
    case kBinary:
    case kSuppressGoAhead:
      return true;
    case kEcho:
      return side == Side::remote;
    case kTerminalType:
      return side == Side::local && !terminal_types_.empty();
    case kWindowSize:
      return side == Side::local;
    default:
      return false;
  }
}

// DO (about us) or WILL (about the peer).
void Options::peer_enables(Side side, std::uint8_t option, TimePoint now) {
  Entry& about = entry(side, option);
  if (!agrees(side, option)) {
    // A refusal leaves things as they are, so only time lets it be said again. Timing marks are
    // single questions, never a state.
    if (now >= about.repeat_from || option == kTimingMark) {
      answer(side, option, Debt::disable, now);
    }
    return;
  }
  const bool is_news = about.state == State::off;
  const bool asked = about.state == State::asked;
  about.state = State::on;
  if (is_news || (!asked && now >= about.repeat_from)) {
    answer(side, option, Debt::enable, now);
  }
  if (side == Side::local && option == kWindowSize && about.debt == Debt::enable) {
    owes_size_ = true;
  }
}

// DONT (about us) or WONT (about the peer). What is off already is never answered.
void Options::peer_disables(Side side, std::uint8_t option, TimePoint now) {
  Entry& about = entry(side, option);
  if (about.state == State::on) {
    answer(side, option, Debt::disable, now);
  } else if (about.state == State::asked) {
    owe(about, Debt::none);  // an offer that has not been sent yet is pointless now
  }
  about.state = State::off;
  if (side == Side::local && option == kWindowSize) {
    owes_size_ = false;
  }
}

void Options::answer(Side side, std::uint8_t option, Debt debt, TimePoint now) {
  Entry& about = entry(side, option);
  owe(about, debt);
  about.repeat_from = now + kRepeatAfter;
}

void Options::offer(Side side, std::uint8_t option, TimePoint now) {
  Entry& about = entry(side, option);
  if (about.state == State::off && about.debt == Debt::none) {
    about.state = State::asked;
    answer(side, option, Debt::enable, now);
  }
}

void Options::owe(Entry& about, Debt debt) {
  owed_verbs_ -= about.debt != Debt::none ? 1 : 0;
  owed_verbs_ += debt != Debt::none ? 1 : 0;
  about.debt = debt;
}

bool Options::pay_verbs(UnitWriter& out, Side side) {
  Entries& entries = side == Side::local ? local_ : remote_;
  const std::uint8_t enable = side == Side::local ? kWill : kDo;
  const std::uint8_t disable = side == Side::local ? kWont : kDont;
  for (std::size_t option = 0; owed_verbs_ != 0 && option < entries.size(); ++option) {
    Entry& about = entries[option];
    if (about.debt == Debt::none) {
      continue;
    }
    put_command(out, about.debt == Debt::enable ? enable : disable);
    out.put_verbatim(static_cast<unsigned>(option));
    if (!out.finish_unit()) {
      return false;
    }
    owe(about, Debt::none);
  }
  return true;
}

bool Options::pay_size(UnitWriter& out) {
  if (!owes_size_) {
    return true;
  }
  put_command(out, kSb);
  out.put_verbatim(unsigned{kWindowSize});
  for (const unsigned value : {unsigned{columns_}, unsigned{rows_}}) {
    out.put(value >> 8);  // put() doubles 0xff
    out.put(value & 0xff);
  }
  put_command(out, kSe);
  if (!out.finish_unit()) {
    return false;
  }
  owes_size_ = false;
  return true;
}

bool Options::pay_terminal_types(UnitWriter& out) {
  while (owed_types_ != 0) {
    const std::string& type = terminal_types_[std::min(next_type_, terminal_types_.size() - 1)];
    put_command(out, kSb);
    out.put_verbatim(unsigned{kTerminalType});
    out.put_verbatim(unsigned{kTypeIs});
    for (const char letter : type.substr(0, kLongestType)) {
      out.put(static_cast<std::byte>(letter));
    }
    put_command(out, kSe);
    if (!out.finish_unit()) {
      return false;
    }
    --owed_types_;
    next_type_ = next_type_ == terminal_types_.size() ? 0 : next_type_ + 1;
  }
  return true;
}

}  // namespace boardwalk::telnet
