// What settings do to whole transfers: the page's own about existing files, and those of the engine on
// either side. The real engine in WebAssembly is on both (testing/world.ts).
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

import createBoardwalkEngine from 'boardwalk-engine';
import { afterEach, expect, test } from 'vitest';

import { crc32Of } from '../files/crc32.ts';
import type { ExistingFile } from '../files/sink.ts';
import { DEFAULT_SETTINGS, type TransferSettings } from '../protocol/transfer_settings.ts';
import { MemorySource } from './testing/memory_files.ts';
import { World, type Side } from './testing/world.ts';

const module = await createBoardwalkEngine({
  wasmBinary: readFileSync(
    new URL('../../../build/wasm/wasm/boardwalk_engine.wasm', import.meta.url),
  ),
});

const MIB = 1024 * 1024;

let world: World;
const begin = () => (world = new World(module));
// The heap has room for a few ports only.
async function release(): Promise<void> {
  world.page.release();
  world.board.release();
  await world.settle();
}
afterEach(release);

const digest = (bytes: Uint8Array | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
const ended = (side: Side) => () => side.all('transferEnded').length > 0;

/** What a page that has `A.BIN` does with one that the board sends. */
async function sendsAnother(
  settings: Partial<TransferSettings>,
  wish: Partial<TransferSettings>,
  ours: Partial<ExistingFile> = {},
) {
  const { page, board } = begin();
  page.settings = { ...DEFAULT_SETTINGS, ...settings };
  board.settings = { ...DEFAULT_SETTINGS, ...wish };
  const file = { size: 1000, modified: 5000, crc32: () => Promise.resolve(1), ...ours };
  page.store.existing = new Map([['A.BIN', file]]);
  world.connect();
  const bytes = randomBytes(1000);
  board.uploads.add(1, new MemorySource('A.BIN', bytes, 5000));
  board.session?.startTransfer('upload');
  await world.until(() => ended(page)() && ended(board)());
  await release();
  return { page, board, bytes, row: page.row('A.BIN') };
}

test.each([
  ['keep-both', 'beside'],
  ['overwrite', 'replace'],
] as const)('with “%s” a second file of a name goes %s', async (existingFiles, placement) => {
  const { page, bytes, row } = await sendsAnother({ existingFiles }, { management: 'protect' });
  expect(row?.state).toBe('done');
  expect(page.store.placements).toEqual([placement]);
  expect(digest(page.store.sinks[0]?.bytes)).toBe(digest(bytes));
});

test('with “skip” a second file of a name is left out, and the row says why', async () => {
  const { page, board, row } = await sendsAnother({ existingFiles: 'skip' }, {});
  expect(row).toMatchObject({
    state: 'skipped',
    message: 'You have a file of this name already.',
    place: null,
  });
  expect(page.store.sinks).toEqual([]);
  expect(board.row('A.BIN')?.state).toBe('skipped');
});

test('with “sender” the board’s wish is obeyed', async () => {
  const existingFiles = 'sender';
  const protect = await sendsAnother({ existingFiles }, { management: 'protect' });
  expect(protect.row?.state).toBe('skipped');
  expect(protect.row?.message).toMatch(/asks to leave it/);
  const newer = await sendsAnother({ existingFiles }, { management: 'newer' }, { modified: 4999 });
  expect(newer.row?.state).toBe('done');
  expect(newer.page.store.placements).toEqual(['replace']);
  const append = await sendsAnother({ existingFiles }, { management: 'append' });
  expect(append.page.store.placements).toEqual(['append']);
});

test('with “sender” files are compared by checksum when the board asks for that', async () => {
  const wish = { management: 'checksum' } as const;
  const sender = { existingFiles: 'sender' } as const;
  const other = await sendsAnother(sender, wish);
  expect(other.page.store.placements).toEqual(['replace']);
  const { page, board } = begin();
  const bytes = randomBytes(300_000);
  page.settings = { ...DEFAULT_SETTINGS, ...sender };
  board.settings = { ...DEFAULT_SETTINGS, ...wish };
  const crc32 = () => crc32Of(new Blob([bytes]));
  page.store.existing = new Map([['A.BIN', { size: bytes.length, modified: 1, crc32 }]]);
  world.connect();
  world.offer({ 'A.BIN': bytes, 'B.BIN': bytes });
  await world.until(ended(page));
  expect(page.row('A.BIN')).toMatchObject({
    state: 'skipped',
    message: 'You have exactly this file already.',
  });
  expect(page.row('B.BIN')?.state).toBe('done');
});

test('files that are missing here are left out if the board asks for that', async () => {
  const { page, board } = begin();
  page.settings = { ...DEFAULT_SETTINGS, existingFiles: 'sender' };
  board.settings = { ...DEFAULT_SETTINGS, skipIfMissing: true };
  page.store.existing = new Map();
  world.connect();
  world.offer({ 'A.BIN': randomBytes(10) });
  await world.until(ended(page));
  expect(page.row('A.BIN')?.state).toBe('skipped');
  expect(page.row('A.BIN')?.message).toMatch(/only to those who have/);
});

test('a row says how the file travels', async () => {
  const { page, board } = begin();
  page.settings = { ...DEFAULT_SETTINGS, crc: 16, escapeControls: true };
  board.settings = { ...DEFAULT_SETTINGS, largestBlock: 4096 };
  world.connect();
  world.offer({ 'A.BIN': randomBytes(MIB) });
  await world.until(() => ended(page)() && ended(board)());
  for (const side of [page, board]) {
    const line = side.row('A.BIN')?.line;
    expect(line).toMatchObject({ crc: 16, mode: 'plain', escapesControls: true });
    // The last block of a turn, which is what is seen, may be shorter than the largest.
    expect(line?.block).toBeGreaterThan(1024);
    expect(line?.block).toBeLessThanOrEqual(4096);
  }
});
