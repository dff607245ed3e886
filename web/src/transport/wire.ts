// Wire: the line to a board as the engine's pump sees it, whatever carries it. Two kinds exist,
// stream_wire.ts and socket_wire.ts; open_wire.ts chooses.
//
// On a byte's road this is the first room behind the browser's socket (down) and the last one before
// it (up). It knows no protocol and no screen: bytes, room, and why it ended.

/** The most that may wait in the browser to be sent: what one line error can cost, plus the path. */
export const WIRE_ROOM = 256 * 1024;

/** How a wire ended. Told once, after the last byte was handed on. */
export interface WireEnd {
  /** Whether it ever was open. */
  readonly opened: boolean;
  /** WebSocket close code; 1006 when there was none. */
  readonly code: number;
  /** What the other side said, or what this side found wrong; may be empty. */
  readonly reason: string;
  /** This side gave up, and `reason` says why. */
  readonly gaveUp: boolean;
}

export interface WireHandlers {
  readonly onOpen: () => void;
  /** In order. The bytes belong to the receiver. May be empty: a sign of life without content. */
  readonly onData: (bytes: Uint8Array) => void;
  /** There is more room() than at the last look. */
  readonly onRoom: () => void;
  readonly onClose: (end: WireEnd) => void;
}

export interface Wire {
  /** How many bytes send() may be given now; 0 unless open. */
  room(): number;
  /** Sends a copy, in order; the caller may reuse the memory at once. At most room() bytes. */
  send(bytes: Uint8Array): void;
  /** Asks the other side to wait. What is on the way may still be handed on. */
  pause(): void;
  resume(): void;
  /** Ends the wire from this side. Nothing is handed on afterwards but onClose. */
  close(): void;
}
