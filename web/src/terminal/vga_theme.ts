// The sixteen colours of a VGA in text mode, as its palette registers hold them: brown is not dark
// yellow, and "bright" adds a third of full strength to each gun.
//
// Data only.
import type { ITheme } from '@xterm/xterm';

export const VGA_THEME: ITheme = {
  background: '#000000',
  foreground: '#aaaaaa',
  cursor: '#ffffff',
  cursorAccent: '#000000',
  selectionBackground: '#5580ff80',
  black: '#000000',
  red: '#aa0000',
  green: '#00aa00',
  yellow: '#aa5500',
  blue: '#0000aa',
  magenta: '#aa00aa',
  cyan: '#00aaaa',
  white: '#aaaaaa',
  brightBlack: '#555555',
  brightRed: '#ff5555',
  brightGreen: '#55ff55',
  brightYellow: '#ffff55',
  brightBlue: '#5555ff',
  brightMagenta: '#ff55ff',
  brightCyan: '#55ffff',
  brightWhite: '#ffffff',
};
