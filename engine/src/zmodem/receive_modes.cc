// See receive_modes.h.
#include "zmodem/receive_modes.h"

namespace boardwalk::zmodem {

namespace {

constexpr std::uint8_t bit(bool set, std::uint8_t value) { return set ? value : std::uint8_t{0}; }

}  // namespace

ReceiveModes::ReceiveModes(const ZmodemConfig& config)
    : config_(config),
      controls_(config.escape_controls),
      seven_bit_(config.escape_8th || config.pack7),
      packed_(config.pack7) {}

void ReceiveModes::hear_call(const Header& header) {
  sender_variable_ = sender_variable_ || (header.params[0] & kVariableAbility) != 0;
}

void ReceiveModes::hear_declaration(const Header& header) {
  declared_controls_ = (header.flags(0) & kEscapeControls) != 0;
  if ((header.flags(0) & kEscapeEighth) != 0 && !seven_bit_) {
    seven_bit_ = true;
    packed_ = packed_ || sender_variable_;
    owes_new_init_ = true;
  }
}

void ReceiveModes::hear_file(const Header& header, HeaderForm form, bool probe_arrived) {
  const std::uint8_t extended = header.flags(3);
  sender_variable_ = sender_variable_ || is_variable(form) || (extended & kFileVariable) != 0;
  turbo_offered_ = (extended & kFileTurbo) != 0 && probe_arrived && sender_variable_;
  selective_ =
      config_.selective_repeat && config_.receive_buffer == 0 && (extended & kFileHoles) != 0;
}

void ReceiveModes::hear_form(HeaderForm form) {
  sender_variable_ = sender_variable_ || is_variable(form);
}

bool ReceiveModes::eighth_bit_is_lost() {
  if (!config_.adapt_to_line || seven_bit_) {
    return false;
  }
  seven_bit_ = packed_ = true;
  return true;
}

// A line that adds NULs behind a CR, or eats one, leaves an escaped one alone.
bool ReceiveModes::carriage_return_is_changed() {
  if (!config_.adapt_to_line || controls_ || packed_) {
    return false;
  }
  controls_ = true;
  return true;
}

bool ReceiveModes::try_next_remedy() {
  if (!config_.adapt_to_line) {
    return false;
  }
  if (!controls_) {
    controls_ = true;
    return true;
  }
  return eighth_bit_is_lost();
}

Header ReceiveModes::init() const {
  const bool variable =
      config_.variable_headers || config_.turbo || config_.rle || packed_ || sender_variable_;
  Header header = header_with_flags(
      FrameType::init,
      static_cast<std::uint8_t>(kCanFullDuplex | kCanOverlapDisk |
                                bit(config_.crc == CrcKind::crc32, kCanCrc32) |
                                bit(config_.rle, kCanRunLength) | bit(controls_, kEscapeControls) |
                                bit(seven_bit_, kEscapeEighth)));
  header.params[2] = static_cast<std::uint8_t>(
      bit(variable, kCanVariable) |
      bit(config_.selective_repeat && config_.receive_buffer == 0, kCanHoles));  // ZF1
  header.params[0] = static_cast<std::uint8_t>(config_.receive_buffer & 0xff);
  header.params[1] = static_cast<std::uint8_t>(config_.receive_buffer >> 8);
  return header;
}

HeaderForm ReceiveModes::form() const {
  return config_.variable_headers && sender_variable_ ? HeaderForm::variable_hex : HeaderForm::hex;
}

std::uint8_t ReceiveModes::wishes() const {
  if (!sender_variable_) {
    return 0;
  }
  return static_cast<std::uint8_t>(
      bit(config_.turbo && turbo_offered_ && !seven_bit_ && !controls_, kWantTurbo) |
      bit(packed_ && seven_bit_, kWantPacked) | bit(config_.rle && !seven_bit_, kWantRunLength));
}

HeaderForm ReceiveModes::position_form() const {
  return wishes() != 0 ? HeaderForm::variable_hex : form();
}

Header ReceiveModes::position(FileOffset at) const {
  Header header = header_with_number(FrameType::reposition, static_cast<std::uint32_t>(at.value()));
  if (is_variable(position_form())) {
    header.count = kPositionFlags + 1;
    header.params[kPositionFlags] = wishes();
  }
  return header;
}

Header ReceiveModes::hole(FileOffset from, FileOffset to) const {
  Header header =
      header_with_number(FrameType::reposition, static_cast<std::uint32_t>(from.value()));
  header.count = kPositionFlags + 5;
  header.params[kPositionFlags] = static_cast<std::uint8_t>(kWantHole | wishes());
  for (std::size_t i = 0; i < 4; ++i) {
    header.params[kPositionFlags + 1 + i] = static_cast<std::uint8_t>(to.value() >> (8 * i));
  }
  return header;
}

}  // namespace boardwalk::zmodem
