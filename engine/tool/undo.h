// What must be put back however the program ends: the terminal's modes, and the flags of
// descriptors that other programs share. (A partly received file is meant to stay: see
// partial_file.h.)
//
// One list for the whole process, in static storage, undone with async-signal-safe calls only, so
// that a signal handler can do it too. Knows nothing of lines, files or transfers.
#pragma once

#include <termios.h>

namespace boardwalk::tool::undo {

// Each registers one thing; call before the change is made. At most two terminals and four sets
// of flags are ever needed (stdin and stdout); more are refused with false.
[[nodiscard]] bool remember_terminal(int descriptor, const termios& modes);
[[nodiscard]] bool remember_flags(int descriptor, int flags);

// Puts the terminals and flags back once; later calls do nothing until something new is
// remembered. `drain`: let what was written to the terminal reach it first.
enum class Output { drain, leave };
void restore_line(Output output);

}  // namespace boardwalk::tool::undo
