// Answers to what boards ask the terminal (device status reports), where xterm.js would answer as a VT:
// a cursor that waits behind column 80 is in column 80, and 255n asks for the size of the screen.
//
// Registers handlers with xterm.js's parser; a reply goes to the function given.
import type { Terminal } from '@xterm/xterm';

import type { Holding } from '../base/lifecycle.ts';

/** Answers CSI 5n, 6n and 255n of `terminal` through `reply` until disposed of. */
export function answerReports(terminal: Terminal, reply: (text: string) => void): Holding {
  return terminal.parser.registerCsiHandler({ final: 'n' }, (parameters) => {
    const { cursorX, cursorY } = terminal.buffer.active;
    const { cols, rows } = terminal;
    const asked = parameters[0];
    if (asked === 5) reply('\x1b[0n');
    if (asked === 6) reply(`\x1b[${cursorY + 1};${Math.min(cursorX + 1, cols)}R`);
    if (asked === 255) reply(`\x1b[${rows};${cols}R`);
    // Unknown questions stay unanswered: an answer that a board does not expect is typed text.
    return true;
  });
}
