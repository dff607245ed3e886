// From what a person set and what the directory says of a board to what the engine is given.
import type { BoardLink } from '../protocol/messages.ts';
import type { TransferSettings } from '../protocol/transfer_settings.ts';
import type { PortSettings } from './engine_port.ts';

export function portSettings(board: BoardLink, settings: TransferSettings): PortSettings {
  // What becomes of existing files is decided outside of the engine, and it has one protocol.
  const { protocol: _protocol, existingFiles: _existingFiles, names, ...transfer } = settings;
  return {
    ...transfer,
    telnet: board.telnet,
    columns: board.columns,
    rows: board.rows,
    names: names === 'board' ? board.encoding : names,
  };
}
