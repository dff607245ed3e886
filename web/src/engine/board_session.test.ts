// Whole transfers without a browser: two sessions, one as the page has it and one that plays the
// board, with the real engine in WebAssembly on both sides (testing/world.ts).
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

import createBoardwalkEngine from 'boardwalk-engine';
import { afterEach, expect, test } from 'vitest';

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
afterEach(async () => {
  world.page.release();
  world.board.release();
  await world.settle();
});

const digest = (bytes: Uint8Array | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
const ended = (side: Side) => () => side.all('transferEnded').length > 0;

test('a batch of files comes in, byte for byte, each with a row that ends as done', async () => {
  const { page } = begin();
  world.connect();
  const files = {
    'EMPTY.BIN': new Uint8Array(),
    'ONE.TXT': new Uint8Array([65]),
    'BIG.ZIP': randomBytes(5 * MIB),
  };
  world.offer(files);
  await world.until(ended(page));
  for (const [index, [name, bytes]] of Object.entries(files).entries()) {
    expect(page.store.sinks[index]?.state).toBe('finished');
    expect(digest(page.store.sinks[index]?.bytes)).toBe(digest(bytes));
    expect(page.row(name)).toMatchObject({
      state: 'done',
      direction: 'download',
      bytes: bytes.length,
      size: bytes.length,
      finishing: false,
      message: '',
      place: 'folder',
      storedName: name,
    });
  }
  expect(page.all('transferEnded')).toEqual([{ type: 'transferEnded', problem: '' }]);
  expect(page.all('transferStarted')).toEqual([{ type: 'transferStarted', direction: 'download' }]);
  expect(world.board.row('BIG.ZIP')).toMatchObject({ state: 'done', bytes: 5 * MIB });
  expect(page.screen).not.toContain('\x18');
});

test('files queued before the board is called go out when it asks', async () => {
  const { page, board } = begin();
  const bytes = randomBytes(2 * MIB);
  page.uploads.add(1, new MemorySource('mine.zip', bytes));
  expect(page.row('mine.zip')?.state).toBe('waiting');
  world.connect();
  board.session?.startTransfer('download');
  await world.until(ended(page));
  expect(digest(board.store.sinks[0]?.bytes)).toBe(digest(bytes));
  expect(page.row('mine.zip')).toMatchObject({
    state: 'done',
    direction: 'upload',
    bytes: 2 * MIB,
  });
});

test('a board that asks while nothing is queued is answered once the files are chosen', async () => {
  const { page, board } = begin();
  world.connect();
  board.session?.startTransfer('download');
  await world.until(() => page.all('uploadWanted').length > 0);
  page.uploads.add(7, new MemorySource('late.txt', new Uint8Array(1000)));
  await world.until(ended(page));
  expect(page.row('late.txt')?.state).toBe('done');
  expect(page.all('uploadWanted')).toHaveLength(1);
});

test('a row is told at most ten times a second while bytes run', async () => {
  const { page } = begin();
  world.connect();
  world.offer({ 'A.BIN': randomBytes(4 * MIB) });
  await world.until(ended(page));
  // The virtual clock hardly moves, so all that is left are the changes of state.
  expect(page.all('transfer').length).toBeLessThan(10);
});

test('a slow disk holds the board back: memory stays small and no byte is lost', async () => {
  const { page } = begin();
  world.connect();
  // Each write takes as long as several messages do.
  page.store.diskTurn = () => world.settle();
  const bytes = randomBytes(16 * MIB);
  world.offer({ 'A.BIN': bytes });
  await world.until(ended(page));
  expect(digest(page.store.sinks[0]?.bytes)).toBe(digest(bytes));
  expect(page.store.sinks[0]?.mostUnwritten).toBeGreaterThan(3 * MIB - 256 * 1024);
  expect(page.store.sinks[0]?.mostUnwritten).toBeLessThan(4 * MIB);
  expect(page.wire?.timesPaused).toBeGreaterThan(0);
  expect(page.row('A.BIN')).toMatchObject({ state: 'done', errors: 0, resentBytes: 0 });
});

test('a disk that takes minutes is no silent board', async () => {
  const { page } = begin();
  world.connect();
  let write: () => void = () => undefined;
  page.store.diskTurn = () => new Promise((resolve) => (write = resolve));
  world.offer({ 'A.BIN': randomBytes(8 * MIB) });
  await world.until(() => page.wire?.paused === true);
  world.time.sleep(5 * 60_000);
  page.store.diskTurn = () => Promise.resolve();
  write();
  for (const sink of page.store.sinks) sink.unwritten = 0;
  page.session?.drawn(0);
  await world.until(ended(page));
  expect(page.row('A.BIN')).toMatchObject({ state: 'done', errors: 0 });
});

test('a machine that slept finds its transfer where it was', async () => {
  const { page } = begin();
  world.connect();
  world.offer({ 'A.BIN': randomBytes(4 * MIB) });
  await world.until(() => (page.wire?.received ?? 0) > MIB);
  world.time.sleep(10 * 60_000);
  await world.until(ended(page));
  expect(page.row('A.BIN')).toMatchObject({ state: 'done', errors: 0, resentBytes: 0 });
});

test('a line that breaks fails the file, leaves nothing behind, and the next call works', async () => {
  const { page, board } = begin();
  world.connect();
  if (page.wire !== null) page.wire.cutAfter = 2 * MIB;
  world.offer({ 'A.BIN': randomBytes(4 * MIB), 'B.BIN': randomBytes(10) });
  await world.until(() => page.ends.length > 0 && board.ends.length > 0);
  expect(page.row('A.BIN')).toMatchObject({ state: 'failed', place: null });
  expect(page.row('A.BIN')?.message).toMatch(/connection lost/i);
  expect(page.store.sinks[0]?.state).toBe('aborted');
  expect(page.all('transferEnded').at(-1)?.problem).toBe('The connection was lost.');
  expect(page.status).toBe('closed');
  expect(page.ends).toEqual([{ crashed: false }]);

  const bytes = randomBytes(100_000);
  world.connect();
  world.offer({ 'AGAIN.BIN': bytes });
  await world.until(() => page.row('AGAIN.BIN')?.state === 'done');
  expect(digest(page.store.sinks.at(-1)?.bytes)).toBe(digest(bytes));
});

test('hanging up in the middle is a clean end as well', async () => {
  const { page, board } = begin();
  world.connect();
  world.offer({ 'A.BIN': randomBytes(4 * MIB) });
  await world.until(() => (page.wire?.received ?? 0) > MIB);
  page.session?.hangUp();
  await world.until(() => board.ends.length > 0);
  expect(page.status).toBe('disconnected');
  expect(page.all('transferEnded').at(-1)?.problem).toMatch(/You hung up/);
  expect(page.row('A.BIN')?.state).toBe('failed');
  expect(page.store.sinks[0]?.state).toBe('aborted');
});

test('a file that has arrived is kept, whatever the line does while it is made final', async () => {
  const { page } = begin();
  world.connect();
  let close: () => void = () => undefined;
  page.store.closing = new Promise((resolve) => (close = resolve));
  const bytes = randomBytes(50_000);
  world.offer({ 'A.BIN': bytes });
  await world.until(() => page.row('A.BIN')?.finishing === true);
  page.session?.hangUp();
  close();
  await world.settle();
  expect(page.row('A.BIN')).toMatchObject({ state: 'done', bytes: 50_000 });
  expect(digest(page.store.sinks[0]?.bytes)).toBe(digest(bytes));
});

test('the board hears nothing good of a file before it is final', async () => {
  const { page, board } = begin();
  world.connect();
  let close: () => void = () => undefined;
  page.store.closing = new Promise((resolve) => (close = resolve));
  world.offer({ 'A.BIN': randomBytes(50_000) });
  await world.until(() => page.row('A.BIN')?.finishing === true);
  await world.settle();
  expect(board.row('A.BIN')?.state).toBe('active');
  close();
  await world.until(ended(board));
  expect(board.row('A.BIN')?.state).toBe('done');
});

test('a full disk fails the file in its own words and cancels the rest', async () => {
  const { page, board } = begin();
  world.connect();
  page.store.failAt = MIB;
  world.offer({ 'A.BIN': randomBytes(3 * MIB), 'B.BIN': randomBytes(10) });
  await world.until(() => ended(page)() && ended(board)());
  expect(page.row('A.BIN')).toMatchObject({ state: 'failed', message: 'There is no space left.' });
  expect(page.store.sinks[0]?.state).toBe('aborted');
  expect(page.all('transferEnded').at(-1)?.problem).toBe('A file could not be stored.');
  expect(board.row('A.BIN')?.state).toBe('cancelled');
  expect(page.status).toBe('connected');
});

test('a file that cannot be made final is never acknowledged', async () => {
  const { page, board } = begin();
  world.connect();
  page.store.failClose = true;
  world.offer({ 'A.BIN': randomBytes(1000) });
  await world.until(() => ended(page)() && ended(board)());
  expect(page.row('A.BIN')?.state).toBe('failed');
  expect(board.row('A.BIN')?.state).toBe('cancelled');
});

test('a source that changes while it is sent cancels, and is never padded', async () => {
  const { page, board } = begin();
  world.connect();
  const source = new MemorySource('mine.zip', randomBytes(4 * MIB));
  source.breaksAt = 2 * MIB;
  page.uploads.add(1, source);
  page.session?.startTransfer('upload');
  await world.until(() => ended(page)() && ended(board)());
  expect(page.row('mine.zip')).toMatchObject({
    state: 'failed',
    message: '“mine.zip” was changed.',
  });
  expect(board.store.sinks[0]?.state).toBe('aborted');
});

test('a cancel ends the transfer on both sides, even with a disk that hangs', async () => {
  const { page, board } = begin();
  world.connect();
  page.store.diskTurn = () => new Promise(() => undefined);
  world.offer({ 'A.BIN': randomBytes(8 * MIB) });
  await world.until(() => page.wire?.paused === true);
  page.session?.cancelTransfer();
  await world.until(() => ended(page)() && ended(board)());
  expect(page.row('A.BIN')).toMatchObject({
    state: 'cancelled',
    message: 'You cancelled the transfer.',
  });
  expect(page.all('transferEnded').at(-1)?.problem).toBe('');
  expect(board.all('transferEnded').at(-1)?.problem).toBe('The board cancelled the transfer.');
  expect(page.status).toBe('connected');
});

test('a skipped download is left out, and the rest of the batch comes', async () => {
  const { page } = begin();
  world.connect();
  world.offer({ 'A.BIN': randomBytes(4 * MIB), 'B.BIN': randomBytes(10) });
  await world.until(() => (page.wire?.received ?? 0) > MIB);
  expect(page.session?.skipDownload(page.row('A.BIN')?.id ?? 0)).toBe(true);
  await world.until(ended(page));
  expect(page.row('A.BIN')).toMatchObject({ state: 'skipped', message: 'You left this file out.' });
  expect(page.row('B.BIN')?.state).toBe('done');
  expect(page.store.sinks.map(({ state }) => state)).toEqual(['aborted', 'finished']);
});

test('a queued upload can be left out, connected or not', async () => {
  const { page } = begin();
  page.uploads.add(1, new MemorySource('a', new Uint8Array(10)));
  expect(page.uploads.leaveOut(1)).toBe(true);
  expect(page.row('a')?.state).toBe('skipped');
  world.connect();
  page.uploads.add(2, new MemorySource('b', new Uint8Array(10)));
  expect(page.uploads.leaveOut(2)).toBe(true);
  await world.settle();
  expect(page.row('b')?.state).toBe('skipped');
  expect(page.uploads.leaveOut(3)).toBe(false);
});

test('a file taken off the queue is not told of again and not sent', async () => {
  const { page, board } = begin();
  world.connect();
  page.uploads.add(1, new MemorySource('a', new Uint8Array(10)));
  page.uploads.add(2, new MemorySource('b', new Uint8Array(10)));
  page.uploads.unqueue(1);
  page.session?.startTransfer('upload');
  await world.until(ended(board));
  expect(page.row('a')?.state).toBe('waiting');
  expect(board.store.sinks.map(({ storedName }) => storedName)).toEqual(['b']);
});

test('keys reach the board in order, and none during a transfer', async () => {
  const { page, board } = begin();
  world.connect();
  await world.until(() => page.status === 'connected');
  const text = 'x'.repeat(20_000) + 'END';
  page.session?.type(new TextEncoder().encode(text));
  await world.until(() => board.screen.length >= text.length);
  expect(board.screen).toBe(text);
  world.offer({ 'A.BIN': randomBytes(4 * MIB) });
  await world.until(() => (page.wire?.received ?? 0) > MIB);
  page.session?.type(new TextEncoder().encode('lost'));
  await world.until(ended(board));
  expect(board.screen).toBe(text);
  expect(page.row('A.BIN')).toMatchObject({ state: 'done', errors: 0 });
});

test('a screen that does not draw holds the board back, but never a file', async () => {
  const { page, board } = begin();
  world.connect();
  await world.until(() => page.status === 'connected');
  const flood = new Uint8Array(900_000).fill(0x61);
  board.session?.type(flood);
  await world.until(() => page.wire?.paused === true);
  const shown = page.screen.length;
  expect(shown).toBeLessThan(900_000);
  page.session?.drawn(shown);
  await world.until(() => page.screen.length === 900_000);
  expect(page.wire?.paused).toBe(false);
});

test('a bridge is not the board: connected means that the board was heard', async () => {
  const { page, board } = begin();
  world.connect('ws://bridge.example/board/demo');
  await world.settle();
  expect(page.status).toBe('connecting');
  board.session?.type(new TextEncoder().encode('hello'));
  await world.until(() => page.screen === 'hello');
  expect(page.status).toBe('connected');
});

test.each(['nonsense', 'https://board.example/'])('%s is no address to call', (url) => {
  const { page } = begin();
  expect(() => page.connect(url)).toThrow(`“${url}” is no WebSocket address.`);
  expect(page.wire).toBe(null);
});

test('what has been heard before the end is shown before the end', async () => {
  const { page, board } = begin();
  world.connect();
  await world.until(() => page.status === 'connected');
  board.session?.type(new TextEncoder().encode('Good-bye!'));
  await world.settle();
  board.session?.hangUp();
  await world.until(() => page.ends.length > 0);
  expect(page.screen).toBe('Good-bye!');
  expect(page.all('status').at(-1)).toEqual({
    type: 'status',
    state: 'closed',
    text: 'The board closed the connection.',
  });
});
