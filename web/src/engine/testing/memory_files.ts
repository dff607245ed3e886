// Sinks and sources in memory, for tests, with the faults and delays that disks have.
import {
  StorageProblem,
  type ExistingFile,
  type FileOffer,
  type FileSink,
  type FileStore,
  type Found,
  type Placement,
  type SinkReport,
  type StagedFile,
} from '../../files/sink.ts';
import type { FileSource } from '../../files/source.ts';

export class MemorySink implements FileSink {
  readonly place = 'folder';
  readonly storedName: string;
  readonly pieces: Uint8Array[] = [];
  state: 'open' | 'finished' | 'aborted' = 'open';
  unwritten = 0;
  mostUnwritten = 0;
  readonly #store: MemoryStore;
  readonly #report: SinkReport;
  #end = 0;
  #disk = Promise.resolve();

  constructor(store: MemoryStore, name: string, report: SinkReport) {
    this.#store = store;
    this.storedName = name;
    this.#report = report;
  }

  get bytes(): Uint8Array {
    return joined(this.pieces);
  }

  write(bytes: Uint8Array, offset: number): void {
    if (this.state !== 'open') return;
    if (offset !== this.#end) throw new Error(`bytes at ${offset}, ${this.#end} expected`);
    this.#end += bytes.length;
    this.pieces.push(bytes.slice());
    this.unwritten += bytes.length;
    this.mostUnwritten = Math.max(this.mostUnwritten, this.unwritten);
    const end = this.#end;
    if (this.#store.failAt <= end) {
      setTimeout(() => this.#report.failed(this.#store.problem));
      return;
    }
    // One write after the other, as a disk does.
    this.#disk = this.#disk.then(() => this.#store.diskTurn());
    void this.#disk.then(() => {
      if (this.state !== 'open') return;
      this.unwritten -= bytes.length;
      this.#report.committed(end);
    });
  }

  async finish(): Promise<StagedFile | null> {
    await this.#store.closing;
    if (this.#store.failClose) {
      this.state = 'aborted';
      throw new StorageProblem(this.#store.problem);
    }
    this.state = 'finished';
    return null;
  }

  abort(): Promise<void> {
    this.state = 'aborted';
    this.unwritten = 0;
    return Promise.resolve();
  }
}

export class MemoryStore implements FileStore {
  readonly sinks: MemorySink[] = [];
  problem = 'There is no space left.';
  failAt = Infinity;
  failClose = false;
  /** What finish() waits for. */
  closing: Promise<void> = Promise.resolve();
  /** What each write waits for: a slow disk, or one that hangs. */
  diskTurn: () => Promise<void> = () => Promise.resolve();
  refreshed = 0;

  /** What is there already, by name; null: this store keeps every file apart. */
  existing: Map<string, ExistingFile> | null = null;
  /** How each file was placed, in order. */
  readonly placements: Placement[] = [];
  space: number | null = null;

  refresh(): void {
    ++this.refreshed;
  }

  find(name: string): Promise<Found> {
    if (this.existing === null) return Promise.resolve({ kind: 'unknown' });
    const file = this.existing.get(name);
    return Promise.resolve(file === undefined ? { kind: 'absent' } : { kind: 'there', file });
  }

  freeSpace(): Promise<number | null> {
    return Promise.resolve(this.space);
  }

  open(offer: FileOffer, report: SinkReport, placement: Placement): Promise<FileSink> {
    this.placements.push(placement);
    const sink = new MemorySink(this, offer.name, report);
    this.sinks.push(sink);
    return Promise.resolve(sink);
  }
}

export class MemorySource implements FileSource {
  readonly name: string;
  readonly size: number;
  readonly modified: number;
  /** From here on it cannot be read any more. */
  breaksAt = Infinity;
  readonly #bytes: Uint8Array;

  constructor(name: string, bytes: Uint8Array, modified = 0) {
    this.modified = modified;
    this.name = name;
    this.size = bytes.length;
    this.#bytes = bytes;
  }

  read(offset: number, length: number): Promise<Uint8Array> {
    if (offset + length > this.breaksAt) {
      return Promise.reject(new StorageProblem(`“${this.name}” was changed.`));
    }
    return Promise.resolve(this.#bytes.slice(offset, offset + length));
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
