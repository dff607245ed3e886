// A wire over WebSocketStream (Chromium): what is not read stays in the network, so pause() really
// holds the board; what is not taken by the network keeps its write pending, so room() is honest.
//
// On a byte's road: browser socket -> here -> engine/pump.ts, and back.
import { WIRE_ROOM, type Wire, type WireHandlers } from './wire.ts';

// TypeScript's libraries do not describe WebSocketStream yet; this is the part used here.
interface OpenStream {
  readonly readable: ReadableStream<ArrayBuffer | Uint8Array | string>;
  readonly writable: WritableStream<Uint8Array>;
}
interface StreamEnd {
  readonly closeCode?: number;
  readonly reason?: string;
}
interface SocketStream {
  readonly opened: Promise<OpenStream>;
  readonly closed: Promise<StreamEnd>;
  close(how: { closeCode: number }): void;
}
type SocketStreamMaker = new (url: string) => SocketStream;

function streamMaker(): SocketStreamMaker | undefined {
  return (globalThis as { WebSocketStream?: SocketStreamMaker }).WebSocketStream;
}

export function hasWebSocketStream(): boolean {
  return streamMaker() !== undefined;
}

export class StreamWire implements Wire {
  readonly #handlers: WireHandlers;
  readonly #stream: SocketStream;
  #writer: WritableStreamDefaultWriter<Uint8Array> | null = null;
  #opened = false;
  #unsent = 0;
  #closing = false;
  /** Set while paused: lets the reading go on. */
  #release: (() => void) | null = null;
  #gate: Promise<void> | null = null;

  /** Starts to connect; throws only when the address is not one. */
  constructor(url: string, handlers: WireHandlers) {
    const Maker = streamMaker();
    if (Maker === undefined) throw new Error('This browser has no WebSocketStream.');
    this.#handlers = handlers;
    this.#stream = new Maker(url);
    void this.#live();
  }

  room(): number {
    return this.#writer === null || this.#closing ? 0 : WIRE_ROOM - this.#unsent;
  }

  send(bytes: Uint8Array): void {
    if (this.#writer === null || this.#closing) return;
    this.#unsent += bytes.length;
    // The write happens later, and the caller reuses its memory now.
    this.#writer.write(bytes.slice()).then(
      () => {
        this.#unsent -= bytes.length;
        if (!this.#closing) this.#handlers.onRoom();
      },
      // A write fails only with the whole stream, whose end #live() reports.
      () => undefined,
    );
  }

  pause(): void {
    if (this.#gate !== null || this.#closing) return;
    this.#gate = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  resume(): void {
    this.#release?.();
    this.#release = null;
    this.#gate = null;
  }

  close(): void {
    if (this.#closing) return;
    this.#closing = true;
    // With unread data a closed stream stays open, and so does the board's line behind it: #live()
    // reads on to the end. A close without a code is answered with an illegal one by websockify.
    this.resume();
    try {
      this.#stream.close({ closeCode: 1000 });
    } catch {
      // Not open yet, or already gone: either way its end is on the way.
    }
  }

  async #live(): Promise<void> {
    try {
      const { readable, writable } = await this.#stream.opened;
      this.#opened = true;
      this.#writer = writable.getWriter();
      // Its failure is that of the stream, told by `closed`.
      this.#writer.closed.catch(() => undefined);
      if (this.#closing) this.#stream.close({ closeCode: 1000 });
      else this.#handlers.onOpen();
      await this.#read(readable.getReader());
    } catch {
      // Refused, or broken while reading: `closed` below has the code.
    }
    this.#end(await this.#stream.closed.catch((error: unknown) => error as StreamEnd));
  }

  async #read(
    reader: ReadableStreamDefaultReader<ArrayBuffer | Uint8Array | string>,
  ): Promise<void> {
    for (;;) {
      if (this.#gate !== null) await this.#gate;
      const { done, value } = await reader.read();
      if (done) return;
      if (this.#closing) continue;
      this.#handlers.onData(bytesOf(value));
    }
  }

  #end(end: StreamEnd): void {
    this.#closing = true;
    this.#writer = null;
    this.#handlers.onClose({
      opened: this.#opened,
      code: end.closeCode ?? 1006,
      reason: end.reason ?? '',
      gaveUp: false,
    });
  }
}

function bytesOf(message: ArrayBuffer | Uint8Array | string): Uint8Array {
  // A board that speaks WebSocket itself may send text.
  if (typeof message === 'string') return new TextEncoder().encode(message);
  return message instanceof Uint8Array ? message : new Uint8Array(message);
}
