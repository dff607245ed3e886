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
   * staged; rejects with a StorageProblem, and then everything is as it was before.
   */
  finish(): Promise<StagedFile | null>;
  /** Gives up; everything is as it was before. Never rejects. */
  abort(): Promise<void>;
}

/** A file that was there before. */
export interface ExistingFile {
  readonly size: number;
  /** Seconds since 1970 UTC. */
  readonly modified: number;
  /** Of the whole file. Rejects if it cannot be read. */
  crc32(): Promise<number>;
}

/** Whether a place has a file of some name; `unknown`: it keeps every file apart, or cannot be seen. */
export type Found =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'there'; readonly file: ExistingFile };

/** Where a file goes if one of its name is there: next to it, in its place, or onto its end. */
export type Placement = 'beside' | 'replace' | 'append';

export interface FileStore {
  /** Looks for a file of that name. Never rejects. */
  find(name: string): Promise<Found>;
  /** Makes room for a file; rejects with a StorageProblem. */
  open(offer: FileOffer, report: SinkReport, placement: Placement): Promise<FileSink>;
  /** How many bytes can be stored; null: unknown. Never rejects. */
  freeSpace(): Promise<number | null>;
}

/** Something could not be stored or read; the message is a sentence for a person. */
export class StorageProblem extends Error {
  override readonly name = 'StorageProblem';
}
