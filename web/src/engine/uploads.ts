// The files a person wants to send. They wait here, across connections, until a board asks for them;
// then the engine asks for their bytes, piece by piece, by offset.
//
// On a byte's road: files/*_source.ts -> here -> engine_port.ts. Knows neither wire nor browser.
import { wordsOf } from '../base/failure.ts';
import type { FileSource } from '../files/source.ts';
import type { EngineCalls } from './engine_calls.ts';
import type { EngineStatus, FaultName, OutcomeName } from './engine_port.ts';
import { endingBy, endingOf } from './faults.ts';
import { lineOf } from './line_facts.ts';
import type { TransferRows } from './transfer_rows.ts';

// The engine counts the files it is offered from 0 up; ours stand far above, so that an event about a
// file says by its number which way the file goes.
const FIRST_ID = 0x80000000;

interface Waiting {
  readonly source: FileSource;
  started: boolean;
  problem: string;
}

export class Uploads {
  readonly #rows: TransferRows;
  readonly #files = new Map<number, Waiting>();
  #calls: EngineCalls | null = null;
  #unexplained: number[] = [];
  #errorsBefore = 0;

  constructor(rows: TransferRows) {
    this.#rows = rows;
  }

  /** Whether the engine's number is that of an outgoing file. */
  static owns(id: number): boolean {
    return id >= FIRST_ID;
  }

  /** Queues a file under the page's own row number. */
  add(rowId: number, source: FileSource): void {
    this.#files.set(rowId, { source, started: false, problem: '' });
    this.#rows.add(rowId, 'upload', source.name, { size: source.size });
    const calls = this.#calls;
    calls?.tell(() => this.#queue(calls, rowId, source));
  }

  /** A new connection: what waits is told to its engine. */
  attach(calls: EngineCalls): void {
    this.#calls = calls;
    for (const [rowId, { source }] of this.#files) this.#queue(calls, rowId, source);
  }

  /** The connection is gone; what had not been started waits for the next one. */
  detach(fault: FaultName): void {
    this.#calls = null;
    for (const [rowId, file] of this.#files) {
      if (!file.started) continue;
      this.#files.delete(rowId);
      this.#rows.change(rowId, endingBy(fault));
    }
  }

  /** Takes a waiting file back as if it had never been queued; one that runs already is left out. */
  unqueue(rowId: number): void {
    if (!this.#files.has(rowId)) return;
    if (!this.#takeFromEngine(rowId)) {
      this.leaveOut(rowId);
      return;
    }
    this.#files.delete(rowId);
    this.#rows.remove(rowId);
  }

  /** Leaves out a file, waiting or running. False: there is none of that number. */
  leaveOut(rowId: number): boolean {
    if (!this.#files.has(rowId)) return false;
    const calls = this.#calls;
    if (this.#takeFromEngine(rowId)) this.#end(rowId, 'skipped_here');
    else calls?.tell(() => calls.engine.skip(FIRST_ID + rowId, calls.now()));
    return true;
  }

  /** The board waits for this file's bytes from `from` on. */
  started(id: number, from: number, status: EngineStatus): void {
    const file = this.#files.get(id - FIRST_ID);
    if (file === undefined) return;
    if (!file.started) this.#errorsBefore = status.errors;
    file.started = true;
    this.#rows.change(id - FIRST_ID, { state: 'active', bytes: from });
  }

  /** The engine needs bytes; it drops the answer itself if it has changed its mind by then. */
  wanted(id: number, offset: number, length: number): void {
    const calls = this.#calls;
    const file = this.#files.get(id - FIRST_ID);
    if (calls === null || file === undefined) return;
    file.source.read(offset, length).then(
      (bytes) => calls.tell(() => calls.engine.provide(id, offset, bytes, calls.now())),
      (error: unknown) => {
        file.problem = wordsOf(error);
        calls.tell(() => calls.engine.sourceFailed(id, calls.now()));
      },
    );
  }

  done(id: number, outcome: OutcomeName): void {
    this.#end(id - FIRST_ID, outcome);
  }

  transferEnded(fault: FaultName | null): void {
    const rowIds = this.#unexplained;
    this.#unexplained = [];
    if (fault === null) return;
    for (const rowId of rowIds) this.#rows.change(rowId, endingBy(fault));
  }

  /** Numbers of the running transfer; `unsent` bytes of it have not left this machine yet. */
  turned(status: EngineStatus, unsent: number): void {
    const rowId = status.file - FIRST_ID;
    const file = this.#files.get(rowId);
    if (!status.active || file?.started !== true) return;
    // Most boards acknowledge nothing along the way: then what has left counts, which is less than
    // what was sent by what still waits in the browser.
    const left = Math.max(0, status.reached - unsent);
    this.#rows.progress(rowId, {
      bytes: Math.min(file.source.size, Math.max(status.confirmed, left)),
      errors: Math.max(0, status.errors - this.#errorsBefore),
      resentBytes: status.resentBytes,
      line: lineOf(status),
    });
  }

  // False: the board has been offered the file already.
  #takeFromEngine(rowId: number): boolean {
    const calls = this.#calls;
    if (calls === null) return true;
    let taken = false;
    calls.tell(() => (taken = calls.engine.unqueue(FIRST_ID + rowId)));
    return taken;
  }

  #queue(calls: EngineCalls, rowId: number, source: FileSource): void {
    const { name, size, modified } = source;
    calls.engine.queueFile({ id: FIRST_ID + rowId, name, size, modified }, calls.now());
  }

  #end(rowId: number, outcome: OutcomeName): void {
    const file = this.#files.get(rowId);
    if (file === undefined) return;
    this.#files.delete(rowId);
    if (file.problem !== '') {
      this.#rows.change(rowId, { state: 'failed', message: file.problem });
      return;
    }
    const bytes = outcome === 'complete' ? { bytes: file.source.size } : {};
    this.#rows.change(rowId, { ...endingOf(outcome), ...bytes });
    if (outcome === 'cancelled' || outcome === 'failed') this.#unexplained.push(rowId);
  }
}
