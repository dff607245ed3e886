// Where outgoing files come from, as the engine's side sees it.
//
// The offset contract: there is no cursor. Every read names its offset and is answered with exactly
// the bytes that stand there, or with an error; never with fewer, never padded.

export interface FileSource {
  readonly name: string;
  readonly size: number;
  /** Seconds since 1970 UTC; 0: unknown. */
  readonly modified: number;
  /** Rejects with a StorageProblem if those bytes cannot be had. */
  read(offset: number, length: number): Promise<Uint8Array>;
}
