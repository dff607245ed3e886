// Follows the wire from sender to receiver as it leaves the sender, and checks every file byte
// against the source by the offset it travels under. Independent of the engine.
//
// hears() takes the other direction as it arrives at the sender, for the window.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "support/buffer.h"
#include "support/frame.h"
#include "support/wire_reader.h"

namespace boardwalk::test {

class WireTap {
 public:
  enum class Line { raw, telnet };
  explicit WireTap(Line line) : line_(line) {}

  // The file the sender will call `name`.
  void knows(const std::string& name, std::uint64_t size, Content content);

  void sees(Bytes bytes);
  void hears(Bytes bytes);
  // The transfer is over; its last frame may have been left open by a cancel.
  void forgets_frame() { reader_.forget_frame(); }

  // --- what must be zero ---
  [[nodiscard]] std::uint64_t mislabelled_bytes() const { return mislabelled_bytes_; }
  // Headers and subpackets with a wrong checksum, bytes outside frames, escapes of nothing, bytes
  // that every sender must escape.
  [[nodiscard]] std::uint64_t malformed() const { return bad_frames() + stray_text_.size(); }
  // The same without the bytes outside of frames.
  [[nodiscard]] std::uint64_t bad_frames() const;
  // ZEOF at another place than the end, or before everything was sent.
  [[nodiscard]] unsigned false_ends() const { return false_ends_; }

  // --- what is counted ---
  [[nodiscard]] std::uint64_t file_bytes() const { return file_bytes_; }
  [[nodiscard]] std::uint64_t file_bytes_resent() const { return file_bytes_resent_; }
  [[nodiscard]] std::uint64_t wire_bytes() const { return wire_bytes_; }
  [[nodiscard]] unsigned headers(Frame type) const {
    return headers_[static_cast<std::size_t>(type)];
  }
  [[nodiscard]] unsigned subpackets(End end) const;
  // Data frames that were begun in this style.
  [[nodiscard]] unsigned data_frames(Style style) const;
  // How often this byte stood on the line, wherever.
  [[nodiscard]] std::uint64_t count_of(std::byte value) const {
    return counts_[std::to_integer<std::size_t>(value)];
  }
  [[nodiscard]] std::size_t largest_subpacket() const { return largest_subpacket_; }
  [[nodiscard]] unsigned cancels() const { return cancels_; }
  // Most bytes sent beyond the last position the receiver had named.
  [[nodiscard]] std::uint64_t most_unacknowledged() const { return most_unacknowledged_; }
  [[nodiscard]] const std::string& stray_text() const { return stray_text_; }
  [[nodiscard]] const WireReader& reader() const { return reader_; }

 private:
  struct Source {
    std::uint64_t size;
    Content content;
  };

  void on(const HeardHeader& header);
  void on(const HeardData& data);
  void on(const HeardText& text);
  void on(const HeardCancel& cancel);
  [[nodiscard]] std::uint64_t expanded(std::uint32_t number, std::uint64_t near) const;

  Line line_;
  TelnetStripper stripper_;
  TelnetStripper back_stripper_;
  WireReader reader_;
  WireReader back_reader_;
  std::map<std::string, Source> sources_;
  const Source* current_ = nullptr;
  std::uint64_t position_ = 0;
  std::uint64_t highest_ = 0;
  std::uint64_t acknowledged_ = 0;
  bool has_begun_ = false;

  std::uint64_t mislabelled_bytes_ = 0;
  std::uint64_t bad_checksums_ = 0;
  std::uint64_t file_bytes_ = 0;
  std::uint64_t file_bytes_resent_ = 0;
  std::uint64_t wire_bytes_ = 0;
  std::uint64_t most_unacknowledged_ = 0;
  std::size_t largest_subpacket_ = 0;
  unsigned false_ends_ = 0;
  unsigned cancels_ = 0;
  std::array<unsigned, kFrameTypes> headers_{};
  std::array<unsigned, 4> subpackets_{};
  std::map<Style, unsigned> data_frames_;
  std::array<std::uint64_t, 256> counts_{};
  std::string stray_text_;
};

}  // namespace boardwalk::test
