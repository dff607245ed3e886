// How fast something goes, over the last few seconds: long enough to be calm, short enough to notice
// a line that has stopped. Time is told, never looked up.

const WINDOW_MS = 4000;
/** Samples closer together than this are joined, so the list stays short at any speed. */
const SAMPLE_MS = 100;

interface Sample {
  readonly at: number;
  readonly bytes: number;
}

export class Speed {
  #samples: Sample[];

  constructor(at: number, bytes: number) {
    this.#samples = [{ at, bytes }];
  }

  /** `bytes` is the position, not a difference. */
  note(at: number, bytes: number): void {
    const last = this.#samples.at(-1);
    const before = this.#samples.at(-2);
    if (last !== undefined && before !== undefined && at - before.at < SAMPLE_MS) {
      this.#samples.pop();
    }
    this.#samples.push({ at, bytes });
    // The oldest sample kept is the last one outside the window.
    while ((this.#samples[1]?.at ?? Infinity) <= at - WINDOW_MS) this.#samples.shift();
  }

  /** Bytes a second up to `now`; never negative. */
  perSecond(now: number): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || now <= first.at) return 0;
    if (now - last.at >= WINDOW_MS) return 0;
    return Math.max(0, ((last.bytes - first.bytes) * 1000) / (now - first.at));
  }
}
