// Two wires joined back to back in memory, for tests: one message crosses on each turn, room
// is bounded as on a real wire, pause() holds bytes back, and the line can be cut at a chosen byte.
import { WIRE_ROOM, type Wire, type WireEnd, type WireHandlers } from '../../transport/wire.ts';

const LOST: WireEnd = { opened: true, code: 1006, reason: '', gaveUp: false };
const HUNG_UP: WireEnd = { opened: true, code: 4000, reason: '', gaveUp: false };

export class LinkedWire implements Wire {
  other: LinkedWire | null = null;
  /** Bytes that came over this wire to its own side. */
  received = 0;
  /** The line breaks once this side has received so many bytes. */
  cutAfter = Infinity;
  paused = false;
  timesPaused = 0;
  readonly #handlers: WireHandlers;
  #queue: Uint8Array[] = [];
  #closed = false;
  #delivering = false;

  constructor(handlers: WireHandlers) {
    this.#handlers = handlers;
  }

  open(): void {
    this.#handlers.onOpen();
  }

  room(): number {
    if (this.#closed || this.other === null) return 0;
    return Math.max(0, WIRE_ROOM - this.other.waiting);
  }

  /** Bytes on the way to this side. */
  get waiting(): number {
    return this.#queue.reduce((sum, bytes) => sum + bytes.length, 0);
  }

  send(bytes: Uint8Array): void {
    if (!this.#closed) this.other?.arrive(bytes.slice());
  }

  arrive(bytes: Uint8Array): void {
    if (this.#closed) return;
    this.#queue.push(bytes);
    this.#deliverSoon();
  }

  pause(): void {
    this.paused = true;
    ++this.timesPaused;
  }

  resume(): void {
    this.paused = false;
    this.#deliverSoon();
  }

  close(): void {
    this.end(HUNG_UP);
    this.other?.end(HUNG_UP);
  }

  end(how: WireEnd): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#queue = [];
    queueMicrotask(() => this.#handlers.onClose(how));
  }

  #deliverSoon(): void {
    if (this.#delivering || this.paused || this.#queue.length === 0) return;
    this.#delivering = true;
    setTimeout(() => {
      this.#delivering = false;
      this.#deliver();
      this.#deliverSoon();
    });
  }

  #deliver(): void {
    if (this.paused || this.#closed) return;
    const bytes = this.#queue.shift();
    if (bytes === undefined) return;
    this.received += bytes.length;
    this.#handlers.onData(bytes);
    this.other?.roomAgain();
    if (this.received >= this.cutAfter) {
      this.end(LOST);
      this.other?.end(LOST);
    }
  }

  roomAgain(): void {
    if (!this.#closed) this.#handlers.onRoom();
  }
}

/** The two ends; both are open when this returns, and handlers hear of it on a later microtask. */
export function link(wire: LinkedWire, other: LinkedWire): void {
  wire.other = other;
  other.other = wire;
  queueMicrotask(() => {
    wire.open();
    other.open();
  });
}
