// The text of `boardwalk --help`: every option in option_rules.cc, and nothing else.
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
  --segmented        wait for the receiver's answer after each block
  --manage M         ask the receiver what to do with a file that is there: newer-or-longer, crc
                     (if it differs), append, clobber, newer, different, protect, change (its name)
  --skip-missing     ask the receiver to leave out files that are not there already
  --text             ask the receiver to convert line ends to its own
  --resume           ask the receiver to continue interrupted files
  A file that is missing or unreadable is named and left out; the others are sent; the exit
  status is then 5.

Receiving
  NAME               store the first file under this name; any further file keeps its own
  --dir DIR          the folder for the files (default: the current one)
  --on-exists WHAT   for a name that is taken: rename (default: keep both), overwrite, skip or
                     resume (continue it if it is the beginning of the file, else keep both)
  --manage M, --skip-missing
                     as for sending; what the sender asks for counts only without these
  --text             CR LF becomes LF, a ^Z ends the file; not if the sender says it is binary
  --resume           continue interrupted files (NAME.part, or a shorter NAME) if the sender's
                     checksum of what is here agrees; skip complete ones
  --buffer N         have the sender wait after every N bytes, 256 to 65535
  --restrict         names are reduced to a safe base name inside DIR (default)
  --allow-subfolders keep safe relative folders of the names inside DIR, and make them
  Files appear under their name when they are complete. What there is of an interrupted one stays
  in NAME.part. The time of the last change and the permissions (less your umask) are kept.

Both
  --protocol zmodem  the protocol (default)
  --crc 16|32        the check the sender may use, or the receiver offers (default 32)
  --escape-control   no control character on the line
  --escape-8th       no byte above 0x7F on the line
  --pack7            nothing but printable characters on the line, five for four bytes
  --turbo            nothing is escaped that need not be, for lines that let everything through
  --rle              runs of a byte are sent as a count
  --variable-headers headers of variable length
                     These six: the receiver asks, the sender obeys; a sender offers what it can.
  --telnet           the line is telnet: 0xFF is doubled, commands are answered
  --listen HOST:PORT, --connect HOST:PORT
                     TCP instead of stdin/stdout; listening takes one connection, port 0 is any
  --timeout S        wait S seconds for each answer (default 10), six times as long for the first
  --retries N        give up after N failures in a row (default 10)
  --min-rate BPS     give up when fewer bytes than that come per second, on average ...
  --min-rate-seconds S  ... over S seconds (default 120)
  --stop-at WHEN     give up at HH:MM, or after +SECONDS
  --json             events as JSON on stderr, one object a line (with --quiet: no progress)
  --quiet            errors only           --verbose   every step
  --log FILE         append every step to FILE
  Without these: a progress line, if stderr is a terminal. Nothing but the protocol is ever
  written to stdout. A command that the other side asks for is never run.

Exit status
  0 every file complete    1 some file skipped or failed    2 wrong usage
  3 cancelled (by either side, by --min-rate or --stop-at)
  4 link lost or peer silent    5 local file error
)";
}

}  // namespace boardwalk::tool
