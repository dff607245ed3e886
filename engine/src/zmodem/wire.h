// The bytes of ZMODEM that have a meaning, and the only home of its Z names. Sections refer to
// Forsberg's "The ZMODEM Inter Application File Transfer Protocol" (1988).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace boardwalk::zmodem {

inline constexpr std::byte kPad{0x2a};     // ZPAD
inline constexpr std::byte kEscape{0x18};  // ZDLE, the same byte as CAN
inline constexpr std::byte kBackspace{0x08};
inline constexpr std::byte kXon{0x11};
inline constexpr std::byte kCarriageReturn{0x0d};
inline constexpr std::byte kLineFeed{0x0a};
// Ends a hex header since 1988; zmodem.js looks for it before it looks for 0x0a.
inline constexpr std::byte kHexLineFeed{0x8a};

inline constexpr unsigned kCancelRun = 5;       // CANs in a row that end a session (section 7.4)
inline constexpr unsigned kCancelSent = 8;      // CANs we send
inline constexpr unsigned kBackspaceSent = 10;  // and the backspaces that wipe them off a screen

// What follows the escape byte at the start of a header (section 7.3).
inline constexpr std::byte kStyleBinary16{0x41};  // ZBIN
inline constexpr std::byte kStyleHex{0x42};       // ZHEX
inline constexpr std::byte kStyleBinary32{0x43};  // ZBIN32
inline constexpr std::byte kStyleRle32{0x44};     // ZBINR32
// The same with a parameter count (Forsberg's rzsz).
inline constexpr std::byte kStyleVariable16{0x61};     // ZVBIN
inline constexpr std::byte kStyleVariableHex{0x62};    // ZVHEX
inline constexpr std::byte kStyleVariable32{0x63};     // ZVBIN32
inline constexpr std::byte kStyleVariableRle32{0x64};  // ZVBINR32
// Omen's; they have a parameter count too.
inline constexpr std::byte kStyleSevenBit{0x31};  // ESC8
inline constexpr std::byte kStylePacked{0x32};    // Pack-7
inline constexpr std::byte kStyleTurbo{0x33};     // MobyTurbo
// What is added to the parameter count of the first two, to make it printable.
inline constexpr unsigned kPrintableCount = 0x22;
// Never sent: the checksum of Omen's headers covers it behind the parameters.
inline constexpr std::string_view kHeaderSalt =
    "Copyright 1989 Omen Technology INC All Rights Reserved";

// Most parameters of a variable-length header (ZMAXHLEN).
inline constexpr std::size_t kMostParams = 16;

// What follows the escape byte for two values that have names of their own.
inline constexpr std::byte kEscapedDelete{0x6c};  // ZRUB0 = 0x7f
inline constexpr std::byte kEscapedFf{0x6d};      // ZRUB1 = 0xff

// How a data subpacket ends (section 7.4).
enum class SubpacketEnd : std::uint8_t {
  frame_ends = 0x68,     // ZCRCE: a header follows, no answer
  goes_on = 0x69,        // ZCRCG: more data follows, no answer
  ack_and_go_on = 0x6a,  // ZCRCQ: more data follows, answer with the position
  ack_then_wait = 0x6b,  // ZCRCW: a header follows after the answer
};

enum class FrameType : std::uint8_t {
  request_init = 0,   // ZRQINIT    sender: are you there?
  init = 1,           // ZRINIT     receiver: here, and this is what I can do
  sender_init = 2,    // ZSINIT     sender: attention string, escapes
  ack = 3,            // ZACK
  file = 4,           // ZFILE      sender: a file
  skip = 5,           // ZSKIP
  nak = 6,            // ZNAK
  abort = 7,          // ZABORT
  finish = 8,         // ZFIN
  reposition = 9,     // ZRPOS      receiver: go on from here
  data = 10,          // ZDATA      sender: data from here
  end_of_file = 11,   // ZEOF
  file_error = 12,    // ZFERR
  checksum = 13,      // ZCRC
  challenge = 14,     // ZCHALLENGE
  command_done = 15,  // ZCOMPL
  cancelled = 16,     // ZCAN       (never on the wire)
  free_count = 17,    // ZFREECNT
  command = 18,       // ZCOMMAND
  message = 19,       // ZSTDERR
};

// Receiver's abilities in the last parameter (ZF0) of `init`.
inline constexpr std::uint8_t kCanFullDuplex = 0x01;   // CANFDX
inline constexpr std::uint8_t kCanOverlapDisk = 0x02;  // CANOVIO
inline constexpr std::uint8_t kCanRunLength = 0x08;    // CANRLE
inline constexpr std::uint8_t kCanCrc32 = 0x20;        // CANFC32
inline constexpr std::uint8_t kEscapeControls = 0x40;  // ESCCTL; TESCCTL in `sender_init`
inline constexpr std::uint8_t kEscapeEighth = 0x80;    // ESC8; TESC8 in `sender_init`
// The same in the parameter before it (ZF1).
inline constexpr std::uint8_t kCanVariable = 0x01;  // CANVHDR
inline constexpr std::uint8_t kCanHoles = 0x20;     // ours: docs/decisions/0007

// What a sender says in ZF3 of `request_init` and of `file`.
inline constexpr std::uint8_t kVariableAbility = 0x80;  // in `request_init`
inline constexpr std::uint8_t kFileVariable = 0x01;     // ZCANVHDR, in `file`
inline constexpr std::uint8_t kFileTurbo = 0x04;        // offers MobyTurbo, in `file`
inline constexpr std::uint8_t kFileHoles = 0x20;        // ours: sends holes again, in `file`
// In ZF2 of `file`: its data may come with runs as counts (ZTRLE).
inline constexpr std::uint8_t kTransportRunLength = 3;
// In ZF1 of `file`, beside a value of Management (config.h): ZMSKNOLOC.
inline constexpr std::uint8_t kSkipIfMissing = 0x80;
inline constexpr std::uint8_t kManagementMask = 0x1f;

// Sent raw before a `file` that offers MobyTurbo: if all of it arrives, the line is transparent.
inline constexpr std::array<std::byte, 5> kTurboProbe{
    std::byte{0x23}, std::byte{0xc1}, std::byte{0xd4}, std::byte{0x93}, std::byte{0x11}};

// The seventh parameter of a variable `reposition`: what the data shall look like.
inline constexpr std::size_t kPositionFlags = 6;
inline constexpr std::uint8_t kWantTurbo = 0x01;
inline constexpr std::uint8_t kWantPacked = 0x02;
inline constexpr std::uint8_t kWantRunLength = 0x04;
inline constexpr std::uint8_t kWantHole = 0x20;  // ours: only up to the position in params 7..10

// Most data in one subpacket: 1024 in the standard, 8192 in what everybody sends today.
inline constexpr std::size_t kMaxSubpacket = 8192;
// An attention string, with the NUL that ends it (section 11.3).
inline constexpr std::size_t kLongestAttention = 32;
inline constexpr std::byte kAttentionBreak{0xdd};  // in it: send a break signal
inline constexpr std::byte kAttentionPause{0xde};  // in it: wait a second
// File information and other small blocks.
inline constexpr std::size_t kMaxInfo = 1024;
// A receiver that does not know how much room its disk has answers this (section 11.11).
inline constexpr std::uint32_t kFreeSpaceUnknown = 0xffffffff;

}  // namespace boardwalk::zmodem
