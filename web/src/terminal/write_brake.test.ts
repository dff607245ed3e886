import { expect, test } from 'vitest';

import { SLICE, UNDER_WAY, WriteBrake } from './write_brake.ts';

/** A screen that draws when it is told to. */
class Screen {
  readonly written: Uint8Array[] = [];
  readonly told: number[] = [];
  readonly brake: WriteBrake;
  readonly #waiting: (() => void)[] = [];

  constructor() {
    this.brake = new WriteBrake(
      (slice, done) => {
        this.written.push(slice);
        this.#waiting.push(done);
      },
      (bytes) => this.told.push(bytes),
    );
  }

  drawOne(): boolean {
    const done = this.#waiting.shift();
    done?.();
    return done !== undefined;
  }

  drawAll(): void {
    while (this.drawOne());
  }

  get toldSum(): number {
    return this.told.reduce((sum, bytes) => sum + bytes, 0);
  }
}

test('a flood is given to the screen bit by bit, and never more than the limit', () => {
  const screen = new Screen();
  let most = 0;
  for (let sent = 0; sent < 32; ++sent) screen.brake.push(new Uint8Array(64 * 1024));
  do {
    const written = screen.written.reduce((sum, slice) => sum + slice.length, 0);
    most = Math.max(most, written - (32 * 64 * 1024 - screen.brake.pending));
    expect(screen.written.every((slice) => slice.length <= SLICE)).toBe(true);
  } while (screen.drawOne());
  expect(most).toBeLessThanOrEqual(UNDER_WAY);
  expect(screen.brake.pending).toBe(0);
});

test('bytes come out in the order in which they went in', () => {
  const screen = new Screen();
  const sent = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251);
  for (let at = 0; at < sent.length; at += 70_001)
    screen.brake.push(sent.subarray(at, at + 70_001));
  screen.drawAll();
  expect(Buffer.concat(screen.written).equals(sent)).toBe(true);
});

test('every byte is told as drawn once: in steps during a flood, and at its end', () => {
  const screen = new Screen();
  screen.brake.push(new Uint8Array(200_000));
  screen.drawAll();
  expect(screen.toldSum).toBe(200_000);
  expect(screen.told.length).toBeLessThanOrEqual(4);
});

test('a single key press is told as drawn at once', () => {
  const screen = new Screen();
  screen.brake.push(new Uint8Array(1));
  screen.drawAll();
  expect(screen.told).toEqual([1]);
});

test('discarded bytes count as drawn, so that the other side does not wait for them', () => {
  const screen = new Screen();
  screen.brake.push(new Uint8Array(500_000));
  screen.brake.discard();
  expect(screen.brake.pending).toBe(UNDER_WAY);
  screen.drawAll();
  expect(screen.toldSum).toBe(500_000);
});

test('nothing pushed is nothing drawn', () => {
  const screen = new Screen();
  screen.brake.push(new Uint8Array(0));
  expect(screen.written).toEqual([]);
});
