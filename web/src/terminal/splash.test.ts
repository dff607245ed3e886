import { Terminal } from '@xterm/xterm';
import { expect, test } from 'vitest';

import { GLYPHS } from './cp437.ts';
import { splash } from './splash.ts';

test('it fills the screen without scrolling it, in characters that the font has', async () => {
  const terminal = new Terminal({ cols: 80, rows: 25 });
  await new Promise<void>((resolve) => terminal.write(splash(), resolve));
  const buffer = terminal.buffer.active;
  const rows = Array.from({ length: 25 }, (_row, at) => buffer.getLine(at)?.translateToString());
  expect(buffer.baseY).toBe(0);
  expect(rows[24]).toContain('Choose a board and connect.');
  const drawable = new Set(String.fromCharCode(...GLYPHS));
  expect([...rows.join('')].filter((glyph) => !drawable.has(glyph))).toEqual([]);
  terminal.dispose();
});
