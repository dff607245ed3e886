// What must be put back however the program ends: the terminal's modes, the flags of descriptors
// that other programs share, a partly received file.
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

// One partial file at a time, named relative to an open folder. The name is copied; a name longer
// than 63 bytes is not a partial file of ours.
void remember_partial(int folder, const char* name);
void forget_partial();

// Puts the terminals and flags back once; later calls do nothing until something new is
// remembered. `drain`: let what was written to the terminal reach it first.
enum class Output { drain, leave };
void restore_line(Output output);

// Removes the partial file, if there is one.
void remove_partial();

}  // namespace boardwalk::tool::undo
