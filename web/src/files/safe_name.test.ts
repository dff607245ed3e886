// Names that boards send, and names that disks take.
import { expect, test } from 'vitest';

import { clashKey, freeName, safeName } from './safe_name.ts';

test.each([
  ['DOOR.ZIP', 'DOOR.ZIP'],
  ['a b.txt', 'a b.txt'],
  ['ÄÖü.TXT', 'ÄÖü.TXT'],
  ['|id>x', '_id_x'],
  ['a:b?.txt', 'a_b_.txt'],
  ['../up.txt', '.._up.txt'],
  ['trailing. . ', 'trailing'],
  ['', 'unnamed'],
  ['...', 'unnamed'],
  ['CON', '_CON'],
  ['con.txt', '_con.txt'],
  ['COM1.tar.gz', '_COM1.tar.gz'],
  ['COMMON.TXT', 'COMMON.TXT'],
  ['x.lnk', 'x.lnk_'],
  ['x.crswap', 'x.crswap_'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['tab\there', 'tab_here'],
])('%j is stored as %j', (name, stored) => {
  expect(safeName(name)).toBe(stored);
});

test('a long name keeps its extension and whole characters', () => {
  const stored = safeName(`${'ä'.repeat(300)}.zip`);
  expect(new TextEncoder().encode(stored).length).toBeLessThanOrEqual(200);
  expect(stored).toMatch(/^ä+\.zip$/);
  const emoji = safeName('😀'.repeat(100));
  expect(emoji).toBe('😀'.repeat(50));
});

test('a taken name gets a number before its extension', () => {
  const taken = new Set(['a.txt', 'a (2).txt', 'noext', '.profile']);
  const isTaken = (name: string) => taken.has(name);
  expect(freeName('a.txt', isTaken)).toBe('a (3).txt');
  expect(freeName('noext', isTaken)).toBe('noext (2)');
  expect(freeName('.profile', isTaken)).toBe('.profile (2)');
  expect(freeName('b.txt', isTaken)).toBe('b.txt');
});

test('names clash as they do where case does not count', () => {
  expect(clashKey('README.TXT')).toBe(clashKey('readme.txt'));
  expect(clashKey('a\u0308')).toBe(clashKey('ä'));
});
