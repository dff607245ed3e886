// The drain loop: moves bytes between the wire and the engine until neither side has more to do, and
// holds the brakes. Every change to the engine ends here.
//
// On a byte's road: transport/*_wire.ts -> here -> engine_port.ts, and back. Knows no browser API and
// no file: what the engine tells goes to the PumpListener, who answers through the engine and pump().
import type { Wire } from '../transport/wire.ts';
import type { EngineClock } from './engine_clock.ts';
import type { EngineEvent, EnginePort } from './engine_port.ts';

/** Screen bytes that may wait undrawn: a fraction of a second of drawing, so Ctrl-C still works. */
const MOST_UNDRAWN = 512 * 1024;
/** File bytes that may wait for the disk: two or three writes, so that it never waits for the wire. */
const MOST_UNWRITTEN = 3 * 1024 * 1024;
/** Pasted text that may wait for the board. */
const MOST_KEYS = 1024 * 1024;

export interface PumpListener {
  /** Bytes for the screen; a view that holds until this returns. */
  terminal(bytes: Uint8Array): void;
  /** Bytes of a file; a view that holds until this returns. */
  fileBytes(id: number, offset: number, bytes: Uint8Array): void;
  /** May call the engine, but not pump(): the loop comes round again by itself. */
  event(event: EngineEvent): void;
  /** A turn is over, for whoever shows numbers. */
  turned(): void;
}

/** Runs `run` once after `ms`; the answer takes it back. */
export type Later = (run: () => void, ms: number) => () => void;

export interface PumpParts {
  readonly engine: EnginePort;
  readonly wire: Wire;
  readonly clock: EngineClock;
  readonly later: Later;
  readonly listener: PumpListener;
  /** File bytes that wait for the disk. */
  readonly unwritten: () => number;
}

export class Pump {
  readonly #parts: PumpParts;
  #backlog: Uint8Array[] = [];
  #keys: Uint8Array = new Uint8Array();
  #undrawn = 0;
  #sinkBehind = false;
  #screenBehind = false;
  #wireClosed: 'no' | 'after the backlog' | 'told' = 'no';
  #running = false;
  #alarm: { readonly due: number; readonly takeBack: () => void } | null = null;

  constructor(parts: PumpParts) {
    this.#parts = parts;
  }

  /** Bytes from the wire; kept until the engine takes them. */
  feed(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#backlog.push(bytes);
    this.pump();
  }

  /** Keys for the board, in order; false if too many wait already, and then none are taken. */
  type(keys: Uint8Array): boolean {
    if (this.#keys.length + keys.length > MOST_KEYS) return false;
    const all = new Uint8Array(this.#keys.length + keys.length);
    all.set(this.#keys);
    all.set(keys, this.#keys.length);
    this.#keys = all;
    this.pump();
    return true;
  }

  /** The screen has drawn this many bytes. */
  drawn(bytes: number): void {
    this.#undrawn = Math.max(0, this.#undrawn - bytes);
    this.pump();
  }

  /** The wire is gone. What it brought before is still heard; then the engine is told. */
  wireGone(): void {
    if (this.#wireClosed === 'no') this.#wireClosed = 'after the backlog';
    this.pump();
  }

  /** The person hung up: what has not been heard is not wanted any more. */
  hangUp(): void {
    this.#backlog = [];
    this.#keys = new Uint8Array();
    if (this.#wireClosed !== 'told') this.#tellWireClosed();
    this.pump();
  }

  /** The engine has been told that the wire is gone; nothing will change any more by itself. */
  get finished(): boolean {
    return this.#wireClosed === 'told';
  }

  /** The last call. */
  dispose(): void {
    this.#clearAlarm();
    this.#backlog = [];
  }

  /** Goes round until nothing moves. Call it after anything that was told to the engine. */
  pump(): void {
    if (this.#running) return;
    this.#running = true;
    try {
      // Messages that waited behind a sleep must not find a clock that counted the sleep.
      if (this.#alarm !== null) this.#parts.clock.forgiveLateness(this.#alarm.due);
      while (this.#turn());
      this.#setAlarm();
      this.#parts.listener.turned();
    } finally {
      this.#running = false;
    }
  }

  // One turn: the way in is looked at before the way out. True if anything moved.
  #turn(): boolean {
    const { engine, wire, clock } = this.#parts;
    this.#setBrakes();
    const room = wire.room();
    let moved = this.#typeSome();
    if (!this.#braked && (engine.pending > 0 || this.#backlog.length > 0)) {
      const before = engine.pending;
      const input = before > 0 ? new Uint8Array() : this.#nextInput();
      engine.step(input, room, clock.now());
      moved ||= engine.pending < before + input.length;
    } else if (this.#wireClosed === 'after the backlog' && this.#heardAll) {
      this.#tellWireClosed();
      engine.speak(room, clock.now());
    } else if (clock.isDue(engine.deadline)) {
      // Only with nothing left to hear: bytes that have arrived come before any time-out.
      engine.step(new Uint8Array(), room, clock.now());
    } else {
      engine.speak(room, clock.now());
    }
    return this.#handOn() || moved;
  }

  #handOn(): boolean {
    const { engine, wire, listener } = this.#parts;
    let moved = false;
    // Views hold until the next call to the engine, so what goes out and in goes first.
    const out = engine.out;
    if (out.length > 0) {
      wire.send(out);
      moved = true;
    }
    const terminal = engine.terminal;
    if (terminal.length > 0) {
      this.#undrawn += terminal.length;
      listener.terminal(terminal);
      moved = true;
    }
    const fileBytes = engine.fileBytes;
    if (fileBytes.length > 0) {
      listener.fileBytes(engine.fileId, engine.fileOffset, fileBytes);
      moved = true;
    }
    for (let left = engine.events; left > 0; --left) {
      const event = engine.takeEvent();
      if (event !== null) listener.event(event);
      moved = true;
    }
    return moved;
  }

  // --- the ways in ---

  get #heardAll(): boolean {
    return this.#backlog.length === 0 && this.#parts.engine.pending === 0;
  }

  #nextInput(): Uint8Array {
    const { engine } = this.#parts;
    const first = this.#backlog[0] ?? new Uint8Array();
    if (first.length <= engine.inboxBytes) {
      this.#backlog.shift();
      return first;
    }
    this.#backlog[0] = first.subarray(engine.inboxBytes);
    return first.subarray(0, engine.inboxBytes);
  }

  #typeSome(): boolean {
    if (this.#keys.length === 0) return false;
    const { engine, clock } = this.#parts;
    const taken = engine.type(this.#keys, clock.now());
    this.#keys = this.#keys.subarray(taken);
    return taken > 0;
  }

  #tellWireClosed(): void {
    this.#wireClosed = 'told';
    const { engine, clock } = this.#parts;
    clock.go();
    engine.wireClosed(clock.now());
  }

  // --- the brakes ---

  get #braked(): boolean {
    return this.#sinkBehind || this.#screenBehind;
  }

  // On at the mark, off at half of it, so that neither side runs in tiny steps.
  #setBrakes(): void {
    const { engine, wire, clock, unwritten } = this.#parts;
    const wasBraked = this.#braked;
    const waiting = unwritten();
    this.#sinkBehind = waiting >= (this.#sinkBehind ? MOST_UNWRITTEN / 2 : MOST_UNWRITTEN);
    // A screen that draws slowly must not stop a file.
    this.#screenBehind =
      !engine.active && this.#undrawn > (this.#screenBehind ? MOST_UNDRAWN / 2 : MOST_UNDRAWN);
    if (this.#braked === wasBraked) return;
    if (this.#braked) {
      wire.pause();
      // The board is not silent: it is not being listened to.
      clock.stop();
    } else {
      clock.go();
      wire.resume();
    }
  }

  // --- the alarm ---

  #setAlarm(): void {
    const { engine, clock, later } = this.#parts;
    const due = clock.dueAt(engine.deadline);
    if (clock.stopped || due === Infinity || this.#wireClosed === 'told') {
      this.#clearAlarm();
      return;
    }
    // An alarm that is too early finds nothing due and is set again: cheaper than one per message.
    if (this.#alarm !== null && this.#alarm.due <= due && this.#alarm.due > clock.now()) return;
    this.#clearAlarm();
    const ring = () => {
      this.#alarm = null;
      clock.forgiveLateness(due);
      this.pump();
    };
    this.#alarm = { due, takeBack: later(ring, Math.max(0, due - clock.now())) };
  }

  #clearAlarm(): void {
    this.#alarm?.takeBack();
    this.#alarm = null;
  }
}
