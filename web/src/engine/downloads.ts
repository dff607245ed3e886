// The files a board sends, of one connection: from the offer through the sink to the row.
//
// On a byte's road: engine_port.ts -> here -> files/*_sink.ts. A file counts as received when the sink
// says it is final, and only then is the board told so; knows neither wire nor browser.
import { wordsOf } from '../base/failure.ts';
import { StorageProblem, type FileSink, type FileStore, type StagedFile } from '../files/sink.ts';
import type { ExistingFiles } from '../protocol/transfer_settings.ts';
import type { EngineCalls } from './engine_calls.ts';
import type { EngineStatus, FaultName, OfferedFile, OutcomeName } from './engine_port.ts';
import { compared, verdictOn, type Verdict } from './existing_files.ts';
import { endingBy, endingOf } from './faults.ts';
import { lineOf } from './line_facts.ts';
import type { TransferRows } from './transfer_rows.ts';

interface Download {
  readonly rowId: number;
  sink: FileSink | null;
  /** Why it failed here, as a sentence. */
  problem: string;
  /** Why it is left out though nobody clicked, as a sentence. */
  skipReason: string;
  /** Gets the checksum of the board's file once it has told it, or null. */
  checksumTold: (crc32: number | null) => void;
  /** Everything has arrived: from here on only the sink decides how it ends. */
  finishing: boolean;
  /** The engine is done with it. */
  over: boolean;
}

export interface DownloadsParts {
  readonly calls: EngineCalls;
  readonly store: FileStore;
  readonly rows: TransferRows;
  /** What becomes of files of which there is one already; asked anew for each. */
  readonly existingFiles: () => ExistingFiles;
  readonly onStaged: (rowId: number, staged: StagedFile) => void;
}

export class Downloads {
  readonly #parts: DownloadsParts;
  readonly #files = new Map<number, Download>();
  /** Ended with the transfer, for a reason that is told with the transfer's end. */
  #unexplained: number[] = [];
  #errorsBefore = 0;

  constructor(parts: DownloadsParts) {
    this.#parts = parts;
  }

  /** Bytes that wait for the disk, of all files. */
  unwritten(): number {
    let sum = 0;
    for (const file of this.#files.values()) sum += file.sink?.unwritten ?? 0;
    return sum;
  }

  /** A board offers a file: it is taken, wherever there is room for it, or left out with a reason. */
  offered(offer: OfferedFile, status: EngineStatus): void {
    const { rows } = this.#parts;
    const { id, name, size } = offer;
    const file: Download = {
      rowId: rows.newId(),
      sink: null,
      problem: '',
      skipReason: '',
      checksumTold: () => undefined,
      finishing: false,
      over: false,
    };
    this.#files.set(id, file);
    this.#errorsBefore = status.errors;
    rows.add(file.rowId, 'download', name, { size });
    this.#answer(offer, file).catch((error: unknown) => this.#fail(id, file, problemOf(error)));
  }

  /** The board told the checksum of its file; null: it does not do that. */
  checksumTold(id: number, crc32: number | null): void {
    this.#files.get(id)?.checksumTold(crc32);
  }

  async #answer(offer: OfferedFile, file: Download): Promise<void> {
    const { calls, store, rows } = this.#parts;
    const { id } = offer;
    const verdict = await this.#verdict(offer, file);
    if (isOver(file)) return;
    if (verdict.kind === 'skip') {
      file.skipReason = verdict.why;
      calls.tell(() => calls.engine.skip(id, calls.now()));
      return;
    }
    const report = {
      committed: (end: number) => {
        calls.tell(() => calls.engine.committed(id, end, calls.now()));
      },
      failed: (problem: string) => this.#fail(id, file, problem),
    };
    const sink = await store.open(offer, report, verdict.placement);
    if (isOver(file)) {
      void sink.abort();
      return;
    }
    file.sink = sink;
    const { place, storedName } = sink;
    rows.change(file.rowId, { state: 'active', place, storedName });
    calls.tell(() => calls.engine.accept(id, 0, calls.now()));
  }

  async #verdict(offer: OfferedFile, file: Download): Promise<Verdict> {
    const { calls, store, existingFiles } = this.#parts;
    const verdict = verdictOn(existingFiles(), offer, await store.find(offer.name));
    if (verdict.kind !== 'compare') return verdict;
    const told = new Promise<number | null>((resolve) => (file.checksumTold = resolve));
    calls.tell(() => calls.engine.requestChecksum(offer.id, calls.now()));
    // While the board reads its file, ours is read.
    const [ours, theirs] = await Promise.all([verdict.existing.crc32().catch(() => null), told]);
    return compared(ours, theirs);
  }

  /** Bytes in order; a view that is copied before this returns. */
  bytes(id: number, offset: number, bytes: Uint8Array): void {
    this.#files.get(id)?.sink?.write(bytes, offset);
  }

  /** Everything has arrived and is stored: the file is made final, and then the board is told. */
  ended(id: number, size: number): void {
    const { calls, rows, onStaged } = this.#parts;
    const file = this.#files.get(id);
    if (file === undefined || file.sink === null) return;
    file.finishing = true;
    rows.change(file.rowId, { bytes: size, finishing: true });
    file.sink.finish().then(
      (staged) => {
        // Known size or not, this is what it came to.
        rows.change(file.rowId, { state: 'done', bytes: size, size, finishing: false });
        if (staged !== null) onStaged(file.rowId, staged);
        this.#forget(id, file);
        calls.tell(() => calls.engine.saved(id, calls.now()));
      },
      (error: unknown) => {
        file.finishing = false;
        this.#fail(id, file, problemOf(error));
      },
    );
  }

  /** The engine is done with a file. */
  done(id: number, outcome: OutcomeName): void {
    const { rows } = this.#parts;
    const file = this.#files.get(id);
    if (file === undefined) return;
    file.over = true;
    // A complete file is kept, whatever became of the line after its last byte.
    if (file.finishing) return;
    void file.sink?.abort();
    this.#files.delete(id);
    const ending = endingOf(outcome);
    if (file.problem !== '') {
      rows.change(file.rowId, { state: 'failed', message: file.problem, place: null });
    } else if (outcome === 'skipped_here' && file.skipReason !== '') {
      rows.change(file.rowId, { state: 'skipped', message: file.skipReason, place: null });
    } else {
      rows.change(file.rowId, { ...ending, place: null });
      if (outcome === 'cancelled' || outcome === 'failed') this.#unexplained.push(file.rowId);
    }
  }

  /** The transfer is over: rows that it took down learn why. */
  transferEnded(fault: FaultName | null): void {
    const rowIds = this.#unexplained;
    this.#unexplained = [];
    if (fault === null) return;
    for (const rowId of rowIds) this.#parts.rows.change(rowId, endingBy(fault));
  }

  /** Numbers of the running transfer, after every turn of the pump. */
  turned(status: EngineStatus): void {
    const file = this.#files.get(status.file);
    if (file === undefined || file.sink === null || file.over) return;
    this.#parts.rows.progress(file.rowId, {
      bytes: status.confirmed,
      errors: Math.max(0, status.errors - this.#errorsBefore),
      resentBytes: status.resentBytes,
      line: lineOf(status),
    });
  }

  /** The person cancels: bytes still waiting for the disk are not wanted any more. */
  cancel(): void {
    for (const file of this.#files.values()) {
      if (!file.finishing) void file.sink?.abort();
    }
  }

  /** The engine's name of the file in a row; null: not one of these, or over. */
  idOfRow(rowId: number): number | null {
    for (const [id, file] of this.#files) {
      if (file.rowId === rowId && !file.over) return id;
    }
    return null;
  }

  /** The connection is gone with the engine: whatever is still open is given up. */
  dispose(fault: FaultName): void {
    for (const [id, file] of this.#files) {
      file.over = true;
      if (file.finishing) continue;
      this.#files.delete(id);
      void file.sink?.abort();
      this.#parts.rows.change(file.rowId, { ...endingBy(fault), place: null });
    }
  }

  #fail(id: number, file: Download, problem: string): void {
    const { calls, rows } = this.#parts;
    file.problem = problem;
    void file.sink?.abort();
    rows.change(file.rowId, { state: 'failed', message: problem, finishing: false, place: null });
    if (file.over) this.#forget(id, file);
    else calls.tell(() => calls.engine.sinkFailed(id, calls.now()));
  }

  #forget(id: number, file: Download): void {
    if (this.#files.get(id) === file) this.#files.delete(id);
  }
}

// A function, because the compiler takes what it read before an await for what is so after it.
function isOver(file: Download): boolean {
  return file.over;
}

function problemOf(error: unknown): string {
  if (error instanceof StorageProblem) return error.message;
  return `The file could not be stored: ${wordsOf(error)}`;
}
