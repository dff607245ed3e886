// What the file sides (downloads.ts, uploads.ts) may do to the engine of the present connection.
import type { EnginePort } from './engine_port.ts';

export interface EngineCalls {
  readonly engine: EnginePort;
  /** The engine's time. */
  now(): number;
  /**
   * Runs `told`, which tells the engine something, and then the pump. After the connection has ended
   * it does nothing: answers that come too late are nobody's.
   */
  tell(told: () => void): void;
}
