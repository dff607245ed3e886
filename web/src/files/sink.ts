// Where received files go, as the engine's side sees it. directory_sink.ts writes into a folder the
// person chose, opfs_sink.ts into the browser's own storage; download_store.ts chooses between them.
//
// The offset contract: bytes come in order and without gaps, each with its offset, and count as stored
// only when committed() says so. Nothing stands complete under its final name before finish() resolves.

/** What is known of a file before its first byte. */
export interface FileOffer {
  /** Safe as one path component; never empty. */
  readonly name: string;
  /** What the board claims; null: nothing. */
  readonly size: number | null;
}

/** How a sink reports; always on a later turn, never from inside write(). */
export interface SinkReport {
  /** Every byte below `end` is stored. */
  readonly committed: (end: number) => void;
  /** It cannot be stored, and why, as a sentence. Told at most once; nothing is told afterwards. */
  readonly failed: (problem: string) => void;
}

/** A finished file in the browser's own storage. */
export interface StagedFile {
  readonly file: File;
  /** Deletes it there. Never rejects. */
  remove(): Promise<void>;
}

/** One file being stored. */
export interface FileSink {
  readonly place: 'folder' | 'staged';
  /** The name it gets there. */
  readonly storedName: string;
  /** Bytes given and not yet stored: the measure for holding the board back. */
  readonly unwritten: number;
  /** Takes a copy at once, so the caller may reuse the memory. */
  write(bytes: Uint8Array, offset: number): void;
  /**
   * Makes the file final; all bytes are committed. Resolves once it is safe, with the file if it is
   * staged; rejects with a StorageProblem, and then nothing is left behind.
   */
  finish(): Promise<StagedFile | null>;
  /** Gives up and leaves nothing behind. Never rejects. */
  abort(): Promise<void>;
}

export interface FileStore {
  /** Makes room for a file; rejects with a StorageProblem. */
  open(offer: FileOffer, report: SinkReport): Promise<FileSink>;
}

/** Something could not be stored or read; the message is a sentence for a person. */
export class StorageProblem extends Error {
  override readonly name = 'StorageProblem';
}
