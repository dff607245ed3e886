// What the engine says of how a file's bytes stand on the line, as the rows show it.
import type { LineFacts } from '../protocol/messages.ts';
import type { EngineStatus } from './engine_port.ts';

/** null: no block of this file has travelled yet, and the numbers are those of another one. */
export function lineOf(status: EngineStatus): LineFacts | null {
  const { block, crc, mode, escapesControls, reached } = status;
  return block === 0 || reached === 0 ? null : { block, crc, mode, escapesControls };
}
