// The rows of the transfer list: what is known of each file, told to the page whole, at once when a
// state changes and at most ten times a second while bytes run.
//
// Knows nothing of engine, wire or disk; time and timers are given. Ids are those of the page's rows:
// uploads keep the page's own number, everything that starts in the worker gets a negative one.
import type { LineFacts, TransferDirection, TransferRow } from '../protocol/messages.ts';
import { Speed } from './speed.ts';

const SHORTEST_MS = 100;
/** A row whose line stands still shows so after this. */
const IDLE_MS = 1000;

export type RowChange = Partial<Omit<TransferRow, 'id' | 'direction' | 'speed' | 'secondsLeft'>>;

export type Progress = Pick<TransferRow, 'bytes' | 'errors' | 'resentBytes' | 'line'>;

interface Entry {
  row: TransferRow;
  speed: Speed | null;
  postedAt: number;
  /** When the row is told again without anything happening. */
  nextAt: number;
  takeBack: (() => void) | null;
}

export interface TransferRowsParts {
  readonly now: () => number;
  readonly later: (run: () => void, ms: number) => () => void;
  readonly post: (row: TransferRow) => void;
}

export class TransferRows {
  readonly #parts: TransferRowsParts;
  readonly #entries = new Map<number, Entry>();
  #lastOwnId = 0;

  constructor(parts: TransferRowsParts) {
    this.#parts = parts;
  }

  /** An id for a row that did not start on the page. */
  newId(): number {
    return --this.#lastOwnId;
  }

  /** A new row, told at once. A row of that id that ended earlier is replaced. */
  add(id: number, direction: TransferDirection, name: string, change: RowChange): void {
    this.remove(id);
    const row: TransferRow = {
      id,
      name,
      direction,
      state: 'waiting',
      bytes: 0,
      size: null,
      speed: 0,
      secondsLeft: null,
      errors: 0,
      resentBytes: 0,
      finishing: false,
      message: '',
      place: null,
      storedName: '',
      line: null,
    };
    this.#entries.set(id, {
      row,
      speed: null,
      postedAt: -Infinity,
      nextAt: Infinity,
      takeBack: null,
    });
    this.change(id, change);
  }

  /** Something other than progress: told at once. Unknown ids are ignored. */
  change(id: number, change: RowChange): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const wasActive = entry.row.state === 'active';
    entry.row = { ...entry.row, ...change };
    if (entry.row.state === 'active') {
      if (!wasActive) entry.speed = new Speed(this.#parts.now(), entry.row.bytes);
    } else {
      entry.speed = null;
    }
    this.#post(entry);
  }

  /** Numbers that move all the time: told soon. */
  progress(id: number, numbers: Progress): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const line = largestBlock(entry.row.line, numbers.line);
    const { bytes, errors, resentBytes } = entry.row;
    if (
      bytes === numbers.bytes &&
      errors === numbers.errors &&
      resentBytes === numbers.resentBytes &&
      isSameLine(line, entry.row.line)
    ) {
      return;
    }
    entry.row = { ...entry.row, ...numbers, line };
    const now = this.#parts.now();
    entry.speed?.note(now, numbers.bytes);
    if (now - entry.postedAt >= SHORTEST_MS) this.#post(entry);
    else this.#postLater(entry, SHORTEST_MS - (now - entry.postedAt));
  }

  get(id: number): TransferRow | undefined {
    return this.#entries.get(id)?.row;
  }

  /** Forgets a row without telling anybody. */
  remove(id: number): void {
    this.#entries.get(id)?.takeBack?.();
    this.#entries.delete(id);
  }

  #post(entry: Entry): void {
    this.#takeBack(entry);
    const now = this.#parts.now();
    entry.postedAt = now;
    const speed = entry.speed?.perSecond(now) ?? 0;
    const { size, bytes } = entry.row;
    const secondsLeft = size === null || speed <= 0 ? null : Math.max(0, size - bytes) / speed;
    entry.row = { ...entry.row, speed, secondsLeft };
    this.#parts.post(entry.row);
    if (speed > 0) this.#postLater(entry, IDLE_MS);
  }

  // Of two wishes the sooner counts.
  #postLater(entry: Entry, ms: number): void {
    const at = this.#parts.now() + ms;
    if (entry.nextAt <= at) return;
    this.#takeBack(entry);
    entry.nextAt = at;
    entry.takeBack = this.#parts.later(() => {
      entry.takeBack = null;
      this.#post(entry);
    }, ms);
  }

  #takeBack(entry: Entry): void {
    entry.takeBack?.();
    entry.takeBack = null;
    entry.nextAt = Infinity;
  }
}

// The last block of a file is as short as its rest: what the row shows is the largest.
function largestBlock(before: LineFacts | null, now: LineFacts | null): LineFacts | null {
  if (before === null || now === null) return now ?? before;
  return { ...now, block: Math.max(before.block, now.block) };
}

function isSameLine(one: LineFacts | null, other: LineFacts | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.block === other.block &&
    one.crc === other.crc &&
    one.mode === other.mode &&
    one.escapesControls === other.escapesControls
  );
}
