// Gives xterm.js no more than it can draw: slices of the board's bytes, a bounded amount under way, the
// rest kept here in order. Tells how much was drawn, so that the worker stops reading the wire before
// much waits. xterm.js alone discards what passes 50 MB.
//
// Knows neither xterm.js nor the worker: both are functions it is given.

/** One slice: what xterm.js parses in a few milliseconds, so that keys get their turn in a flood. */
export const SLICE = 16 * 1024;
/** Under way in xterm.js at most: enough that it never idles between two callbacks. */
export const UNDER_WAY = 128 * 1024;
/** Drawing is told in steps of this size, and whenever nothing waits. */
const REPORT_STEP = 64 * 1024;

export class WriteBrake {
  readonly #write: (slice: Uint8Array, done: () => void) => void;
  readonly #drawn: (bytes: number) => void;
  #queue: Uint8Array[] = [];
  #queued = 0;
  #underWay = 0;
  #untold = 0;

  /**
   * @param write draws a slice and calls `done` when it is on the screen
   * @param drawn hears of every byte given to push(), once
   */
  constructor(
    write: (slice: Uint8Array, done: () => void) => void,
    drawn: (bytes: number) => void,
  ) {
    this.#write = write;
    this.#drawn = drawn;
  }

  /** Bytes that are not on the screen yet. */
  get pending(): number {
    return this.#queued + this.#underWay;
  }

  /** Takes `bytes`; they must not change any more. */
  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#queue.push(bytes);
    this.#queued += bytes.length;
    this.#pump();
  }

  /** Forgets what has not been given to `write` yet; it counts as drawn. */
  discard(): void {
    this.#untold += this.#queued;
    this.#queue = [];
    this.#queued = 0;
    this.#tell();
  }

  #pump(): void {
    while (this.#underWay < UNDER_WAY) {
      const slice = this.#nextSlice();
      if (slice === undefined) return;
      this.#underWay += slice.length;
      this.#write(slice, () => this.#finished(slice.length));
    }
  }

  #nextSlice(): Uint8Array | undefined {
    const first = this.#queue[0];
    if (first === undefined) return undefined;
    const slice = first.subarray(0, SLICE);
    if (slice.length === first.length) this.#queue.shift();
    else this.#queue[0] = first.subarray(SLICE);
    this.#queued -= slice.length;
    return slice;
  }

  #finished(bytes: number): void {
    this.#underWay -= bytes;
    this.#untold += bytes;
    this.#tell();
    this.#pump();
  }

  #tell(): void {
    if (this.#untold === 0 || (this.#untold < REPORT_STEP && this.pending > 0)) return;
    const bytes = this.#untold;
    this.#untold = 0;
    this.#drawn(bytes);
  }
}
