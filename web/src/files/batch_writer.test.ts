// How small pieces become large writes, and what is reported when.
import { expect, test } from 'vitest';

import { BatchWriter } from './batch_writer.ts';
import { StorageProblem, type SinkReport } from './sink.ts';

const MIB = 1024 * 1024;
const describe = (error: unknown) => new StorageProblem(`no: ${String(error)}`);

function recorder() {
  const committed: number[] = [];
  const problems: string[] = [];
  const report: SinkReport = {
    committed: (end) => committed.push(end),
    failed: (problem) => problems.push(problem),
  };
  return { committed, problems, report };
}

test('what gathers while a write runs goes out with the next one', async () => {
  const { committed, report } = recorder();
  const writes: number[] = [];
  let go: () => void = () => undefined;
  const writer = new BatchWriter(
    (bytes) => {
      writes.push(bytes.length);
      return new Promise((resolve) => (go = resolve));
    },
    report,
    describe,
  );
  writer.write(new Uint8Array(1000), 0);
  expect(writes).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(writes).toEqual([1000]);
  for (let piece = 0; piece < 300; ++piece) writer.write(new Uint8Array(8192), 1000 + piece * 8192);
  expect(writer.unwritten).toBe(1000 + 300 * 8192);
  expect(committed).toEqual([]);
  while (writer.unwritten > 0) {
    go();
    await new Promise((resolve) => setTimeout(resolve));
  }
  await writer.idle();
  expect(writes).toEqual([1000, MIB, MIB, 300 * 8192 - 2 * MIB]);
  expect(committed).toEqual([1000, 1000 + MIB, 1000 + 2 * MIB, 1000 + 300 * 8192]);
});

test('the memory given may be reused at once, and the bytes arrive in their order', async () => {
  const { report } = recorder();
  const stored = new Uint8Array(3 * MIB);
  const writer = new BatchWriter(
    (bytes, offset) => {
      stored.set(bytes, offset);
      return undefined;
    },
    report,
    describe,
  );
  const window = new Uint8Array(70_000);
  for (let at = 0, piece = 0; at < stored.length; at += window.length, ++piece) {
    window.fill(piece);
    writer.write(window.subarray(0, Math.min(window.length, stored.length - at)), at);
    if (piece % 7 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  await writer.idle();
  expect(stored.every((byte, at) => byte === (Math.floor(at / 70_000) & 0xff))).toBe(true);
});

test('a failed write is told once, and nothing is committed or written after it', async () => {
  const { committed, problems, report } = recorder();
  let writes = 0;
  const writer = new BatchWriter(
    () => {
      if (++writes === 2) throw new Error('full');
      return undefined;
    },
    report,
    describe,
  );
  writer.write(new Uint8Array(3 * MIB), 0);
  await writer.idle();
  writer.write(new Uint8Array(10), 3 * MIB);
  await writer.idle();
  expect(writes).toBe(2);
  expect(committed).toEqual([MIB]);
  expect(problems).toEqual(['no: Error: full']);
  expect(writer.unwritten).toBe(0);
});

test('a gap is a mistake of ours and never written', () => {
  const { report } = recorder();
  const writer = new BatchWriter(() => undefined, report, describe);
  writer.write(new Uint8Array(10), 0);
  expect(() => writer.write(new Uint8Array(10), 11)).toThrow(/10 was next/);
});

test('after stop() nothing is reported', async () => {
  const { committed, report } = recorder();
  const writer = new BatchWriter(() => Promise.resolve(), report, describe);
  writer.write(new Uint8Array(10), 0);
  writer.stop();
  await writer.idle();
  expect(committed).toEqual([]);
});
