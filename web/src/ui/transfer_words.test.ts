import { describe, expect, test } from 'vitest';

import type { TransferRow } from '../protocol/messages.ts';
import {
  amountWords,
  lineWords,
  paceWords,
  pageTitle,
  percentOf,
  renameWords,
  repairWords,
  stateWords,
} from './transfer_words.ts';

const MIB = 1024 * 1024;

function row(change: Partial<TransferRow> = {}): TransferRow {
  return {
    id: -1,
    name: 'door.zip',
    direction: 'download',
    state: 'active',
    bytes: MIB,
    size: 4 * MIB,
    speed: MIB,
    secondsLeft: 3,
    errors: 0,
    resentBytes: 0,
    finishing: false,
    message: '',
    place: 'folder',
    storedName: 'door.zip',
    line: null,
    ...change,
  };
}

test('a running row says how far, how fast and how long', () => {
  expect(amountWords(row())).toBe('1.0 MiB of 4.0 MiB');
  expect(paceWords(row())).toBe('1.0 MiB/s, 3 s left');
});

test('without a size there is no time left and no percentage', () => {
  const unknown = row({ size: null, secondsLeft: null });
  expect(amountWords(unknown)).toBe('1.0 MiB');
  expect(paceWords(unknown)).toBe('1.0 MiB/s');
  expect(percentOf(unknown)).toBeNull();
});

test('nothing moves: no speed is claimed', () => {
  expect(paceWords(row({ speed: 0, secondsLeft: null }))).toBe('');
  expect(paceWords(row({ finishing: true }))).toBe('');
});

describe('the state', () => {
  test.each<[string, Partial<TransferRow>]>([
    ['receiving', {}],
    ['sending', { direction: 'upload' }],
    ['finishing', { finishing: true }],
    ['waiting for the board', { direction: 'upload', state: 'waiting' }],
    ['complete, saved', { state: 'done' }],
    ['complete, kept in this browser', { state: 'done', place: 'staged' }],
    ['sent', { state: 'done', direction: 'upload' }],
    ['failed', { state: 'failed' }],
    ['skipped', { state: 'skipped' }],
    ['cancelled', { state: 'cancelled' }],
  ])('is "%s"', (words, change) => {
    expect(stateWords(row(change))).toBe(words);
  });

  test('"saved" is not said before the file is final', () => {
    expect(stateWords(row({ bytes: 4 * MIB, finishing: true }))).not.toContain('saved');
  });
});

test('repairs are counted in words', () => {
  expect(repairWords(row())).toBe('');
  expect(repairWords(row({ errors: 1 }))).toBe('1 error repaired');
  expect(repairWords(row({ errors: 3, resentBytes: 2048 }))).toBe(
    '3 errors repaired, 2.0 KiB sent again',
  );
});

test('a file stored under another name says which', () => {
  expect(renameWords(row())).toBe('');
  expect(renameWords(row({ storedName: 'door (2).zip' }))).toBe('as door (2).zip');
});

describe('the window’s title', () => {
  test('leads with the running file', () => {
    expect(pageTitle([row({ state: 'done' }), row({ name: 'b.arc' })], 'Pier')).toBe(
      '25 % ↓ b.arc – Pier – Boardwalk',
    );
  });

  test('is the board’s when nothing runs, and the page’s without a board', () => {
    expect(pageTitle([row({ state: 'done' })], 'Pier')).toBe('Pier – Boardwalk');
    expect(pageTitle([], '')).toBe('Boardwalk');
  });
});

test.each([
  [{}, 'CRC-32, blocks of 1024'],
  [
    { crc: 16, block: 8192, escapesControls: true },
    'CRC-16, blocks of 8192, control characters escaped',
  ],
  [{ mode: 'packed' }, 'CRC-32, blocks of 1024, Pack-7'],
  [{ mode: 'seven_bit' }, 'CRC-32, blocks of 1024, seven-bit'],
  [{ mode: 'turbo' }, 'CRC-32, blocks of 1024, MobyTurbo'],
  [{ mode: 'run_length' }, 'CRC-32, blocks of 1024, run-length'],
] as const)('how a file travels, with %o: %s', (facts, words) => {
  const line = { block: 1024, crc: 32, mode: 'plain', escapesControls: false, ...facts } as const;
  expect(lineWords(row({ line }))).toBe(words);
});

test('before the first block nothing is known of how a file travels', () => {
  expect(lineWords(row({ line: null }))).toBe('');
});
