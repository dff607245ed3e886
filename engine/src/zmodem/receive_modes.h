// What a receiver asks its sender for: the flags of ZRINIT and of ZRPOS, and how they change when
// the line turns out to eat control characters or the eighth bit.
//
// Decided from our configuration, from what the sender says it can do, and from what arrived
// damaged. Knows no files and no time. docs/zmodem.md says on which section each rule rests.
#pragma once

#include <cstdint>

#include "boardwalk/config.h"
#include "boardwalk/position.h"
#include "zmodem/header.h"

namespace boardwalk::zmodem {

class ReceiveModes {
 public:
  // `config` must outlive it.
  explicit ReceiveModes(const ZmodemConfig& config);

  // --- hearing ---

  void hear_call(const Header& header);         // ZRQINIT
  void hear_declaration(const Header& header);  // ZSINIT
  // A ZFILE; `probe_arrived`: the bytes that show a transparent line came before it.
  void hear_file(const Header& header, HeaderForm form, bool probe_arrived);
  void hear_form(HeaderForm form);

  // --- what the line does. Each returns whether we ask for something new from now on. ---

  bool eighth_bit_is_lost();
  bool carriage_return_is_changed();
  // Nothing gets through as it is, and nobody knows why: the next remedy.
  bool try_next_remedy();
  // MobyTurbo has failed: not again.
  void give_up_turbo() { turbo_offered_ = false; }

  // --- speaking ---

  [[nodiscard]] Header init() const;                   // ZRINIT
  [[nodiscard]] HeaderForm form() const;               // of our headers
  [[nodiscard]] Header position(FileOffset at) const;  // ZRPOS
  [[nodiscard]] HeaderForm position_form() const;
  [[nodiscard]] Header hole(FileOffset from, FileOffset to) const;

  // The sender escapes every control character: a raw one is dirt.
  [[nodiscard]] bool controls_come_escaped() const { return declared_controls_ || controls_; }
  // The sender sends single holes again.
  [[nodiscard]] bool selective() const { return selective_; }
  // The sender asked for a line of seven bits, which is to be answered with a new ZRINIT.
  [[nodiscard]] bool owes_new_init() const { return owes_new_init_; }
  void paid_init() { owes_new_init_ = false; }

 private:
  [[nodiscard]] std::uint8_t wishes() const;

  const ZmodemConfig& config_;
  bool controls_;   // we ask for ESCCTL
  bool seven_bit_;  // we ask for ESC8
  bool packed_;     // …and for Pack-7, if the sender can
  bool declared_controls_ = false;
  bool sender_variable_ = false;  // it can read variable headers
  bool turbo_offered_ = false;    // and the probe arrived
  bool selective_ = false;
  bool owes_new_init_ = false;
};

}  // namespace boardwalk::zmodem
