// When rows are told, and the numbers on them.
import { expect, test } from 'vitest';

import type { TransferRow } from '../protocol/messages.ts';
import { VirtualTime } from './testing/virtual_time.ts';
import { TransferRows } from './transfer_rows.ts';

function table() {
  const time = new VirtualTime();
  const posted: TransferRow[] = [];
  const rows = new TransferRows({
    now: time.now,
    later: time.later,
    post: (row) => posted.push(row),
  });
  /** One step of progress after each `ms`. */
  const run = (id: number, steps: number, ms: number, bytesPerStep: number, from = 0) => {
    for (let step = 1; step <= steps; ++step) {
      while (time.fireNext(ms));
      time.sleep(ms);
      rows.progress(id, {
        bytes: from + step * bytesPerStep,
        errors: 0,
        resentBytes: 0,
        line: null,
      });
    }
  };
  return { time, posted, rows, run };
}

test('a new row and every change of state are told at once', () => {
  const { posted, rows } = table();
  rows.add(5, 'download', 'A.ZIP', { size: 100 });
  rows.change(5, { state: 'active' });
  rows.change(5, { state: 'done', bytes: 100 });
  expect(posted.map(({ state }) => state)).toEqual(['waiting', 'active', 'done']);
  expect(posted.at(-1)).toMatchObject({ id: 5, name: 'A.ZIP', bytes: 100, size: 100, speed: 0 });
});

test('progress is told ten times a second at most, and the last of it soon', () => {
  const { time, posted, rows, run } = table();
  rows.add(1, 'download', 'A', { state: 'active', size: 1_000_000 });
  posted.length = 0;
  run(1, 1000, 1, 500);
  expect(posted.length).toBeGreaterThanOrEqual(8);
  expect(posted.length).toBeLessThanOrEqual(11);
  time.fireNext(100);
  expect(posted.at(-1)?.bytes).toBe(500_000);
});

test('speed and time left come from the last seconds', () => {
  const { posted, rows, run } = table();
  rows.add(1, 'download', 'A', { state: 'active', size: 3_000_000 });
  run(1, 100, 100, 10_000);
  expect(posted.at(-1)?.speed).toBeCloseTo(100_000, -3);
  expect(posted.at(-1)?.secondsLeft).toBeCloseTo(20, 0);
  run(1, 60, 100, 20_000, 1_000_000);
  expect(posted.at(-1)?.speed).toBeCloseTo(200_000, -3);
});

test('a row whose line stands still says so without being asked', () => {
  const { time, posted, rows, run } = table();
  rows.add(1, 'download', 'A', { state: 'active', size: 3_000_000 });
  run(1, 20, 100, 10_000);
  expect(posted.at(-1)?.speed).toBeGreaterThan(0);
  for (let seconds = 0; seconds < 20 && time.fireNext(1000); ++seconds);
  expect(posted.at(-1)).toMatchObject({ speed: 0, secondsLeft: null, bytes: 200_000 });
  // Then there is nothing more to say.
  expect(time.fireNext()).toBe(false);
});

test('an unknown size has no time left', () => {
  const { posted, rows, run } = table();
  rows.add(1, 'download', 'A', { state: 'active' });
  run(1, 20, 100, 10_000);
  expect(posted.at(-1)?.speed).toBeGreaterThan(0);
  expect(posted.at(-1)?.secondsLeft).toBe(null);
});

test('ids of rows that begin in the worker never meet those of the page', () => {
  const { rows } = table();
  expect([rows.newId(), rows.newId()]).toEqual([-1, -2]);
});

test('a removed row is not told again', () => {
  const { time, posted, rows, run } = table();
  rows.add(1, 'download', 'A', { state: 'active' });
  run(1, 3, 10, 10);
  rows.remove(1);
  posted.length = 0;
  while (time.fireNext());
  rows.change(1, { state: 'done' });
  expect(posted).toEqual([]);
});

test('a row keeps the largest block it has seen: the last one of a file is short', () => {
  const { posted, rows } = table();
  rows.add(1, 'download', 'A', { state: 'active', size: 10_000 });
  const line = { crc: 16, mode: 'plain', escapesControls: true } as const;
  const numbers = { errors: 0, resentBytes: 0 };
  rows.progress(1, { ...numbers, bytes: 8192, line: { ...line, block: 8192 } });
  rows.progress(1, { ...numbers, bytes: 8292, line: { ...line, block: 100 } });
  rows.progress(1, { ...numbers, bytes: 8292, line: null });
  rows.change(1, { state: 'done' });
  expect(posted.at(-1)?.line).toEqual({ ...line, block: 8192 });
});
