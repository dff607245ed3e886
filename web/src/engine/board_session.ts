// One connection to one board: joins wire, pump, engine and files, and tells the page what happens.
//
// On a byte's road it is the hub between pump.ts and the two file sides. It lives from the click on
// "connect" until the line is gone and everything that came over it has been dealt with; then onEnd is
// called, once, and the next connection gets a new one. Knows no browser API: all of that is given.
import { wordsOf } from '../base/failure.ts';
import type { FileStore, StagedFile } from '../files/sink.ts';
import type { ConnectionState, FromWorker } from '../protocol/messages.ts';
import type { ExistingFiles } from '../protocol/transfer_settings.ts';
import { closingWords, isBridge } from '../transport/close_words.ts';
import { WIRE_ROOM, type Wire, type WireEnd, type WireHandlers } from '../transport/wire.ts';
import { Downloads } from './downloads.ts';
import type { EngineCalls } from './engine_calls.ts';
import type { EngineClock } from './engine_clock.ts';
import type { DirectionName, EngineEvent, EnginePort, FaultName } from './engine_port.ts';
import { FAULT_WORDS } from './faults.ts';
import { Pump, type Later } from './pump.ts';
import type { TransferRows } from './transfer_rows.ts';
import { Uploads } from './uploads.ts';

/** A bridge is reached before its board is. If the board then says nothing, it is a silent one. */
const SILENT_BOARD_MS = 5000;

export interface BoardSessionParts {
  readonly url: string;
  readonly engine: EnginePort;
  readonly clock: EngineClock;
  readonly later: Later;
  /** Starts to connect; throws if the address is none. */
  readonly openWire: (url: string, handlers: WireHandlers) => Wire;
  readonly rows: TransferRows;
  readonly store: FileStore & { refresh(): void };
  readonly uploads: Uploads;
  /** What becomes of files of which there is one already; asked anew for each. */
  readonly existingFiles: () => ExistingFiles;
  readonly post: (message: FromWorker, transfer?: Transferable[]) => void;
  readonly onStaged: (rowId: number, staged: StagedFile) => void;
  /** `crashed`: the engine itself is broken and must be loaded again. */
  readonly onEnd: (how: { readonly crashed: boolean }) => void;
}

export class BoardSession {
  readonly #parts: BoardSessionParts;
  readonly #calls: EngineCalls;
  readonly #downloads: Downloads;
  readonly #wire: Wire;
  readonly #pump: Pump;
  #reached = false;
  #takeBackSilence: (() => void) | null = null;
  #goodbye: { readonly state: ConnectionState; readonly text: string } | null = null;
  #ended = false;
  #toldPasteLimit = false;

  /** Starts to connect. Throws if the address is none; nothing is left open then. */
  constructor(parts: BoardSessionParts) {
    this.#parts = parts;
    // WebSocketStream would take anything as relative to this script.
    if (!URL.canParse(parts.url) || !/^wss?:$/.test(new URL(parts.url).protocol)) {
      throw new Error(`“${parts.url}” is no WebSocket address.`);
    }
    const { engine, clock, later, rows, store, existingFiles, onStaged } = parts;
    this.#calls = {
      engine,
      now: () => clock.now(),
      tell: (told) => this.#tell(told),
    };
    this.#downloads = new Downloads({
      calls: this.#calls,
      store,
      rows,
      existingFiles,
      onStaged,
    });
    this.#wire = parts.openWire(parts.url, {
      onOpen: () => this.#opened(),
      onData: (bytes) => this.#heard(bytes),
      onRoom: () => this.#tell(),
      onClose: (end) => this.#wireEnded(end),
    });
    this.#pump = new Pump({
      engine,
      wire: this.#wire,
      clock,
      later: (run, ms) => later(() => this.#guarded(run), ms),
      unwritten: () => this.#downloads.unwritten(),
      listener: {
        terminal: (bytes) => {
          const copy = bytes.slice();
          parts.post({ type: 'terminal', bytes: copy }, [copy.buffer]);
        },
        fileBytes: (id, offset, bytes) => this.#downloads.bytes(id, offset, bytes),
        event: (event) => this.#happened(event),
        turned: () => this.#turned(),
      },
    });
    parts.uploads.attach(this.#calls);
  }

  // --- what the person does ---

  type(keys: Uint8Array): void {
    this.#guarded(() => {
      if (this.#pump.type(keys) || this.#toldPasteLimit) return;
      this.#toldPasteLimit = true;
      this.#notice('warning', 'That was too much to paste at once; the board did not get the end.');
    });
  }

  resize(columns: number, rows: number): void {
    this.#tell(() => this.#parts.engine.resize(columns, rows));
  }

  drawn(bytes: number): void {
    this.#guarded(() => this.#pump.drawn(bytes));
  }

  startTransfer(direction: DirectionName): void {
    this.#tell(() => this.#parts.engine.start(direction, this.#calls.now()));
  }

  cancelTransfer(): void {
    this.#tell(() => {
      // First: a disk that hangs must not hold up the cancelling.
      this.#downloads.cancel();
      this.#parts.engine.cancel(this.#calls.now());
    });
  }

  /** Leaves out a file that comes in. False: there is none in that row. */
  skipDownload(rowId: number): boolean {
    const id = this.#downloads.idOfRow(rowId);
    if (id === null) return false;
    this.#tell(() => this.#parts.engine.skip(id, this.#calls.now()));
    return true;
  }

  hangUp(): void {
    this.#goodbye ??= { state: 'disconnected', text: 'You hung up.' };
    this.#wire.close();
    this.#guarded(() => this.#pump.hangUp());
  }

  // --- what the wire says ---

  #opened(): void {
    const { url, later } = this.#parts;
    if (!isBridge(url)) {
      this.#isReached();
      return;
    }
    this.#status('connecting', 'The bridge answers; calling the board.');
    this.#takeBackSilence = later(() => this.#isReached(), SILENT_BOARD_MS);
  }

  #heard(bytes: Uint8Array): void {
    this.#isReached();
    this.#guarded(() => this.#pump.feed(bytes));
  }

  #isReached(): void {
    this.#takeBackSilence?.();
    if (this.#reached || this.#ended) return;
    this.#reached = true;
    this.#status('connected', 'Connected.');
  }

  #wireEnded(end: WireEnd): void {
    this.#takeBackSilence?.();
    this.#goodbye ??= closingWords(end, this.#parts.url);
    this.#guarded(() => this.#pump.wireGone());
  }

  // --- what the engine says ---

  #happened(event: EngineEvent): void {
    const { engine, uploads, store, post } = this.#parts;
    switch (event.kind) {
      case 'transferStarted':
        store.refresh();
        this.#tellFreeSpace();
        post({ type: 'transferStarted', direction: event.direction });
        break;
      case 'uploadWanted':
        post({ type: 'uploadWanted' });
        break;
      case 'fileOffered':
        this.#downloads.offered(event, engine.status);
        break;
      case 'checksumTold':
        this.#downloads.checksumTold(event.id, event.crc32);
        break;
      case 'fileEnded':
        this.#downloads.ended(event.id, event.size);
        break;
      case 'fileWanted':
        uploads.wanted(event.id, event.offset, event.length);
        break;
      case 'fileStarted':
        uploads.started(event.id, event.from, engine.status);
        break;
      case 'fileDone':
        if (Uploads.owns(event.id)) uploads.done(event.id, event.outcome);
        else this.#downloads.done(event.id, event.outcome);
        break;
      case 'peerMessage':
        post({ type: 'boardMessage', text: event.text });
        break;
      case 'refused':
        this.#notice(
          'warning',
          event.what === 'command'
            ? 'The board asked this browser to run a command. That was refused.'
            : 'The board tried to deliver mail in place of a file. That was refused.',
        );
        break;
      case 'transferEnded':
        this.#transferEnded(event.fault);
        break;
    }
  }

  // Some boards ask before they send; where nobody can know, there is room for anything.
  #tellFreeSpace(): void {
    void this.#parts.store.freeSpace().then((bytes) => {
      this.#tell(() => this.#parts.engine.tellFreeSpace(bytes ?? Number.MAX_SAFE_INTEGER));
    });
  }

  #transferEnded(fault: FaultName | null): void {
    this.#downloads.transferEnded(fault);
    this.#parts.uploads.transferEnded(fault);
    this.#parts.post({ type: 'transferEnded', problem: this.#problemOf(fault) });
  }

  #problemOf(fault: FaultName | null): string {
    if (fault === null || fault === 'cancelled_here') return '';
    if (fault === 'link_lost' && this.#goodbye?.state === 'disconnected') {
      return 'You hung up before the transfer was complete.';
    }
    return FAULT_WORDS[fault];
  }

  #turned(): void {
    const { status } = this.#parts.engine;
    if (status.active) {
      this.#downloads.turned(status);
      this.#parts.uploads.turned(status, WIRE_ROOM - this.#wire.room());
    }
    if (this.#pump.finished) this.#end({ crashed: false });
  }

  // --- the one way to the engine, and the end ---

  #tell(told?: () => void): void {
    this.#guarded(() => {
      told?.();
      this.#pump.pump();
    });
  }

  // A trap in the engine is a fault of ours: said so, and the page stays usable.
  #guarded(run: () => void): void {
    if (this.#ended) return;
    try {
      run();
    } catch (error) {
      this.#notice(
        'error',
        `Boardwalk stopped this connection by a mistake of its own: ${wordsOf(error)}`,
      );
      this.#goodbye = { state: 'closed', text: 'Boardwalk made a mistake and hung up.' };
      this.#end({ crashed: true });
    }
  }

  #end(how: { readonly crashed: boolean }): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#takeBackSilence?.();
    this.#wire.close();
    this.#pump.dispose();
    const fault = how.crashed ? 'host_misuse' : 'link_lost';
    this.#downloads.dispose(fault);
    this.#parts.uploads.detach(fault);
    const { state, text } = this.#goodbye ?? { state: 'closed', text: 'The connection is over.' };
    this.#status(state, text);
    this.#parts.onEnd(how);
  }

  #status(state: ConnectionState, text: string): void {
    this.#parts.post({ type: 'status', state, text });
  }

  #notice(severity: 'info' | 'warning' | 'error', text: string): void {
    this.#parts.post({ type: 'notice', severity, text });
  }
}
