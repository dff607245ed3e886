// From what a person set and what the directory says of a board to what the engine is given.
import type { BoardLink } from '../protocol/messages.ts';
import type { TransferSettings } from '../protocol/transfer_settings.ts';
import type { PortSettings } from './engine_port.ts';

/** Members that the engine has no use for are not looked at by it: the protocol is the only one it has,
    and what becomes of existing files is decided outside of it. */
export function portSettings(board: BoardLink, settings: TransferSettings): PortSettings {
  const { telnet, columns, rows, encoding } = board;
  const names = settings.names === 'board' ? encoding : settings.names;
  return { ...settings, telnet, columns, rows, names };
}
