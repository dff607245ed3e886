// What a person asked for on the command line, as plain values.
//
// Knows no parsing (command_line.h does that) and no I/O. Everything in here is obeyed: an option
// that this version cannot obey is refused before it gets this far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "boardwalk/config.h"
#include "tool/stop_time.h"

namespace boardwalk::tool {

enum class Role { send, receive };

// What a receiver does with a file whose name is taken.
enum class OnExists {
  rename,     // keep both: the new one becomes "name (1).ext"
  overwrite,  // the new one takes the old one's place, once it is complete
  skip,       // keep the old one, tell the peer to go on with the next file
  resume,     // go on with it if it is the beginning of the same file, else keep both
};

// A receiver's own wishes about what is stored how; each comes before what the sender asks for.
// Nothing: the sender decides, and if it does not either, both files are kept.
struct StoragePolicy {
  std::optional<OnExists> on_exists;
  std::optional<Management> manage;  // never together with on_exists
  bool skip_missing = false;         // leave out files that are not here already
  bool resume = false;               // continue interrupted files; set by OnExists::resume too
  bool text = false;                 // convert line ends
};

enum class Subfolders {
  cut_off,  // every file lands in the folder itself
  keep,     // safe relative folders of the sender's names are kept, and made
};

enum class Verbosity { quiet, normal, verbose };

// A place to connect to or to listen at; `port` 0 lets the system choose (listening only).
struct Address {
  std::string host;
  std::uint16_t port = 0;
};

struct Options {
  Role role = Role::send;

  std::vector<std::string> files;  // send: paths as given

  std::string directory = ".";      // receive
  std::optional<std::string> name;  // receive: for the first file, instead of the peer's name
  StoragePolicy storage;            // receive
  Subfolders subfolders = Subfolders::cut_off;  // receive

  ZmodemConfig zmodem;
  TimingConfig timing;
  std::optional<StopTime> stop_at;
  bool telnet = false;

  std::optional<Address> listen;
  std::optional<Address> connect;

  Verbosity verbosity = Verbosity::normal;
  bool json = false;
  std::optional<std::string> log_file;
};

}  // namespace boardwalk::tool
