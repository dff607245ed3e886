// The one place that decides what carries a wire.
import { SocketWire } from './socket_wire.ts';
import { StreamWire, hasWebSocketStream } from './stream_wire.ts';
import type { Wire, WireHandlers } from './wire.ts';

/** Starts to connect; the handlers tell the rest. Throws only when `url` is no WebSocket address. */
export function openWire(url: string, handlers: WireHandlers): Wire {
  return hasWebSocketStream() ? new StreamWire(url, handlers) : new SocketWire(url, handlers);
}
