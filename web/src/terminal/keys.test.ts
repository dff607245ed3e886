import { expect, test } from 'vitest';

import { codeOf, isClipboard, isWayOut, type Key } from './keys.ts';

function key(name: string, held: Partial<Key> = {}): Key {
  return {
    key: name,
    ctrlKey: false,
    altKey: false,
    shiftKey: false,
    metaKey: false,
    ...held,
  };
}

test.each([
  ['Enter', '\r'],
  ['Backspace', '\b'],
  ['Delete', '\x7f'],
  ['Escape', '\x1b'],
  ['Tab', '\t'],
  ['ArrowUp', '\x1b[A'],
  ['Home', '\x1b[H'],
  ['End', '\x1b[K'],
  ['PageUp', '\x1b[V'],
  ['PageDown', '\x1b[U'],
  ['Insert', '\x1b[@'],
  ['F1', '\x1b[11~'],
  ['F6', '\x1b[17~'],
  ['F10', '\x1b[21~'],
])('%s sends %j', (name, code) => {
  expect(codeOf(key(name))).toBe(code);
});

test('Shift-Tab goes back', () => {
  expect(codeOf(key('Tab', { shiftKey: true }))).toBe('\x1b[Z');
});

test.each([
  ['a letter', key('a')],
  ['Ctrl-C', key('c', { ctrlKey: true })],
  ['Alt-Enter', key('Enter', { altKey: true })],
  ['F12, which is the browser’s', key('F12')],
  ['a key named like a property of every object', key('constructor')],
])('%s is left to xterm.js or the browser', (_, pressed) => {
  expect(codeOf(pressed)).toBeNull();
});

test('only Shift-F6 is the way out: F6 belongs to the board', () => {
  expect(isWayOut(key('F6', { shiftKey: true }))).toBe(true);
  expect(isWayOut(key('F6'))).toBe(false);
});

test('Ctrl-C copies when text is selected and is a key of the board when not', () => {
  expect(isClipboard(key('c', { ctrlKey: true }), true)).toBe(true);
  expect(isClipboard(key('c', { ctrlKey: true }), false)).toBe(false);
  expect(isClipboard(key('v', { ctrlKey: true }), false)).toBe(true);
});
