// Every wish of a board about a file that is there already, under every setting of the person's.
import { describe, expect, test } from 'vitest';

import type { ExistingFile, Found } from '../files/sink.ts';
import { EXISTING_FILES } from '../protocol/transfer_settings.ts';
import { compared, verdictOn, type Wish } from './existing_files.ts';

const OURS: ExistingFile = { size: 100, modified: 5000, crc32: () => Promise.resolve(1) };
const THERE: Found = { kind: 'there', file: OURS };
const ABSENT: Found = { kind: 'absent' };
const UNKNOWN: Found = { kind: 'unknown' };

function wish(change: Partial<Wish> = {}): Wish {
  return { management: 'unspecified', skipIfMissing: false, size: 100, modified: 5000, ...change };
}

/** The verdict in one word. */
function word(setting: (typeof EXISTING_FILES)[number], asked: Wish, found: Found): string {
  const verdict = verdictOn(setting, asked, found);
  return verdict.kind === 'receive' ? verdict.placement : verdict.kind;
}

test.each(EXISTING_FILES)('a file that is not there is received (%s)', (setting) => {
  expect(word(setting, wish({ management: 'protect' }), ABSENT)).toBe('beside');
});

test.each(EXISTING_FILES)('where nobody can look, both are kept (%s)', (setting) => {
  const asked = wish({ management: 'overwrite', skipIfMissing: true });
  expect(word(setting, asked, UNKNOWN)).toBe('beside');
});

test('the person’s own setting comes before the board’s wish', () => {
  const asked = wish({ management: 'protect' });
  expect(word('keep-both', asked, THERE)).toBe('beside');
  expect(word('overwrite', asked, THERE)).toBe('replace');
  expect(word('skip', wish({ management: 'overwrite' }), THERE)).toBe('skip');
  expect(word('keep-both', wish({ skipIfMissing: true }), ABSENT)).toBe('beside');
});

describe('as the board wishes', () => {
  const by = (management: Wish['management'], change: Partial<Wish> = {}) =>
    word('sender', wish({ management, ...change }), THERE);

  test('files that are not there are left out only when it asks for that', () => {
    expect(word('sender', wish({ skipIfMissing: true }), ABSENT)).toBe('skip');
    expect(word('sender', wish({ skipIfMissing: true }), THERE)).toBe('beside');
  });

  test.each([
    ['unspecified', 'beside'],
    ['rename', 'beside'],
    ['overwrite', 'replace'],
    ['append', 'append'],
    ['protect', 'skip'],
  ] as const)('%s: %s', (management, expected) => {
    expect(by(management)).toBe(expected);
  });

  test.each([
    ['newer', { modified: 5001 }, 'replace'],
    ['newer', { modified: 5000 }, 'skip'],
    ['newer', { modified: 4999, size: 200 }, 'skip'],
    ['newer', { modified: 0 }, 'beside'],
    ['newer_or_longer', { modified: 5001, size: 1 }, 'replace'],
    ['newer_or_longer', { modified: 4999, size: 101 }, 'replace'],
    ['newer_or_longer', { modified: 0, size: 101 }, 'replace'],
    ['newer_or_longer', { modified: 4999, size: 100 }, 'skip'],
    ['newer_or_longer', { modified: 0, size: 100 }, 'beside'],
    ['newer_or_longer', { modified: 4999, size: null }, 'beside'],
    ['different', { modified: 4999 }, 'replace'],
    ['different', { size: 99 }, 'replace'],
    ['different', { modified: 0, size: 99 }, 'replace'],
    ['different', {}, 'skip'],
    ['different', { modified: 0 }, 'beside'],
    ['different', { size: null }, 'beside'],
    ['checksum', { size: 99 }, 'replace'],
    ['checksum', { modified: 1 }, 'compare'],
    ['checksum', { size: null }, 'compare'],
  ] as const)('%s with %o: %s', (management, change, expected) => {
    expect(by(management, change)).toBe(expected);
  });

  test('a reason for leaving out is a sentence', () => {
    const verdict = verdictOn('sender', wish({ management: 'protect' }), THERE);
    expect(verdict).toMatchObject({
      kind: 'skip',
      why: expect.stringMatching(/^You have .+\.$/) as string,
    });
  });
});

test('checksums: equal is left out, different replaces, unknown keeps both', () => {
  expect(compared(7, 7)).toMatchObject({ kind: 'skip' });
  expect(compared(7, 8)).toEqual({ kind: 'receive', placement: 'replace' });
  expect(compared(7, null)).toEqual({ kind: 'receive', placement: 'beside' });
  expect(compared(null, 7)).toEqual({ kind: 'receive', placement: 'beside' });
});
