// A session whose peer, host and clock follow the script of a fuzzer: what the peer says (raw
// bytes, or headers and subpackets that are right in form, with chosen fields), what the host
// answers and when, how much room there is, how much time passes.
//
// Whatever the script: nothing is sent but the file's own bytes under their own offsets, nothing is
// malformed, nothing is called stored before it is, no file is called complete that an honest
// sender would not recognise, the session comes to rest after every step, and once the host has
// answered everything and the peer is silent, the transfer ends. A broken promise stops the
// program.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "support/input.h"
#include "support/session_under_test.h"
#include "support/wire_tap.h"

namespace boardwalk::fuzz {

enum class Role { receives, sends };

class SessionScript {
 public:
  SessionScript(Role role, Bytes script);
  void run();

 private:
  void step();
  // The peer.
  void say(Bytes bytes);
  void say_raw(Bytes bytes);
  void hear(Bytes wire);
  void say_header();
  void say_usual_header(test::Frame type, std::uint32_t number);
  void say_offer();
  void say_data();
  void say_stretch();
  void say_again();
  test::Style any_style();
  std::uint32_t any_place();
  // The host, the person, the line.
  void answer();
  void lend_wrongly();
  void pass_time();

  void taint();
  void taint_unless_agreed();
  void taint_unless_crc32();
  void observe();
  void finish();

  Role role_;
  Input input_;
  bool telnet_ = false;
  bool terminal_ = false;
  bool typed_ = false;
  bool has_attention_ = false;  // the peer may have said what to interrupt it with
  std::unique_ptr<test::SessionUnderTest> session_;
  std::unique_ptr<test::WireTap> tap_;
  std::size_t heap_before_ = 0;
  std::size_t said_bytes_ = 0;
  std::size_t piece_ = SIZE_MAX;  // how what the peer says arrives

  // What the peer remembers.
  test::Style style_ = test::Style::hex;
  test::Escapes escapes_ = test::Escapes::standard;
  unsigned file_ = 0;        // its number; names and contents follow from it
  std::uint64_t place_ = 0;  // in that file
  bool frame_open_ = false;
  test::Buffer latest_;
  // Files about which the peer has said what no honest sender says.
  std::set<FileId> tainted_;
  test::Buffer lent_ = test::Buffer(std::size_t{64} << 10);
};

}  // namespace boardwalk::fuzz
