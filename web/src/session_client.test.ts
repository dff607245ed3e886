import { beforeEach, expect, test } from 'vitest';

import type { BoardLink, FromWorker, ToWorker, TransferRow } from './protocol/messages.ts';
import { DEFAULT_SETTINGS } from './protocol/transfer_settings.ts';
import { SessionClient, type WorkerDoor } from './session_client.ts';

const BOARD: BoardLink = {
  id: 'demo',
  url: 'ws://127.0.0.1/board/demo',
  telnet: true,
  encoding: 'cp437',
  columns: 80,
  rows: 25,
};

/** The worker's end of the door: what it was told, and a voice. */
class WorkerEnd implements WorkerDoor {
  onmessage: WorkerDoor['onmessage'] = null;
  readonly told: ToWorker[] = [];

  postMessage(message: ToWorker): void {
    this.told.push(structuredClone(message));
  }

  says(...messages: FromWorker[]): void {
    for (const data of messages) this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }

  get lastTold(): ToWorker | undefined {
    return this.told.at(-1);
  }
}

function row(change: Partial<TransferRow>): TransferRow {
  return {
    id: 1,
    name: 'a.zip',
    direction: 'upload',
    state: 'waiting',
    bytes: 0,
    size: 10,
    speed: 0,
    secondsLeft: null,
    errors: 0,
    resentBytes: 0,
    finishing: false,
    message: '',
    place: null,
    storedName: '',
    line: null,
    ...change,
  };
}

let worker: WorkerEnd;
let session: SessionClient;

beforeEach(() => {
  worker = new WorkerEnd();
  session = new SessionClient(worker);
});

function connected(): void {
  worker.says({ type: 'ready' });
  session.connect(BOARD);
  worker.says({ type: 'status', state: 'connected', text: 'Connected.' });
}

const KEY = Uint8Array.of(13);

test('what is said before the worker can listen reaches it in order once it can', () => {
  session.setFolder(null);
  session.connect(BOARD);
  expect(worker.told).toEqual([]);
  worker.says({ type: 'ready' });
  expect(worker.told.map(({ type }) => type)).toEqual(['setFolder', 'connect']);
});

test('a call counts as connecting at once, before the worker has answered', () => {
  session.connect(BOARD);
  expect(session.status.state).toBe('connecting');
});

test('a worker that broke down refuses this call and every later one, and says why', () => {
  session.connect(BOARD);
  session.workerFailed('it could not be loaded');
  expect(session.status).toMatchObject({ state: 'refused' });
  session.connect(BOARD);
  expect(session.status.state).toBe('refused');
  expect(session.status.text).toContain('it could not be loaded');
});

test('keys go to a connected board and to no other', () => {
  worker.says({ type: 'ready' });
  expect(session.sendKeys(KEY)).toBe(false);
  connected();
  expect(session.sendKeys(KEY)).toBe(true);
  expect(worker.lastTold).toEqual({ type: 'keys', bytes: KEY });
});

test('from the start of a transfer to its end no key reaches the wire', () => {
  connected();
  worker.says({ type: 'transferStarted', direction: 'download' });
  const before = worker.told.length;
  expect(session.sendKeys(KEY)).toBe(false);
  expect(worker.told).toHaveLength(before);
  worker.says({ type: 'transferEnded', problem: '' });
  expect(session.sendKeys(KEY)).toBe(true);
});

test('a connection that is lost ends the transfer for whoever waits for that', () => {
  connected();
  const ends: unknown[] = [];
  session.onTransferEnded((end) => ends.push(end));
  worker.says(
    { type: 'transferStarted', direction: 'upload' },
    { type: 'status', state: 'closed', text: 'The board hung up.' },
  );
  expect(session.isTransferring).toBe(false);
  expect(ends).toHaveLength(1);
});

test('an end is clean unless something went wrong or the person cancelled', () => {
  connected();
  const ends: boolean[] = [];
  session.onTransferEnded(({ isClean }) => ends.push(isClean));
  const start: FromWorker = { type: 'transferStarted', direction: 'download' };
  worker.says(start, { type: 'transferEnded', problem: '' });
  worker.says(start, { type: 'transferEnded', problem: 'The board stopped answering.' });
  worker.says(start);
  session.cancelTransfer();
  worker.says({ type: 'transferEnded', problem: '' });
  worker.says(start, { type: 'transferEnded', problem: '' });
  expect(ends).toEqual([true, false, false, true]);
});

test('every queued file gets a number of its own', () => {
  worker.says({ type: 'ready' });
  session.queueUploads([new File(['a'], 'a'), new File(['b'], 'b')]);
  session.queueUploads([new File(['c'], 'c')]);
  const ids = worker.told.flatMap((message) =>
    message.type === 'queueUploads' ? message.uploads.map(({ id }) => id) : [],
  );
  expect(new Set(ids).size).toBe(3);
});

test('a file taken out of the queue is gone, also when the worker still speaks of it', () => {
  worker.says({ type: 'ready' }, { type: 'transfer', row: row({ id: 4 }) });
  session.skipFile(4);
  expect(worker.lastTold).toEqual({ type: 'unqueueUpload', id: 4 });
  worker.says({ type: 'transfer', row: row({ id: 4, state: 'skipped' }) });
  expect(session.rows).toEqual([]);
});

test('a running file is left out by the worker and keeps its row', () => {
  worker.says({ type: 'ready' }, { type: 'transfer', row: row({ id: 4, state: 'active' }) });
  session.skipFile(4);
  expect(worker.lastTold).toEqual({ type: 'skipFile', id: 4 });
  expect(session.rows).toHaveLength(1);
});

test('clearing the list keeps what runs and what only the browser has', () => {
  worker.says(
    { type: 'ready' },
    { type: 'transfer', row: row({ id: 1, state: 'done' }) },
    { type: 'transfer', row: row({ id: 2, state: 'active' }) },
    { type: 'transfer', row: row({ id: -1, state: 'done', place: 'staged' }) },
  );
  session.forgetEnded();
  expect(session.rows.map(({ id }) => id)).toEqual([2, -1]);
  expect(worker.told).toEqual([]);
});

test('a staged file is dropped only by name', () => {
  worker.says(
    { type: 'ready' },
    { type: 'transfer', row: row({ id: -1, state: 'done', place: 'staged' }) },
  );
  session.forget(-1);
  expect(worker.lastTold).toEqual({ type: 'dropStaged', id: -1 });
});

test('until() resolves when connected and rejects with the state that came instead', async () => {
  worker.says({ type: 'ready' });
  session.connect(BOARD);
  const refused = session.until('connected');
  worker.says({ type: 'status', state: 'refused', text: 'The board does not answer.' });
  await expect(refused).rejects.toMatchObject({
    code: 'refused',
    message: 'The board does not answer.',
  });
  session.connect(BOARD);
  const reached = session.until('connected');
  worker.says({ type: 'status', state: 'connected', text: '' });
  await expect(reached).resolves.toBeUndefined();
  const over = session.until('over');
  worker.says({ type: 'status', state: 'disconnected', text: 'You hung up.' });
  await expect(over).resolves.toBeUndefined();
});

test('settings reach the worker before the call that they are for', () => {
  session.useSettings({ ...DEFAULT_SETTINGS, crc: 16 });
  session.connect(BOARD);
  worker.says({ type: 'ready' });
  expect(worker.told).toEqual([
    { type: 'settings', settings: { ...DEFAULT_SETTINGS, crc: 16 } },
    { type: 'connect', board: BOARD },
  ]);
});

test('what the board has to say is handed on as its own bytes', () => {
  const heard: Uint8Array[] = [];
  session.onBoardMessage((text) => heard.push(text));
  connected();
  worker.says({ type: 'boardMessage', text: Uint8Array.of(0x81) });
  expect(heard).toEqual([Uint8Array.of(0x81)]);
});
