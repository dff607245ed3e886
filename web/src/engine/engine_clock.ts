// The time the engine is told: the host's time without the spans that were nobody's fault.
//
// While this side holds the board back (a slow disk), and while a browser or machine slept, the board
// could not be heard. Counted as time, such a span would look like a silent board; so it is left out,
// and what the board has said meanwhile gets a moment to come in before anything counts as late.
// Knows no timer: whoever owns the alarm asks here when it is due. Never goes backward.

/** An alarm later than this was kept from us: by a long task, a throttled tab, a closed lid. */
const LATE_MS = 500;
/** What bytes that waited behind such a span get to come in. */
const GRACE_MS = 250;

export class EngineClock {
  readonly #hostNow: () => number;
  #leftOut = 0;
  #stoppedAt: number | null = null;
  #graceUntil = 0;

  constructor(hostNow: () => number) {
    this.#hostNow = hostNow;
  }

  now(): number {
    return (this.#stoppedAt ?? this.#hostNow()) - this.#leftOut;
  }

  get stopped(): boolean {
    return this.#stoppedAt !== null;
  }

  stop(): void {
    this.#stoppedAt ??= this.#hostNow();
  }

  go(): void {
    if (this.#stoppedAt === null) return;
    this.#leftOut += this.#hostNow() - this.#stoppedAt;
    this.#stoppedAt = null;
    this.#graceUntil = this.now() + GRACE_MS;
  }

  /** An alarm was set for `due`: if nobody came for long after that, the lateness is left out. */
  forgiveLateness(due: number): void {
    const late = this.now() - due;
    if (this.stopped || late <= LATE_MS) return;
    this.#leftOut += late;
    this.#graceUntil = this.now() + GRACE_MS;
  }

  /** When a deadline of the engine is to be acted on. */
  dueAt(deadline: number): number {
    return Math.max(deadline, this.#graceUntil);
  }

  isDue(deadline: number): boolean {
    return !this.stopped && this.now() >= this.dueAt(deadline);
  }
}
