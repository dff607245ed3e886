// See session_script.h.
#include "support/session_script.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "support/allocated_bytes.h"
#include "support/fake_peer.h"
#include "support/time_bound.h"

namespace boardwalk::fuzz {

namespace {

using namespace std::chrono_literals;
using test::Buffer;
using test::Content;
using test::End;
using test::Frame;
using test::HostPolicy;
using test::OfferAnswer;
using test::Style;

constexpr std::array<std::uint64_t, 8> kSizes = {0, 1, 100, 1023, 1024, 5000, 12345, 20000};

std::string name_of_file(unsigned number) { return "file-" + std::to_string(number) + ".bin"; }

Content content_of_file(unsigned number) { return Content::hashed(number + 1); }

std::uint64_t size_of_file(unsigned number) { return kSizes[number % kSizes.size()]; }

std::size_t heap_in_use() { return test::allocated_bytes(); }

SessionConfig drawn_config(Role role, Input& input) {
  SessionConfig config;
  const unsigned kind = input.byte();
  const Opening own = role == Role::receives ? Opening::receive : Opening::send;
  config.opening = (kind & 3) == 3 ? Opening::terminal : own;
  config.telnet.enabled = (kind & 4) != 0;
  config.zmodem.crc = (kind & 8) != 0 ? CrcKind::crc16 : CrcKind::crc32;
  config.zmodem.name_encoding = (kind & 16) != 0 ? NameEncoding::utf8 : NameEncoding::cp437;
  config.zmodem.announce_with_rz = (kind & 32) == 0;
  config.zmodem.segmented = (kind & 64) != 0;
  config.zmodem.selective_repeat = (kind & 128) == 0;
  constexpr std::array<std::uint64_t, 4> kWindows = {0, 512, 4096, 100000};
  constexpr std::array<std::size_t, 4> kBlocks = {1024, 128, 8192, 33};
  constexpr std::array<std::uint16_t, 4> kBuffers = {0, 0, 4096, 300};
  const unsigned sizes = input.byte();
  config.zmodem.window = kWindows[sizes & 3];
  config.zmodem.largest_block = kBlocks[sizes >> 2 & 3];
  config.zmodem.first_block = std::min<std::size_t>(config.zmodem.largest_block, 1024);
  config.zmodem.receive_buffer = kBuffers[sizes >> 4 & 3];
  const unsigned modes = input.byte();
  config.zmodem.escape_controls = (modes & 1) != 0;
  config.zmodem.escape_8th = (modes & 2) != 0;
  config.zmodem.pack7 = (modes & 4) != 0;
  config.zmodem.turbo = (modes & 8) != 0;
  config.zmodem.rle = (modes & 16) != 0;
  config.zmodem.variable_headers = (modes & 32) != 0;
  config.zmodem.adapt_to_line = (modes & 64) == 0;
  config.zmodem.skip_if_missing = (modes & 128) != 0;
  config.sink_window = std::size_t{64} << 10;
  config.source_piece = std::size_t{16} << 10;
  return config;
}

HostPolicy drawn_policy(Input& input) {
  HostPolicy policy;
  const unsigned late = input.byte();
  const Duration delay = (late & 1) != 0 ? Duration{0} : Duration{3s};
  policy.commit_delay = (late & 2) != 0 ? delay : Duration{0};
  policy.save_delay = (late & 4) != 0 ? delay : Duration{0};
  policy.source_delay = (late & 8) != 0 ? delay : Duration{0};
  policy.commits = (late & 16) == 0;
  policy.saves = (late & 32) == 0;
  policy.provides = (late & 64) == 0;
  if ((late & 128) != 0) {
    policy.on_offer = [](const std::string&) {
      return OfferAnswer{OfferAnswer::Kind::say_nothing, 0};
    };
  }
  return policy;
}

// Telnet's own byte, doubled as every telnet peer does.
Buffer doubled(Bytes bytes) {
  Buffer wire;
  for (const std::byte value : bytes) {
    wire.insert(wire.end(), value == std::byte{0xff} ? 2 : 1, value);
  }
  return wire;
}

}  // namespace

SessionScript::SessionScript(Role role, Bytes script) : role_(role), input_(script) {
  const SessionConfig config = drawn_config(role, input_);
  telnet_ = config.telnet.enabled;
  terminal_ = config.opening == Opening::terminal;
  tap_ = std::make_unique<test::WireTap>(telnet_ ? test::WireTap::Line::telnet
                                                 : test::WireTap::Line::raw);
  session_ = std::make_unique<test::SessionUnderTest>(config, drawn_policy(input_));
  if (role == Role::sends) {
    for (unsigned files = 1 + input_.below(3); files > 0; --files) {
      const unsigned number = files * 8 + input_.below(8);
      test::OutgoingFile file{.name = name_of_file(number),
                              .size = size_of_file(number),
                              .content = content_of_file(number)};
      tap_->knows(file.name, file.size, file.content);
      session_->sends(std::move(file));
    }
  }
  heap_before_ = heap_in_use();
}

void SessionScript::run() {
  observe();
  while (!input_.empty()) {
    step();
    observe();
  }
  finish();
}

void SessionScript::step() {
  switch (const unsigned deed = input_.byte() % 32; deed) {
    case 0:
      return say_raw(input_.bytes(input_.byte()));
    case 1:
    case 2:
      return say_header();
    case 3:
      return say_offer();
    case 4:
    case 5:
    case 6:
      return say_data();
    case 7:
      return say_stretch();
    case 8:
      return say_usual_header(Frame::zdata, any_place());
    case 9:
      return say_usual_header(Frame::zeof, any_place());
    case 10:
      return say_usual_header(Frame::zrpos, any_place());
    case 11:
      return say_usual_header(Frame::zack, any_place());
    case 12:
      return say_usual_header(Frame::zrinit,
                              test::flags(0x23) | (input_.flag() ? input_.word() : 0u));
    case 13:
      return say_usual_header(Frame::zrinit, input_.number());
    case 14:
      return say_usual_header(static_cast<Frame>(input_.below(test::kFrameTypes)), 0);
    case 15:
      return say_usual_header(Frame::zcrc, input_.word());
    case 16:
      taint();
      return say(Buffer(input_.below(9), std::byte{0x18}));
    case 17:
      return say(test::from_text("OO"));
    case 18:
      return say_again();
    case 19:
    case 20:
      return pass_time();
    case 21:
      return session_->passes(std::max(
          Duration{0}, std::min(session_->session().deadline(), session_->now() + Duration{1h}) -
                           session_->now()));
    case 22:
    case 23:
      return answer();
    case 24:
      return lend_wrongly();
    case 25:
      return session_->allow(input_.flag() ? test::kUnlimited : input_.word());
    case 26:
      piece_ = input_.flag() ? SIZE_MAX : 1 + input_.byte();
      return;
    case 27:
      return session_->cancels();
    case 28:
      typed_ = true;
      return session_->types("some keys\r");
    case 29:
      if (input_.byte() == 0) {  // the script is over soon after it
        session_->loses_its_wire();
      }
      return;
    case 30:
      session_->session().resize(static_cast<std::uint16_t>(input_.word()), 25);
      return session_->pump();
    default:
      session_->session().tell_free_space(input_.number());
      return;
  }
}

// --- the peer ---

void SessionScript::say(Bytes bytes) {
  latest_.assign(bytes.begin(), bytes.end());
  const Buffer wire = telnet_ ? doubled(bytes) : latest_;
  hear(wire);
}

// In pieces at first; the middle of a long subpacket is the same everywhere.
void SessionScript::hear(Bytes wire) {
  constexpr std::size_t kInPieces = 200;
  said_bytes_ += wire.size();
  const Bytes first = wire.first(piece_ < wire.size() ? std::min(wire.size(), kInPieces) : 0);
  session_->hears_in_pieces(first, piece_);
  session_->hears(wire.subspan(first.size()));
}

void SessionScript::say_raw(Bytes bytes) {
  taint();
  has_attention_ = true;  // it may be in there
  hear(bytes);
}

void SessionScript::say_header() {
  const Style style = any_style();
  const auto type = static_cast<Frame>(input_.below(test::kFrameTypes));
  const std::uint32_t number = input_.flag() ? any_place() : input_.number();
  const Bytes more = input_.bytes(input_.below(4) == 0 ? input_.below(13) : 0);
  if (frame_open_) {
    taint_unless_crc32();  // in the middle of data
  }
  has_attention_ = has_attention_ || type == Frame::zsinit;  // whatever comes behind it
  style_ = style;
  frame_open_ = type == Frame::zdata;
  if (frame_open_) {
    place_ = number;
  }
  say(test::header(style, type, number, more));
}

void SessionScript::say_usual_header(Frame type, std::uint32_t number) {
  if (frame_open_) {
    taint_unless_crc32();
  }
  const bool binary = type == Frame::zdata;
  style_ = binary ? (input_.flag() ? Style::binary16 : Style::binary32) : Style::hex;
  frame_open_ = binary;
  if (binary) {
    place_ = number;
  }
  say(test::header(style_, type, number));
}

// ZFILE as an honest sender writes it, with one of a few names; or ZSINIT, or a command.
void SessionScript::say_offer() {
  const unsigned kind = input_.byte();
  style_ = (kind & 1) != 0 ? any_style() : Style::binary32;
  frame_open_ = false;
  const auto damage = (kind & 2) != 0 ? test::Damage::one_bit : test::Damage::none;
  if ((kind & 0x70) == 0x70) {
    const unsigned zf0 = input_.byte();
    escapes_ = (zf0 & 0x40) != 0 ? test::Escapes::all_controls : test::Escapes::standard;
    say(test::joined(
        {test::header(style_, Frame::zsinit, test::flags(zf0)),
         test::subpacket_in(style_, Bytes(latest_).first(0), End::ack_wait, escapes_, damage)}));
    return;
  }
  if ((kind & 0x70) == 0x60) {
    const Frame type = input_.flag() ? Frame::zcommand : Frame::zstderr;
    say(test::joined(
        {test::header(style_, type), test::subpacket_in(style_, input_.bytes(input_.byte()),
                                                        End::ack_wait, escapes_, damage)}));
    return;
  }
  file_ = input_.below(16);
  place_ = 0;
  Buffer information = test::from_text(name_of_file(file_));
  information.push_back(std::byte{0});
  test::append(information,
               test::from_text(std::to_string(size_of_file(file_)) + " 14524770400 100644 0 1 " +
                               std::to_string(size_of_file(file_))));
  information.push_back(std::byte{0});
  const std::uint32_t options = (kind & 4) != 0 ? input_.number() : 0;
  say(test::joined({test::header(style_, Frame::zfile, options),
                    test::subpacket_in(style_, information, End::ack_wait, escapes_, damage)}));
}

// The next bytes of the file; perhaps hit on their way.
void SessionScript::say_data() {
  constexpr std::array<std::size_t, 8> kLengths = {0, 1, 32, 100, 1000, 1024, 8192, 8193};
  constexpr std::array kEnds = {End::go_on, End::end, End::ack_go_on, End::ack_wait};
  const unsigned kind = input_.byte();
  const std::size_t size = kLengths[kind & 7];
  taint_unless_agreed();
  const End end = kEnds[kind >> 3 & 3];
  Buffer wire =
      test::subpacket_in(style_, content_of_file(file_).slice(place_, size), end, escapes_);
  place_ += size;
  frame_open_ = frame_open_ && (end == End::go_on || end == End::ack_go_on);
  if ((kind & 0xe0) == 0x20) {
    taint_unless_crc32();
    wire[input_.word() % wire.size()] ^= static_cast<std::byte>(1u << input_.below(8));
  } else if ((kind & 0xe0) == 0x40) {
    taint_unless_crc32();
    wire.resize(1 + input_.word() % (wire.size() - 1));
  } else if ((kind & 0xe0) == 0x60) {
    taint();
    return;  // lost whole
  }
  say(wire);
}

// What an honest sender does: data from where the receiver is, several subpackets, perhaps the end.
void SessionScript::say_stretch() {
  const unsigned kind = input_.byte();
  taint_unless_agreed();
  const std::uint64_t here = session_->session().status().reached.value();
  say_usual_header(Frame::zdata, static_cast<std::uint32_t>(here));
  const std::uint64_t size = size_of_file(file_);
  for (unsigned count = 1 + (kind & 15); count > 0 && place_ < size; --count) {
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(500, size - place_));
    const End end = place_ + length == size ? End::end : count == 1 ? End::ack_wait : End::go_on;
    const Buffer data = content_of_file(file_).slice(place_, length);
    place_ += length;
    frame_open_ = end == End::go_on;
    say(test::subpacket_in(style_, data, end, escapes_));
  }
  if ((kind & 16) != 0 && place_ >= size) {
    say_usual_header(Frame::zeof, static_cast<std::uint32_t>(size));
  }
}

void SessionScript::say_again() {
  taint();
  const Buffer again = latest_;
  for (unsigned count = 1 + input_.below(4); count > 0; --count) {
    say(again);
  }
}

Style SessionScript::any_style() {
  return static_cast<Style>(test::kStyleLetters[input_.below(test::kStyleLetters.size())]);
}

std::uint32_t SessionScript::any_place() {
  const TransferStatus status = session_->session().status();
  const auto here = static_cast<std::uint32_t>(status.reached.value());
  switch (input_.below(8)) {
    case 0:
      return 0;
    case 1:
      return input_.number();
    case 2:
      return static_cast<std::uint32_t>(size_of_file(file_));
    case 3:
      return static_cast<std::uint32_t>(status.confirmed.value());
    case 4:
      return here - input_.byte();
    case 5:
      return here + input_.byte();
    case 6:
      return static_cast<std::uint32_t>(place_);
    default:
      return here;
  }
}

// --- the host ---

void SessionScript::answer() {
  test::MemoryHost& host = session_->host();
  const auto& files = host.incoming();
  const bool has_file = !files.empty() && !files.back().outcome;
  const unsigned kind = input_.byte();
  switch (kind % 8) {
    case 0:
      if (has_file && !files.back().accepted) {
        host.accept((kind & 8) != 0 ? input_.word() : 0, session_->now());
      }
      break;
    case 1:
      if (has_file) {
        session_->session().skip(files.back().id, session_->now());
      }
      break;
    case 2:
      host.commit_all(session_->now());
      break;
    case 3:
      if (has_file && files.back().accepted) {
        host.commit(input_.byte(), session_->now());
      }
      break;
    case 4:
      if (has_file && files.back().ended) {
        host.save(session_->now());
      }
      break;
    case 5:
      host.provide(session_->now());
      break;
    case 6:
      if (has_file) {
        session_->session().request_checksum(files.back().id, input_.word(), session_->now());
      }
      break;
    default:
      if (has_file && (kind & 8) != 0) {
        session_->session().sink_failed(files.back().id, session_->now());
      } else {
        session_->session().skip(session_->session().status().file, session_->now());
      }
      break;
  }
  session_->pump();
}

// Bytes that nobody asked for, too few of them, or the word that there are none.
void SessionScript::lend_wrongly() {
  Session& session = session_->session();
  const FileId file = session.status().file;
  const FileOffset at{any_place()};
  const unsigned kind = input_.byte();
  if ((kind & 7) == 7) {
    session.source_failed(file, session_->now());
  } else if (role_ == Role::sends && !session_->host().wanted().empty() && (kind & 1) != 0) {
    const FileWanted wanted = session_->host().wanted().front();
    const Buffer few = Buffer(lent_.begin(), lent_.begin() + (kind >> 3));
    if (few.size() < wanted.length) {
      session.provide(wanted.id, wanted.offset, Bytes(lent_).first(few.size()), session_->now());
    }
  } else if ((kind & 2) != 0) {
    session.provide(FileId{4711}, at, lent_, session_->now());
  }
  session_->pump();
}

void SessionScript::pass_time() {
  constexpr std::array<Duration, 8> kSteps = {1ms, 10ms, 100ms, 500ms, 1s, 3s, 11s, 130s};
  session_->passes(kSteps[input_.below(kSteps.size())]);
}

// --- what must hold ---

void SessionScript::taint() {
  for (const test::IncomingFile& file : session_->host().incoming()) {
    if (!file.outcome) {
      tainted_.insert(file.id);
    }
  }
}

// An honest sender sends no data of a file whose offer has not been answered.
void SessionScript::taint_unless_agreed() {
  const auto& files = session_->host().incoming();
  if (files.empty() || files.back().name != name_of_file(file_)) {
    taint();
  }
}

// 16 bits of a checksum agree by chance often enough for a fuzzer to find it.
void SessionScript::taint_unless_crc32() {
  if (test::crc_bits(style_) == 16) {
    taint();
  }
}

void SessionScript::observe() {
  const TransferStatus status = session_->session().status();
  if (status.active) {
    ASSERT_LE(status.confirmed, status.reached);
  }
  tap_->sees(session_->said_bytes());
  session_->heard();
  if (!status.active) {
    tap_->forgets_frame();
  }
  ASSERT_EQ(tap_->mislabelled_bytes(), 0u);
  ASSERT_EQ(tap_->false_ends(), 0u);
  // An attention string is sent back as it came.
  if (role_ == Role::sends || !has_attention_) {
    ASSERT_EQ(tap_->bad_frames(), 0u);
    if (!terminal_ && !typed_) {
      ASSERT_EQ(tap_->stray_text(), "");
    }
  }
  // The host's copies of everything said, its log and its screen come to a few times what was said.
  ASSERT_LT(heap_in_use(), heap_before_ + (std::size_t{512} << 10) + 8 * said_bytes_);
}

// The host answers everything, the peer says nothing more: it ends.
void SessionScript::finish() {
  test::MemoryHost& host = session_->host();
  HostPolicy& policy = host.policy();
  policy.commits = policy.saves = policy.provides = true;
  policy.on_offer = {};
  session_->allow(test::kUnlimited);
  for (int turn = 0; turn < 4; ++turn) {
    const auto& files = host.incoming();
    if (!files.empty() && !files.back().outcome) {
      if (!files.back().accepted) {
        host.accept(0, session_->now());
      }
      host.commit_all(session_->now());
      session_->pump();
      if (files.back().ended && !files.back().outcome) {
        host.save(session_->now());
      }
    }
    host.provide(session_->now());
    session_->pump();
  }
  session_->passes(test::longest_transfer(TimingConfig{}, 5));
  if (terminal_ && session_->session().status().active) {
    session_->cancels();  // a board that waits for files that the person never chooses
    session_->passes(1min);
  }
  observe();
  ASSERT_FALSE(session_->session().status().active) << session_->tells();
  ASSERT_EQ(session_->session().deadline(), kNever);
  for (const test::IncomingFile& file : host.incoming()) {
    ASSERT_TRUE(file.outcome.has_value()) << file.name;
    for (unsigned number = 0; number < 16; ++number) {
      if (file.name == name_of_file(number) && !tainted_.contains(file.id)) {
        ASSERT_EQ(content_of_file(number).differences(file.from, file.bytes), 0u) << file.name;
      }
    }
  }
}

}  // namespace boardwalk::fuzz
