// See wire_tap.h.
#include "support/wire_tap.h"

#include <algorithm>

namespace boardwalk::test {

void WireTap::knows(const std::string& name, std::uint64_t size, Content content) {
  sources_.insert_or_assign(name, Source{size, std::move(content)});
}

void WireTap::sees(Bytes bytes) {
  wire_bytes_ += bytes.size();
  for (const std::byte value : bytes) {
    ++counts_[std::to_integer<std::size_t>(value)];
  }
  if (line_ == Line::telnet) {
    reader_.feed(stripper_.strip(bytes));
  } else {
    reader_.feed(bytes);
  }
  for (const Heard& item : reader_.take()) {
    std::visit([this](const auto& specific) { on(specific); }, item);
  }
}

void WireTap::hears(Bytes bytes) {
  if (line_ == Line::telnet) {
    back_reader_.feed(back_stripper_.strip(bytes));
  } else {
    back_reader_.feed(bytes);
  }
  for (const Heard& item : back_reader_.take()) {
    const auto* header = std::get_if<HeardHeader>(&item);
    if (header == nullptr || !header->good) {
      continue;
    }
    if (header->type == Frame::zrpos) {
      acknowledged_ = expanded(header->number(), position_);
    } else if (header->type == Frame::zack) {
      acknowledged_ = std::max(acknowledged_, expanded(header->number(), position_));
    }
  }
}

std::uint64_t WireTap::bad_frames() const {
  return bad_checksums_ + reader_.unescaped_specials() + reader_.bad_escapes();
}

unsigned WireTap::subpackets(End end) const {
  return subpackets_[static_cast<std::size_t>(static_cast<char>(end) - 'h')];
}

unsigned WireTap::data_frames(Style style) const {
  const auto found = data_frames_.find(style);
  return found == data_frames_.end() ? 0 : found->second;
}

void WireTap::on(const HeardHeader& header) {
  if (!header.good || static_cast<std::size_t>(header.type) >= kFrameTypes) {
    ++bad_checksums_;
    return;
  }
  ++headers_[static_cast<std::size_t>(header.type)];
  if (header.type == Frame::zdata) {
    ++data_frames_[header.style];
    position_ = expanded(header.number(), position_);
    if (!has_begun_) {
      // The receiver may begin anywhere: what lies before was never sent.
      has_begun_ = true;
      highest_ = position_;
      acknowledged_ = position_;
    }
  } else if (header.type == Frame::zeof) {
    const bool right = current_ != nullptr && highest_ == current_->size &&
                       header.number() == static_cast<std::uint32_t>(current_->size);
    // An empty file may be ended without a ZDATA.
    false_ends_ +=
        right || (current_ != nullptr && current_->size == 0 && header.number() == 0) ? 0 : 1;
  }
}

void WireTap::on(const HeardData& data) {
  bad_checksums_ += data.good ? 0 : 1;
  ++subpackets_[static_cast<std::size_t>(static_cast<char>(data.end) - 'h')];
  if (data.frame == Frame::zfile) {
    const auto nul = std::find(data.bytes.begin(), data.bytes.end(), std::byte{0});
    std::string name;
    std::transform(data.bytes.begin(), nul, std::back_inserter(name),
                   [](std::byte value) { return static_cast<char>(value); });
    const auto found = sources_.find(name);
    const Source* named = found == sources_.end() ? nullptr : &found->second;
    if (named != current_) {
      current_ = named;
      position_ = highest_ = acknowledged_ = 0;
      has_begun_ = false;
    }
    return;
  }
  if (data.frame != Frame::zdata) {
    return;
  }
  const std::uint64_t size = data.bytes.size();
  largest_subpacket_ = std::max(largest_subpacket_, data.bytes.size());
  file_bytes_ += size;
  if (current_ == nullptr || position_ + size > current_->size) {
    mislabelled_bytes_ += size;
  } else {
    mislabelled_bytes_ += current_->content.differences(position_, data.bytes);
  }
  if (position_ < highest_) {
    file_bytes_resent_ += std::min(size, highest_ - position_);
  }
  position_ += size;
  highest_ = std::max(highest_, position_);
  most_unacknowledged_ =
      std::max(most_unacknowledged_, position_ - std::min(position_, acknowledged_));
}

void WireTap::on(const HeardText& text) {
  for (const std::byte value : text.bytes) {
    stray_text_ += static_cast<char>(value);
  }
  // What belongs outside of frames: the announcement, the good-bye, and what shows before a ZFILE
  // that a line is transparent (23 c1 d4 93 11; flow control is no text).
  for (const std::string_view allowed : {"rz\r", "OO", "#\xc1\xd4"}) {
    if (stray_text_ == allowed) {
      stray_text_.clear();
    }
  }
}

void WireTap::on(const HeardCancel&) { ++cancels_; }

std::uint64_t WireTap::expanded(std::uint32_t number, std::uint64_t near) const {
  // The 64-bit place nearest to `near` that is called `number` on the wire.
  const auto distance = static_cast<std::int32_t>(number - static_cast<std::uint32_t>(near));
  if (distance < 0 && static_cast<std::uint64_t>(-std::int64_t{distance}) > near) {
    return number;
  }
  return near + static_cast<std::uint64_t>(std::int64_t{distance});
}

}  // namespace boardwalk::test
