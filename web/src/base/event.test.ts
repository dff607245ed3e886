import { expect, test } from 'vitest';

import { Emitter } from './event.ts';
import { Disposable, holding, type Holding } from './lifecycle.ts';

test('listeners hear a value in the order in which they began to listen', () => {
  const emitter = new Emitter<number>();
  const heard: string[] = [];
  emitter.event((value) => heard.push(`first ${value}`));
  emitter.event((value) => heard.push(`second ${value}`));
  emitter.fire(7);
  expect(heard).toEqual(['first 7', 'second 7']);
});

test('who stops listening while a value goes round does not disturb the others', () => {
  const emitter = new Emitter<number>();
  const heard: string[] = [];
  const once = emitter.event(() => {
    heard.push('once');
    once.dispose();
  });
  emitter.event(() => heard.push('always'));
  emitter.fire(1);
  emitter.fire(2);
  expect(heard).toEqual(['once', 'always', 'always']);
});

class Holder extends Disposable {
  hold(held: Holding): void {
    this.register(held);
  }
}

test('what was taken last is let go of first, and only once', () => {
  const holder = new Holder();
  const letGo: string[] = [];
  holder.hold(holding(() => letGo.push('first')));
  holder.hold(holding(() => letGo.push('second')));
  holder.dispose();
  holder.dispose();
  expect(letGo).toEqual(['second', 'first']);
});

test('what arrives after the end is let go of at once', () => {
  const holder = new Holder();
  holder.dispose();
  let isHeld = true;
  holder.hold(holding(() => (isHeld = false)));
  expect(isHeld).toBe(false);
});
