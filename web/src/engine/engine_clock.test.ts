// Which spans of time the engine hears of, and which it does not.
import { expect, test } from 'vitest';

import { EngineClock } from './engine_clock.ts';

function clockAt(start: number): { clock: EngineClock; pass: (ms: number) => void } {
  let now = start;
  return { clock: new EngineClock(() => now), pass: (ms) => (now += ms) };
}

test('time passes as the host says', () => {
  const { clock, pass } = clockAt(1000);
  pass(30);
  expect(clock.now()).toBe(1030);
  expect(clock.isDue(1030)).toBe(true);
  expect(clock.isDue(1031)).toBe(false);
});

test('while the board is held back, no time passes, and it gets a moment afterwards', () => {
  const { clock, pass } = clockAt(0);
  clock.stop();
  clock.stop();
  pass(60_000);
  expect(clock.now()).toBe(0);
  expect(clock.isDue(0)).toBe(false);
  clock.go();
  expect(clock.now()).toBe(0);
  expect(clock.isDue(0)).toBe(false);
  pass(250);
  expect(clock.isDue(0)).toBe(true);
});

test('holding back again and again does not push the deadline away', () => {
  const { clock, pass } = clockAt(0);
  for (let round = 0; round < 100; ++round) {
    clock.stop();
    pass(1000);
    clock.go();
    pass(100);
  }
  expect(clock.now()).toBe(10_000);
});

test('an alarm that comes far too late has come in time, but leaves room for what waited', () => {
  const { clock, pass } = clockAt(0);
  pass(60_000);
  clock.forgiveLateness(10_000);
  expect(clock.now()).toBe(10_000);
  expect(clock.isDue(10_000)).toBe(false);
  expect(clock.dueAt(10_000)).toBe(10_250);
  pass(250);
  expect(clock.isDue(10_000)).toBe(true);
});

test('an ordinary lateness is simply late', () => {
  const { clock, pass } = clockAt(0);
  pass(10_400);
  clock.forgiveLateness(10_000);
  expect(clock.now()).toBe(10_400);
  expect(clock.isDue(10_000)).toBe(true);
});
