// Small pieces in, large writes out. Writing 8 KiB at a time costs ten times the write itself, in a
// picked folder as well as in the browser's own storage.
//
// A write starts on the turn after the first bytes came, takes whatever has gathered, and is followed
// at once by the next: a slow store makes its own large batches, a waiting peer is not kept waiting.
// Knows no file API: where the bytes go is a function. Buffers are reused, so memory does not grow.
import type { SinkReport, StorageProblem } from './sink.ts';

/** Beyond 1 MiB a write gains nothing more. */
const BATCH_BYTES = 1024 * 1024;

interface Batch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  used: number;
  offset: number;
}

/** Stores the bytes at the offset; may throw, at once or later. The bytes are reused afterwards. */
export type WriteAt = (bytes: Uint8Array<ArrayBuffer>, offset: number) => Promise<void> | undefined;

export class BatchWriter {
  readonly #writeAt: WriteAt;
  readonly #report: SinkReport;
  readonly #describe: (error: unknown) => StorageProblem;
  #waiting: Batch[] = [];
  readonly #spare: Uint8Array<ArrayBuffer>[] = [];
  #end = 0;
  #unwritten = 0;
  #busy = false;
  #stopped = false;
  #idle: (() => void)[] = [];

  /** `describe` makes the sentence for an error of `writeAt`. */
  constructor(writeAt: WriteAt, report: SinkReport, describe: (error: unknown) => StorageProblem) {
    this.#writeAt = writeAt;
    this.#report = report;
    this.#describe = describe;
  }

  get unwritten(): number {
    return this.#unwritten;
  }

  /** Copies the bytes. Ignored after stop() or a failure. */
  write(bytes: Uint8Array, offset: number): void {
    if (this.#stopped) return;
    if (offset !== this.#end) {
      throw new Error(`File bytes at ${offset} where ${this.#end} was next.`);
    }
    this.#end += bytes.length;
    this.#unwritten += bytes.length;
    let rest = bytes;
    while (rest.length > 0) {
      const batch = this.#open(offset + bytes.length - rest.length);
      const part = rest.subarray(0, BATCH_BYTES - batch.used);
      batch.bytes.set(part, batch.used);
      batch.used += part.length;
      rest = rest.subarray(part.length);
    }
    if (!this.#busy) {
      this.#busy = true;
      setTimeout(() => void this.#run());
    }
  }

  /** Resolves when no write is running: everything is stored, or it was stopped or failed. */
  async idle(): Promise<void> {
    if (this.#busy) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** No further write starts, and nothing more is reported. */
  stop(): void {
    this.#stopped = true;
    this.#waiting = [];
    this.#unwritten = 0;
  }

  #open(offset: number): Batch {
    const last = this.#waiting.at(-1);
    if (last !== undefined && last.used < BATCH_BYTES) return last;
    const batch = { bytes: this.#spare.pop() ?? new Uint8Array(BATCH_BYTES), used: 0, offset };
    this.#waiting.push(batch);
    return batch;
  }

  async #run(): Promise<void> {
    for (;;) {
      const batch = this.#waiting.shift();
      if (batch === undefined) break;
      try {
        await this.#writeAt(batch.bytes.subarray(0, batch.used), batch.offset);
      } catch (error) {
        if (this.#stopped) break;
        this.stop();
        this.#report.failed(this.#describe(error).message);
        break;
      }
      if (this.#stopped) break;
      this.#spare.push(batch.bytes);
      this.#unwritten -= batch.used;
      this.#report.committed(batch.offset + batch.used);
    }
    this.#busy = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
