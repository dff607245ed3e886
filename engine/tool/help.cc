// The text of `boardwalk --help`: every option that command_line.cc obeys, and nothing else.
#include "tool/command_line.h"

namespace boardwalk::tool {

std::string_view help_text() {
  return R"(boardwalk - send and receive files by ZMODEM over stdin/stdout, a terminal or TCP

  boardwalk send    [options] FILE...
  boardwalk receive [options] [--dir DIR] [NAME]
  boardwalk --version | --help

Sending
  --block N          largest data block, 128 to 8192 (default 1024); starts at 1024 and grows,
                     unless given twice
  --block-start N    the first block's size
  --window N         at most N bytes that the receiver has not acknowledged (default: no limit)
  A file that is missing or unreadable is named and left out; the others are sent; the exit
  status is then 5.

Receiving
  NAME               store the first file under this name; any further file keeps its own
  --dir DIR          the folder for the files (default: the current one)
  --on-exists WHAT   for a name that is taken: rename (default: keep both), overwrite or skip
  --restrict         names are reduced to a safe base name inside DIR (always on)
  Files appear under their name when they are complete; an interrupted one is removed. The time
  of the last change and the permissions (less your umask) are kept.

Both
  --protocol zmodem  the protocol (default)
  --crc 16|32        the check the sender may use, or the receiver offers (default 32)
  --telnet           the line is telnet: 0xFF is doubled, commands are answered
  --listen HOST:PORT, --connect HOST:PORT
                     TCP instead of stdin/stdout; listening takes one connection, port 0 is any
  --timeout S        wait S seconds for each answer (default 10), six times as long for the first
  --retries N        give up after N failures in a row (default 10)
  --json             events as JSON on stderr, one object a line (with --quiet: no progress)
  --quiet            errors only           --verbose   every step
  --log FILE         append every step to FILE
  Without these: a progress line, if stderr is a terminal. Nothing but the protocol is ever
  written to stdout. A command that the other side asks for is never run.

Exit status
  0 every file complete    1 some file skipped or failed    2 wrong usage
  3 cancelled, here or by the other side    4 link lost or peer silent    5 local file error
)";
}

}  // namespace boardwalk::tool
