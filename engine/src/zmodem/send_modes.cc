// See send_modes.h.
#include "zmodem/send_modes.h"

namespace boardwalk::zmodem {

namespace {

// A receiver that wants all controls escaped may be rz, which counts every 64 KiB or so of data
// that was on its way behind an error as one more error, and gives up after 20. Without a limit of
// our own, what a network holds would decide whether one flipped bit ends the transfer.
constexpr std::uint64_t kWindowWithEscapes = 128 * 1024;

constexpr std::uint8_t bit(bool set, std::uint8_t value) { return set ? value : std::uint8_t{0}; }

}  // namespace

SendModes::SendModes(const ZmodemConfig& config, EscapeChoice line_escapes)
    : config_(config), line_escapes_(line_escapes) {
  // rz repeats in its next ZRINIT what a ZSINIT told it: that is no wish, and no news.
  wished_escapes_ = bit(config.escape_controls, kEscapeControls);
  choose_escapes();
}

void SendModes::choose_escapes() {
  EscapeChoice choice = line_escapes_;
  choice.all_controls |= peer_escapes_controls_ || config_.escape_controls;
  escapes_ = make_escapes(choice);
}

bool SendModes::learn(const Header& init) {
  const std::uint8_t abilities = init.flags(0);
  const bool is_news = (abilities & (kEscapeControls | kEscapeEighth) & ~wished_escapes_) != 0;
  wished_escapes_ |= abilities & (kEscapeControls | kEscapeEighth);
  const std::uint8_t more = init.flags(1);
  crc32_agreed_ = (abilities & kCanCrc32) != 0 && config_.crc == CrcKind::crc32;
  crc_ = crc32_agreed_ ? CrcKind::crc32 : CrcKind::crc16;
  full_duplex_ = (abilities & kCanFullDuplex) != 0;
  peer_escapes_controls_ = (abilities & kEscapeControls) != 0;
  seven_bit_ = (abilities & kEscapeEighth) != 0;
  peer_run_length_ = (abilities & kCanRunLength) != 0;
  peer_variable_ = (more & kCanVariable) != 0;
  peer_holes_ = (more & kCanHoles) != 0;
  peer_buffer_ = init.number() & 0xffff;  // ZP0 and ZP1
  if ((abilities & kCanOverlapDisk) == 0 && peer_buffer_ == 0) {
    // It cannot listen while it writes: one block, one answer.
    peer_buffer_ = config_.first_block;
  }
  choose_escapes();
  return is_news;
}

void SendModes::heard_form(HeaderForm form, const Header& header) {
  // A position that asks for a coding had to be variable; that is no wish about ours.
  const bool only_carries_flags =
      header.type == FrameType::reposition && header.params[kPositionFlags] != 0;
  if (is_variable(form) && !only_carries_flags) {
    speaks_variable_ = true;
  }
}

void SendModes::obey(const Header& position, HeaderForm form) {
  turbo_ = false;  // asked for once a file; an ordinary position behind an error ends it
  if (!is_variable(form)) {
    return;
  }
  const std::uint8_t wishes = position.params[kPositionFlags];
  turbo_ = (wishes & kWantTurbo) != 0 && offers_turbo();
  packed_ = (wishes & kWantPacked) != 0;
  run_length_ = (wishes & kWantRunLength) != 0 && crc32_agreed_;
}

void SendModes::forget_file() { packed_ = turbo_ = run_length_ = false; }

Header SendModes::call() const {
  Header header = header_with_number(FrameType::request_init, 0);
  header.params[0] = bit(config_.variable_headers || config_.pack7, kVariableAbility);  // ZF3
  return header;
}

Header SendModes::file() const {
  Header header = header_with_flags(FrameType::file, static_cast<std::uint8_t>(config_.conversion));
  header.params[2] = static_cast<std::uint8_t>(static_cast<std::uint8_t>(config_.management) |
                                               bit(config_.skip_if_missing, kSkipIfMissing));
  header.params[1] = bit(config_.rle && peer_run_length_ && crc32_agreed_, kTransportRunLength);
  header.params[0] =
      static_cast<std::uint8_t>(bit(peer_variable_, kFileVariable) |
                                bit(offers_turbo(), kFileTurbo) | bit(selective(), kFileHoles));
  return header;
}

bool SendModes::must_declare() const {
  return (config_.escape_controls && !peer_escapes_controls_) ||
         ((config_.escape_8th || config_.pack7) && !seven_bit_);
}

Header SendModes::declaration() const {
  return header_with_flags(
      FrameType::sender_init,
      static_cast<std::uint8_t>(bit(escapes_all_controls(), kEscapeControls) |
                                bit(config_.escape_8th || config_.pack7, kEscapeEighth)));
}

bool SendModes::awaits_seven_bit() const {
  return (config_.escape_8th || config_.pack7) && !seven_bit_;
}

bool SendModes::offers_turbo() const {
  return (config_.turbo || peer_variable_) && crc32_agreed_ && !seven_bit_ &&
         !escapes_all_controls() && !line_escapes_.telnet_ff && !line_escapes_.carriage_return;
}

HeaderForm SendModes::plain_form() const {
  const bool variable = speaks_variable_ || (config_.variable_headers && peer_variable_);
  return variable ? HeaderForm::variable_hex : HeaderForm::hex;
}

HeaderForm SendModes::block_form() const {
  if (seven_bit_) {
    return HeaderForm::seven_bit;
  }
  if (plain_form() == HeaderForm::variable_hex) {
    return crc32_agreed_ ? HeaderForm::variable_binary32 : HeaderForm::variable_binary16;
  }
  return crc32_agreed_ ? HeaderForm::binary32 : HeaderForm::binary16;
}

HeaderForm SendModes::data_form() const {
  if (seven_bit_) {
    return packed_ ? HeaderForm::packed : HeaderForm::seven_bit;
  }
  if (turbo_) {
    return HeaderForm::turbo;
  }
  if (run_length_ || (config_.rle && peer_run_length_ && crc32_agreed_)) {
    return plain_form() == HeaderForm::variable_hex ? HeaderForm::variable_rle32
                                                    : HeaderForm::rle32;
  }
  return block_form();
}

// What follows data in a coding of Omen's is a hex header there.
HeaderForm SendModes::end_form() const {
  return seven_bit_ || turbo_ ? plain_form() : block_form();
}

std::uint64_t SendModes::window() const {
  if (config_.window == 0 && escapes_all_controls() && !selective()) {
    return kWindowWithEscapes;
  }
  return config_.window;
}

bool SendModes::selective() const {
  return config_.selective_repeat && peer_holes_ && full_duplex_ && peer_buffer_ == 0 &&
         !config_.segmented;
}

}  // namespace boardwalk::zmodem
