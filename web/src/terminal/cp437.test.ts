import { expect, test } from 'vitest';

import { encodeCp437, GLYPHS } from './cp437.ts';

test('no two codes but NUL look the same: 255 different characters', () => {
  expect(new Set(GLYPHS.subarray(1)).size).toBe(255);
});

test('every byte of the upper half comes back from its glyph', () => {
  for (let code = 0x80; code < 0x100; ++code) {
    const { bytes, lost } = encodeCp437(String.fromCharCode(GLYPHS[code] ?? 0));
    expect([...bytes]).toEqual([code]);
    expect(lost).toBe('');
  }
});

test('keys and control characters are sent as they are', () => {
  expect([...encodeCp437('a\r\x1b[A\x03\x7f').bytes]).toEqual([
    0x61, 0x0d, 0x1b, 0x5b, 0x41, 0x03, 0x7f,
  ]);
});

test('a letter with a separate accent is the one character that the code page has', () => {
  expect([...encodeCp437('a\u0308').bytes]).toEqual([0x84]);
});

test('quotation marks and dashes of word processors become the typewriter ones', () => {
  expect(new TextDecoder().decode(encodeCp437('“it’s – fine…”').bytes)).toBe('"it\'s - fine..."');
});

test('what the code page lacks is a question mark, and is told', () => {
  expect(encodeCp437('日 ok 🐚')).toEqual({
    bytes: new TextEncoder().encode('? ok ?'),
    lost: '日🐚',
  });
});

test('a glyph whose code would act as a control character is not sent as that', () => {
  expect(encodeCp437('♥').lost).toBe('♥');
});
