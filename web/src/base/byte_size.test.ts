import { expect, test } from 'vitest';

import { byteRate, byteSize, duration, percent } from './byte_size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1.0 KiB'],
  [1536, '1.5 KiB'],
  [1024 * 1024 - 1, '1.0 MiB'],
  [64 * 1024 * 1024, '64.0 MiB'],
  [2 ** 31, '2.0 GiB'],
  [2 ** 53, '8192.0 TiB'],
])('%d bytes read as "%s"', (bytes, words) => {
  expect(byteSize(bytes)).toBe(words);
});

test('a rate is a size with "/s", and a fraction of a byte is rounded', () => {
  expect(byteRate(811.6)).toBe('812 bytes/s');
});

test.each([
  [0, 'a moment'],
  [0.4, '1 s'],
  [59, '59 s'],
  [59.2, '1 min 00 s'],
  [185, '3 min 05 s'],
  [7620, '2 h 07 min'],
])('%d seconds read as "%s"', (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});

test('a file is not at 100 percent before its last byte', () => {
  expect(percent(999_999, 1_000_000)).toBe(99);
  expect(percent(1_000_000, 1_000_000)).toBe(100);
});

test('an empty file is complete from the start, and a file longer than announced does not pass 100', () => {
  expect(percent(0, 0)).toBe(100);
  expect(percent(12, 10)).toBe(100);
});
