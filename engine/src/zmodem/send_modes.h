// What the receiver can do and wants, and what that makes of our frames: which form headers and
// data take, what is escaped, how much may be on its way.
//
// Decided from three things only: our configuration, the receiver's ZRINIT and its ZRPOS. Knows no
// files and no time. docs/zmodem.md says on which section each rule rests.
#pragma once

#include <cstddef>
#include <cstdint>

#include "boardwalk/config.h"
#include "zmodem/escaping.h"
#include "zmodem/header.h"

namespace boardwalk::zmodem {

class SendModes {
 public:
  // `config` must outlive it.
  SendModes(const ZmodemConfig& config, EscapeChoice line_escapes);

  // --- hearing ---

  // A ZRINIT. Whether it wants something escaped that the one before did not: then it is no answer
  // to anything, but the discovery that the line needs it.
  bool learn(const Header& init);
  // A header that came in variable form: the receiver speaks that too.
  void heard_form(HeaderForm form, const Header& header);
  // The ZRPOS that begins or repairs the current file: which coding its data shall have.
  void obey(const Header& position, HeaderForm form);
  // A new file: wishes about the data of the last one are over.
  void forget_file();

  // --- headers of ours ---

  [[nodiscard]] Header call() const;        // ZRQINIT
  [[nodiscard]] Header file() const;        // ZFILE
  [[nodiscard]] bool must_declare() const;  // ZSINIT has to be sent
  [[nodiscard]] Header declaration() const;
  // Whether the receiver is expected to invite us again, with ESC8, after the declaration.
  [[nodiscard]] bool awaits_seven_bit() const;
  // Whether the bytes before ZFILE that show a line to be transparent are to be sent.
  [[nodiscard]] bool offers_turbo() const;

  // --- forms ---

  // Of headers without data.
  [[nodiscard]] HeaderForm plain_form() const;
  // Of ZFILE and ZSINIT.
  [[nodiscard]] HeaderForm block_form() const;
  // Of ZDATA.
  [[nodiscard]] HeaderForm data_form() const;
  // Of ZEOF.
  [[nodiscard]] HeaderForm end_form() const;
  [[nodiscard]] const Escapes& escapes() const { return escapes_; }
  [[nodiscard]] bool escapes_all_controls() const { return escapes_.choice.all_controls; }
  [[nodiscard]] CrcKind crc() const { return crc_; }

  // --- flow ---

  // Most bytes between two acknowledgements; 0: no limit.
  [[nodiscard]] std::size_t peer_buffer() const { return peer_buffer_; }
  // Most bytes without an acknowledgement; 0: no limit.
  [[nodiscard]] std::uint64_t window() const;
  // It can talk while we send.
  [[nodiscard]] bool full_duplex() const { return full_duplex_; }
  // It keeps what comes behind a damaged piece and asks for that piece alone.
  [[nodiscard]] bool selective() const;

 private:
  void choose_escapes();

  const ZmodemConfig& config_;
  EscapeChoice line_escapes_;
  Escapes escapes_;
  unsigned wished_escapes_ = 0;  // in any of its ZRINITs

  CrcKind crc_ = CrcKind::crc16;
  bool crc32_agreed_ = false;
  std::size_t peer_buffer_ = 0;
  bool full_duplex_ = true;
  bool peer_escapes_controls_ = false;
  bool seven_bit_ = false;        // it wants ESC8
  bool peer_variable_ = false;    // it can read variable headers
  bool peer_run_length_ = false;  // it can read RLE
  bool peer_holes_ = false;
  bool speaks_variable_ = false;  // it has used one itself
  bool packed_ = false;           // wishes about the current file
  bool turbo_ = false;
  bool run_length_ = false;
};

}  // namespace boardwalk::zmodem
