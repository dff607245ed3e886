// The embedding API as a script on the page uses it: the same roads as a person's, with promises that
// reject with one word.
import { createHash } from 'node:crypto';

import { KIB } from './support/files.ts';
import { deadPort, PROMPT } from './support/scripted_board.ts';
import { expect, test } from './support/story.ts';

test('a script walks the board, takes a file home and sends one back', async ({
  app,
  bbs,
  page,
}) => {
  const file = await bbs.offers.holdsRandom('file.bin', 300 * KIB);
  await bbs.offers.holds('other.txt', 'not asked for');
  await app.visit();
  const told = await page.evaluate(async () => {
    const states: string[] = [];
    const stop = boardwalk.on('status', ({ state }) => states.push(state));
    const rowStates: string[] = [];
    boardwalk.on('transfer', ({ state }) => rowStates.push(state));
    let text = '';
    boardwalk.on('text', (piece) => (text += piece));

    const storage = await navigator.storage.getDirectory();
    const home = await storage.getDirectoryHandle('home', { create: true });
    await boardwalk.setDownloadFolder(home);
    await boardwalk.connect('demo');
    await boardwalk.waitForText('Your name or handle');
    await boardwalk.send('script\r');
    const found = await boardwalk.waitForText(/Welcome aboard, \w+/);
    await boardwalk.send('f');
    await boardwalk.waitForText('Area number');
    await boardwalk.send(new TextEncoder().encode('1\r'));
    await boardwalk.waitForText('Numbers tag');
    await boardwalk.send('d 1\r');
    await boardwalk.waitForText('Sent 1 file', { timeout: 20_000 });

    await boardwalk.queueUploads([new File(['from a script'], 'script.txt')]);
    await boardwalk.send('q\r');
    await boardwalk.waitForText('Area number');
    await boardwalk.send('q\r');
    await boardwalk.waitForText('Your choice:');
    await boardwalk.send('u');
    await boardwalk.waitForText('Received 1 file', { timeout: 20_000 });
    const screen = boardwalk.screenText();
    await boardwalk.disconnect();
    stop();
    const stored = await (await home.getFileHandle('file.bin')).getFile();
    return {
      states,
      rowStates,
      found,
      screen,
      text,
      rows: boardwalk.transfers(),
      bytes: [...new Uint8Array(await stored.arrayBuffer())],
    };
  });

  expect(told.states).toEqual([
    'connecting',
    'connecting',
    'connecting',
    'connected',
    'disconnected',
  ]);
  expect(told.found).toBe('Welcome aboard, script');
  expect(told.screen).toHaveLength(25);
  expect(told.text).toContain('\x1b[');
  expect(told.rowStates).toEqual(expect.arrayContaining(['waiting', 'active', 'done']));
  const sha256 = createHash('sha256').update(Uint8Array.from(told.bytes)).digest('hex');
  expect(sha256).toBe(file.sha256);
  expect(told.rows).toMatchObject([
    { name: 'file.bin', direction: 'download', state: 'done', bytes: 300 * KIB, place: 'folder' },
    { name: 'script.txt', direction: 'upload', state: 'done', bytes: 13 },
  ]);
  expect(await bbs.uploads.names()).toEqual(['script.txt']);
});

test('every promise that cannot be kept rejects with its own word', async ({
  app,
  page,
  site,
  openBoard,
}) => {
  await site.lists({ id: 'gone', name: 'gone', port: await deadPort(), connection: 'raw' });
  await openBoard('talker', (call) => call.say(PROMPT));
  await app.visit();
  const codes = await page.evaluate(async () => {
    const code = (promise: Promise<unknown>) =>
      promise.then(
        () => 'kept',
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
      );
    const before = {
      unknown: await code(boardwalk.connect('nobody')),
      refused: await code(boardwalk.connect('gone')),
      send: await code(boardwalk.send('x')),
      start: await code(boardwalk.startTransfer({ direction: 'download' })),
      folder: await code(boardwalk.setDownloadFolder({} as FileSystemDirectoryHandle)),
      nothingToCancel: await code(boardwalk.cancelTransfer()),
      nothingToEnd: await code(boardwalk.disconnect()),
    };
    await boardwalk.connect('talker');
    return {
      ...before,
      busy: await code(boardwalk.connect('talker')),
      timeout: await code(boardwalk.waitForText('never said', { timeout: 50 })),
      protocol: await code(
        boardwalk.startTransfer({ direction: 'download', protocol: 'carrier-pigeon' }),
      ),
    };
  });
  expect(codes).toEqual({
    unknown: 'unknown',
    refused: 'refused',
    send: 'disconnected',
    start: 'disconnected',
    folder: 'folder',
    nothingToCancel: 'kept',
    nothingToEnd: 'kept',
    busy: 'busy',
    timeout: 'timeout',
    protocol: 'unsupported',
  });
});

test('a transfer can be started by hand, and ended', async ({ app, page, openBoard, mine }) => {
  await mine.holdsRandom('late.bin', 100_000);
  await openBoard('shy', async (call) => {
    // It says nothing of a transfer until the other side begins.
    await call.asks();
    await call.runs(['sz', '-8', '-b', '-q', 'late.bin'], { cwd: mine.path });
    call.say('Done.');
  });
  await app.visit();
  const result = await page.evaluate(async (prompt) => {
    await boardwalk.connect('shy');
    await boardwalk.waitForText(prompt);
    await boardwalk.startTransfer({ direction: 'download', protocol: 'zmodem' });
    await boardwalk.waitForText('Done.');
    return boardwalk.transfers().map(({ name, state }) => ({ name, state }));
  }, PROMPT);
  expect(result).toEqual([{ name: 'late.bin', state: 'done' }]);
});
