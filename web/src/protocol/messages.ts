// What page and worker say to each other: the only file both sides share. Plain data that survives
// structured cloning; no DOM, no browser API beyond types that both sides know.
//
// The worker owns the socket, the engine and the files; the page owns the screen and the person.

import type { TransferSettings } from './transfer_settings.ts';

/** A board as the page's directory names it (boards.json, see the contract). */
export interface BoardLink {
  /** The board's id in boards.json. */
  readonly id: string;
  /** WebSocket address: the bridge's /board/ID, or the board's own. */
  readonly url: string;
  /** Whether the bytes behind the WebSocket are telnet. */
  readonly telnet: boolean;
  /** How the board writes file names. */
  readonly encoding: 'cp437' | 'utf8';
  readonly columns: number;
  readonly rows: number;
}

export type ConnectionState = 'disconnected' | 'connecting' | 'connected' | 'closed' | 'refused';

export type TransferDirection = 'download' | 'upload';

export type TransferState = 'waiting' | 'active' | 'done' | 'skipped' | 'failed' | 'cancelled';

/** How a file's bytes stand on the line. */
export interface LineFacts {
  /** Bytes in the largest block so far. */
  readonly block: number;
  readonly crc: 16 | 32;
  readonly mode: DataMode;
  readonly escapesControls: boolean;
}

export type DataMode = 'plain' | 'run_length' | 'seven_bit' | 'packed' | 'turbo';

/** One row of the transfer list. Sent whole on every change, at most ten times a second per row. */
export interface TransferRow {
  readonly id: number;
  readonly name: string;
  readonly direction: TransferDirection;
  readonly state: TransferState;
  /** Bytes stored (download) or acknowledged by the board (upload). */
  readonly bytes: number;
  /** Unknown while the board has not said, or when it said nothing. */
  readonly size: number | null;
  /** Bytes a second over the last few seconds; 0 when not active. */
  readonly speed: number;
  readonly secondsLeft: number | null;
  /** Pieces that were damaged or missing and were repaired. */
  readonly errors: number;
  readonly resentBytes: number;
  /** Everything has arrived and the file is being made final. */
  readonly finishing: boolean;
  /** A sentence for a person when the state is failed, skipped or cancelled; else empty. */
  readonly message: string;
  /** Where a finished download is: in the chosen folder, or staged for the save link. */
  readonly place: 'folder' | 'staged' | null;
  /** The name it was stored under (differs from `name` when one of that name was there). */
  readonly storedName: string;
  /** Unknown before the first block. */
  readonly line: LineFacts | null;
}

/** A file the person wants to send. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly file: File;
}

export type ToWorker =
  | { readonly type: 'connect'; readonly board: BoardLink }
  /** Before the first connect. What becomes of existing files holds from the next file on, the rest
      from the next connection. */
  | { readonly type: 'settings'; readonly settings: TransferSettings }
  | { readonly type: 'disconnect' }
  | { readonly type: 'keys'; readonly bytes: Uint8Array }
  | { readonly type: 'resize'; readonly columns: number; readonly rows: number }
  /** The screen has drawn this many bytes; the worker stops reading the wire when too many wait. */
  | { readonly type: 'terminalDrawn'; readonly bytes: number }
  | { readonly type: 'queueUploads'; readonly uploads: readonly Upload[] }
  | { readonly type: 'unqueueUpload'; readonly id: number }
  | { readonly type: 'setFolder'; readonly folder: FileSystemDirectoryHandle | null }
  | { readonly type: 'startTransfer'; readonly direction: TransferDirection }
  /** Ends the running transfer, all its files. */
  | { readonly type: 'cancelTransfer' }
  /** Leaves out one file: waiting or active. */
  | { readonly type: 'skipFile'; readonly id: number }
  /** Forgets a staged download (it has been saved, or is not wanted). */
  | { readonly type: 'dropStaged'; readonly id: number };

export type FromWorker =
  /** The engine is loaded; nothing else is sent before it. */
  | { readonly type: 'ready' }
  | { readonly type: 'status'; readonly state: ConnectionState; readonly text: string }
  | { readonly type: 'terminal'; readonly bytes: Uint8Array }
  | { readonly type: 'transfer'; readonly row: TransferRow }
  | { readonly type: 'transferStarted'; readonly direction: TransferDirection }
  /** The board waits for files and none are queued. */
  | { readonly type: 'uploadWanted' }
  /** `problem` is a sentence for a person, or empty when all went well. */
  | { readonly type: 'transferEnded'; readonly problem: string }
  /** A finished download that waits in the browser's own storage; the page offers to save it. */
  | { readonly type: 'staged'; readonly id: number; readonly file: File }
  /** The board has something to say to the person, in its own character set. */
  | { readonly type: 'boardMessage'; readonly text: Uint8Array }
  | {
      readonly type: 'notice';
      readonly severity: 'info' | 'warning' | 'error';
      readonly text: string;
    };
