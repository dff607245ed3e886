// A wire over the classic WebSocket, for browsers without WebSocketStream.
//
// It has no brake towards the board: the browser takes whatever comes. So what arrives while paused is
// kept here, in order, up to a bound; past it the connection is given up in plain words, never cut
// silently. On a byte's road it stands where stream_wire.ts stands.
import { WIRE_ROOM, type Wire, type WireHandlers } from './wire.ts';

/** More than this waiting for a slow disk is memory that a phone does not have. */
const MOST_QUEUED = 64 * 1024 * 1024;
/** How often a full socket is looked at: bufferedAmount has no event. 256 KiB each time is 64 MB/s. */
const LOOK_MS = 4;

export class SocketWire implements Wire {
  readonly #handlers: WireHandlers;
  readonly #socket: WebSocket;
  #opened = false;
  #closing = false;
  #paused = false;
  #queue: Uint8Array[] = [];
  #queued = 0;
  #gaveUp = '';
  #looking = false;
  /** Bytes sent since the last look that bufferedAmount does not show: some browsers count late. */
  #uncounted = 0;
  #end: CloseEvent | null = null;

  /** Starts to connect; throws only when the address is not one. */
  constructor(url: string, handlers: WireHandlers) {
    this.#handlers = handlers;
    this.#socket = new WebSocket(url);
    // Blobs would have to be read asynchronously, and could overtake each other.
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.onopen = () => {
      this.#opened = true;
      if (this.#closing) this.#socket.close(1000);
      else this.#handlers.onOpen();
    };
    this.#socket.onmessage = (event: MessageEvent<ArrayBuffer | string>) => {
      this.#take(event.data);
    };
    this.#socket.onclose = (event) => {
      this.#end = event;
      this.#finish();
    };
  }

  room(): number {
    if (this.#closing || this.#socket.readyState !== WebSocket.OPEN) return 0;
    return Math.max(0, WIRE_ROOM - this.#socket.bufferedAmount - this.#uncounted);
  }

  send(bytes: Uint8Array): void {
    if (this.#closing || this.#socket.readyState !== WebSocket.OPEN) return;
    const before = this.#socket.bufferedAmount;
    // send() copies before it returns; the cast says that no view here is of shared memory.
    this.#socket.send(bytes as Uint8Array<ArrayBuffer>);
    this.#uncounted += Math.max(0, before + bytes.length - this.#socket.bufferedAmount);
    this.#watchRoom();
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    // On a turn of its own, so that the receiver can pause again at every message.
    if (this.#queue.length > 0) setTimeout(() => this.#handOn());
    else this.#finish();
  }

  close(): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#queue = [];
    this.#queued = 0;
    // With a code: websockify answers a close without one with an illegal frame.
    this.#socket.close(1000);
    this.#finish();
  }

  #take(message: ArrayBuffer | string): void {
    if (this.#closing) return;
    // A board that speaks WebSocket itself may send text.
    const bytes =
      typeof message === 'string' ? new TextEncoder().encode(message) : new Uint8Array(message);
    if (!this.#paused && this.#queue.length === 0) {
      this.#handlers.onData(bytes);
      return;
    }
    this.#queue.push(bytes);
    this.#queued += bytes.length;
    if (this.#queued > MOST_QUEUED) {
      this.#gaveUp =
        'The board sends faster than this browser can store, and this browser cannot ask it to wait.';
      this.close();
    }
  }

  #handOn(): void {
    while (!this.#paused) {
      const next = this.#queue.shift();
      if (next === undefined) break;
      this.#queued -= next.length;
      this.#handlers.onData(next);
    }
    this.#finish();
  }

  // The end comes after the last byte, so it waits while bytes wait.
  #finish(): void {
    if (this.#end === null || this.#queue.length > 0) return;
    const { code, reason } = this.#end;
    this.#end = null;
    this.#closing = true;
    this.#handlers.onClose({
      opened: this.#opened,
      code,
      reason: this.#gaveUp === '' ? reason : this.#gaveUp,
      gaveUp: this.#gaveUp !== '',
    });
  }

  #watchRoom(): void {
    if (this.#looking || this.#socket.bufferedAmount + this.#uncounted === 0) return;
    this.#looking = true;
    setTimeout(() => {
      this.#looking = false;
      this.#uncounted = 0;
      if (this.room() >= WIRE_ROOM / 2) this.#handlers.onRoom();
      this.#watchRoom();
    }, LOOK_MS);
  }
}
