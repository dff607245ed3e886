// What a key sends to a board: the codes of PC terminal programs (CTerm), where xterm.js would send
// those of a VT. Letters, Enter, Ctrl- and Alt-combinations are left to xterm.js, which has them right.
//
// Pure functions over what a KeyboardEvent says.

export interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

const CODES: ReadonlyMap<string, string> = new Map([
  ['Backspace', '\b'],
  ['Delete', '\x7f'],
  ['Escape', '\x1b'],
  ['Enter', '\r'],
  ['Tab', '\t'],
  ['ArrowUp', '\x1b[A'],
  ['ArrowDown', '\x1b[B'],
  ['ArrowRight', '\x1b[C'],
  ['ArrowLeft', '\x1b[D'],
  ['Home', '\x1b[H'],
  ['End', '\x1b[K'],
  ['PageUp', '\x1b[V'],
  ['PageDown', '\x1b[U'],
  ['Insert', '\x1b[@'],
  ['F1', '\x1b[11~'],
  ['F2', '\x1b[12~'],
  ['F3', '\x1b[13~'],
  ['F4', '\x1b[14~'],
  ['F5', '\x1b[15~'],
  ['F6', '\x1b[17~'],
  ['F7', '\x1b[18~'],
  ['F8', '\x1b[19~'],
  ['F9', '\x1b[20~'],
  ['F10', '\x1b[21~'],
]);

/** The code of a named key (`Escape`, `ArrowUp` …), or null when it has none of its own. */
export function codeOfKey(name: string): string | null {
  return CODES.get(name) ?? null;
}

/** What `key` sends, or null where xterm.js or the browser knows better. */
export function codeOf(key: Key): string | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null;
  if (key.shiftKey) return key.key === 'Tab' ? '\x1b[Z' : null;
  return codeOfKey(key.key);
}

/** Shift+F6 leaves the terminal: Tab belongs to the board, and a keyboard must not be caught in here. */
export function isWayOut(key: Key): boolean {
  return key.key === 'F6' && key.shiftKey && !key.ctrlKey && !key.altKey && !key.metaKey;
}

/** Whether the browser's own copy or paste is meant: Ctrl-C is a board's key unless text is selected. */
export function isClipboard(key: Key, hasSelection: boolean): boolean {
  if (!(key.ctrlKey || key.metaKey) || key.altKey) return false;
  const letter = key.key.toLowerCase();
  return letter === 'v' || (letter === 'c' && (hasSelection || key.metaKey));
}
