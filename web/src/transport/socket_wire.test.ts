// The classic WebSocket as browsers have it, in memory and on virtual time: the wire of those without
// WebSocketStream, which the stories of tests/e2e never meet.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { SocketWire } from './socket_wire.ts';
import type { WireEnd, WireHandlers } from './wire.ts';
import { WIRE_ROOM } from './wire.ts';

const MIB = 1024 * 1024;

/** As much of a WebSocket as the wire uses; `count` is when a send() shows in bufferedAmount. */
class Socket {
  static readonly OPEN = 1;
  static count: 'at once' | 'late' = 'at once';
  static last: Socket;
  binaryType = 'blob';
  readyState = 0;
  bufferedAmount = 0;
  onopen = (): void => undefined;
  onmessage: (event: { data: ArrayBuffer | string }) => void = () => undefined;
  onclose: (event: { code: number; reason: string }) => void = () => undefined;
  readonly sent: Uint8Array[] = [];
  unsent = 0;
  mostUnsent = 0;
  closedWith = 0;

  constructor() {
    Socket.last = this;
  }

  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen();
  }

  send(bytes: Uint8Array): void {
    this.sent.push(bytes.slice());
    this.unsent += bytes.length;
    this.mostUnsent = Math.max(this.mostUnsent, this.unsent);
    this.#show();
  }

  /** The network takes some. */
  takes(bytes: number): void {
    this.unsent = Math.max(0, this.unsent - bytes);
    this.#show();
  }

  close(code: number): void {
    this.closedWith = code;
  }

  #show(): void {
    if (Socket.count === 'at once') this.bufferedAmount = this.unsent;
    else setTimeout(() => (this.bufferedAmount = this.unsent));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  Socket.count = 'at once';
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function opened(handlers: Partial<WireHandlers> = {}): { wire: SocketWire; socket: Socket } {
  const nothing = (): void => undefined;
  const wire = new SocketWire('ws://board', {
    onOpen: nothing,
    onData: nothing,
    onRoom: nothing,
    onClose: nothing,
    ...handlers,
  });
  Socket.last.open();
  return { wire, socket: Socket.last };
}

/** Bytes that tell where they belong. */
function piece(at: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let place = at; place < at + length; ++place) bytes[place - at] = place * 31 + (place >> 8);
  return bytes;
}

/** Whether the parts are the first `size` of those bytes. */
function areWhole(parts: readonly Uint8Array[], size: number): boolean {
  return Buffer.concat(parts).equals(piece(0, size));
}

test.each(['at once', 'late'] as const)(
  'a slow network holds the sender back, sends being counted %s',
  (count) => {
    Socket.count = count;
    const size = 2 * MIB;
    let sent = 0;
    const send = (): void => {
      for (let room = wire.room(); room > 0 && sent < size; room = wire.room()) {
        const length = Math.min(room, 64 * 1024, size - sent);
        wire.send(piece(sent, length));
        sent += length;
      }
    };
    const { wire, socket } = opened({ onRoom: send });
    send();
    // A megabyte per second.
    let ms = 0;
    for (; sent < size || socket.unsent > 0; ++ms) {
      expect(ms).toBeLessThan(10_000);
      socket.takes(1000);
      vi.advanceTimersByTime(1);
    }
    expect(socket.mostUnsent).toBeLessThanOrEqual(WIRE_ROOM);
    // It never stands still: what was there to be sent kept the network busy.
    expect(ms).toBeLessThan(size / 1000 + 100);
    expect(areWhole(socket.sent, size)).toBe(true);
  },
);

test('messages of any size arrive in order, also behind a pause in each', () => {
  const heard: Uint8Array[] = [];
  const { wire, socket } = opened({
    onData: (bytes) => {
      heard.push(bytes);
      wire.pause();
    },
  });
  expect(socket.binaryType).toBe('arraybuffer');
  const size = 3 * MIB;
  for (let at = 0, turn = 0; at < size; ++turn) {
    const length = Math.min(turn % 2 === 0 ? 64 * 1024 : 100, size - at);
    socket.onmessage({ data: piece(at, length).buffer });
    if (turn % 3 === 0) wire.resume();
    vi.advanceTimersByTime(0);
    at += length;
  }
  for (let turns = heard.length; turns < 100; ++turns) {
    wire.resume();
    vi.advanceTimersByTime(0);
  }
  expect(areWhole(heard, size)).toBe(true);
});

test('the end is told after the last byte', () => {
  const told: (string | WireEnd)[] = [];
  const { wire, socket } = opened({
    onData: (bytes) => told.push(new TextDecoder().decode(bytes)),
    onClose: (end) => told.push(end),
  });
  socket.onmessage({ data: 'one' });
  wire.pause();
  socket.onmessage({ data: new TextEncoder().encode('two').buffer });
  socket.onclose({ code: 4000, reason: 'closed by the board' });
  expect(told).toEqual(['one']);
  wire.resume();
  vi.advanceTimersByTime(0);
  expect(told).toEqual([
    'one',
    'two',
    { opened: true, code: 4000, reason: 'closed by the board', gaveUp: false },
  ]);
});

test('a board that does not wait is given up before it fills the memory, and the person is told', () => {
  const ends: WireEnd[] = [];
  const { wire, socket } = opened({ onClose: (end) => ends.push(end) });
  wire.pause();
  const message = new ArrayBuffer(MIB);
  for (let count = 0; count < 64; ++count) socket.onmessage({ data: message });
  expect(socket.closedWith).toBe(0);
  socket.onmessage({ data: message });
  expect(socket.closedWith).toBe(1000);
  socket.onclose({ code: 1000, reason: '' });
  expect(ends).toHaveLength(1);
  expect(ends[0]).toMatchObject({ opened: true, gaveUp: true });
  expect(ends[0]?.reason).toContain('faster than this browser can store');
});

test('nothing is sent before it is open or after it was closed', () => {
  const { wire, socket } = opened();
  socket.readyState = 0;
  expect(wire.room()).toBe(0);
  wire.send(piece(0, 10));
  socket.readyState = Socket.OPEN;
  expect(wire.room()).toBe(WIRE_ROOM);
  wire.close();
  expect(wire.room()).toBe(0);
  wire.send(piece(0, 10));
  expect(socket.sent).toEqual([]);
});
