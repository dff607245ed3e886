import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { expect, test } from 'vitest';

import { crc32Of } from './crc32.ts';

test.each([
  ['', 0],
  ['123456789', 0xcbf43926],
])('the checksum of “%s”', async (text, expected) => {
  expect(await crc32Of(new Blob([text]))).toBe(expected);
});

test('a file of several pieces has the checksum of the whole', async () => {
  const bytes = randomBytes(9 * 1024 * 1024 + 3);
  expect(await crc32Of(new Blob([bytes]))).toBe(crc32(bytes));
});
