// A clock for tests that stands still until told: timers set through `later` fire in their order, and
// none fires by itself.
import type { Later } from '../pump.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export class VirtualTime {
  #now = 0;
  readonly #timers = new Set<Timer>();

  readonly now = (): number => this.#now;

  readonly later: Later = (run, ms) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** Lets time jump without any timer firing, as a sleeping machine does. */
  sleep(ms: number): void {
    this.#now += ms;
  }

  /** Goes to the next timer and fires it; false if there is none within `withinMs`. */
  fireNext(withinMs = Infinity): boolean {
    let next: Timer | null = null;
    for (const timer of this.#timers) if (next === null || timer.at < next.at) next = timer;
    if (next === null || next.at > this.#now + withinMs) return false;
    this.#timers.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.run();
    return true;
  }
}
