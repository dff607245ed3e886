// The engine as the worker uses it, and the only file that touches the WebAssembly heap: bytes are
// copied in here, and go out as views that hold until the next call.
//
// One turn is one call: step() or speak(), then the getters tell what it brought. Events other than
// bulk come from takeEvent(). What the calls mean for a transfer is told in session.h.
import type {
  BoardwalkModule,
  ConversionName,
  DataModeName,
  DirectionName,
  EnumOf,
  EnumValue,
  FaultName,
  ManagementName,
  OutcomeName,
  Port,
  PortEventKindName,
  PortFile,
  PortSettings,
  RefusedName,
  ReportFieldName,
} from 'boardwalk-engine';

import { Failure } from '../base/failure.ts';

export type {
  DataModeName,
  DirectionName,
  FaultName,
  ManagementName,
  OutcomeName,
  PortFile,
  PortSettings,
  RefusedName,
};

/** A file that the board wants to send, and what it asks for about it. */
export interface OfferedFile {
  readonly id: number;
  readonly name: string;
  readonly size: number | null;
  /** Seconds since 1970 UTC; 0: unknown. */
  readonly modified: number;
  readonly management: ManagementName;
  readonly skipIfMissing: boolean;
  readonly conversion: ConversionName;
}

/** What the engine tells besides bytes (event.h). */
export type EngineEvent =
  | { readonly kind: 'transferStarted'; readonly direction: DirectionName }
  | { readonly kind: 'uploadWanted' }
  | ({ readonly kind: 'fileOffered' } & OfferedFile)
  | {
      readonly kind: 'checksumTold';
      readonly id: number;
      /** null: the board does not answer such questions. */
      readonly crc32: number | null;
    }
  | { readonly kind: 'fileEnded'; readonly id: number; readonly size: number }
  | {
      readonly kind: 'fileWanted';
      readonly id: number;
      readonly offset: number;
      readonly length: number;
    }
  | { readonly kind: 'fileStarted'; readonly id: number; readonly from: number }
  | {
      readonly kind: 'fileDone';
      readonly id: number;
      readonly outcome: OutcomeName;
      readonly bytes: number;
    }
  /** The board's own bytes, in its character set. */
  | { readonly kind: 'peerMessage'; readonly text: Uint8Array }
  | { readonly kind: 'refused'; readonly what: RefusedName }
  | { readonly kind: 'transferEnded'; readonly fault: FaultName | null };

/** Numbers of the running or the last transfer. */
export interface EngineStatus {
  readonly active: boolean;
  readonly file: number;
  readonly confirmed: number;
  readonly reached: number;
  readonly errors: number;
  readonly resentBytes: number;
  /** Bytes in the latest block; 0: none yet. */
  readonly block: number;
  readonly crc: 16 | 32;
  readonly mode: DataModeName;
  readonly escapesControls: boolean;
}

export class EnginePort {
  readonly #module: BoardwalkModule;
  readonly #port: Port;
  readonly #heap: Uint8Array;
  readonly #inbox: Uint8Array;
  readonly #keys: Uint8Array;
  readonly #outbox: number;
  readonly #report: Float64Array;
  readonly #index: Readonly<Record<ReportFieldName, number>>;
  readonly #modes: Readonly<Record<number, DataModeName>>;

  /**
   * Takes about 4 MiB of the module's heap until dispose(). Throws a Failure whose code is the
   * engine's word for settings that cannot be.
   */
  constructor(module: BoardwalkModule, settings: PortSettings) {
    const problem = module.settingsProblem(settings);
    if (problem !== '') throw new Failure(problem, `The engine cannot work so: ${problem}.`);
    this.#module = module;
    this.#port = new module.Port(settings);
    this.#heap = module.HEAPU8;
    this.#inbox = this.#window(this.#port.inbox(), module.INBOX_BYTES);
    this.#keys = this.#window(this.#port.keys(), module.KEY_BYTES);
    this.#outbox = this.#port.outbox();
    this.#report = new Float64Array(this.#heap.buffer, this.#port.report(), module.REPORT_FIELDS);
    this.#index = indexes(module.ReportField);
    this.#modes = names(module.DataMode);
  }

  dispose(): void {
    this.#port.delete();
  }

  /** The most that one step() takes. */
  get inboxBytes(): number {
    return this.#inbox.length;
  }

  /** With less room than this, there may be something to say that does not fit. */
  get maxUnit(): number {
    return this.#module.MAX_UNIT;
  }

  // --- one turn ---

  /**
   * Gives the engine input, or, without any, the time. While pending is not 0 the earlier input goes
   * first and `input` must be empty.
   */
  step(input: Uint8Array, outRoom: number, now: number): void {
    this.#inbox.set(input);
    this.#port.step(input.length, outRoom, now);
  }

  /** A turn without input and without time passing. */
  speak(outRoom: number, now: number): void {
    this.#port.speak(outRoom, now);
  }

  /** Bytes of earlier input that the engine has not taken yet. */
  get pending(): number {
    return this.#number('pending');
  }

  /** Bytes to send now; a view. */
  get out(): Uint8Array {
    return this.#window(this.#outbox, this.#number('out_length'));
  }

  /** Bytes for the screen; a view. */
  get terminal(): Uint8Array {
    return this.#window(this.#number('terminal_at'), this.#number('terminal_length'));
  }

  /** Bytes of a file to be stored; a view, empty if there are none. */
  get fileBytes(): Uint8Array {
    return this.#window(this.#number('file_at'), this.#number('file_length'));
  }

  /** Of which file, and where in it, fileBytes is. */
  get fileId(): number {
    return this.#number('file_id');
  }

  get fileOffset(): number {
    return this.#number('file_offset');
  }

  get events(): number {
    return this.#number('events');
  }

  /** When the next step without input is due; Infinity: never. */
  get deadline(): number {
    return this.#number('deadline_ms');
  }

  get status(): EngineStatus {
    return {
      active: this.#number('active') !== 0,
      file: this.#number('current_file'),
      confirmed: this.#number('confirmed'),
      reached: this.#number('reached'),
      errors: this.#number('errors'),
      resentBytes: this.#number('resent_bytes'),
      block: this.#number('block'),
      crc: this.#number('crc') === 16 ? 16 : 32,
      mode: this.#modes[this.#number('mode')] ?? 'plain',
      escapesControls: this.#number('escapes_controls') !== 0,
    };
  }

  /** Whether a transfer runs. */
  get active(): boolean {
    return this.#number('active') !== 0;
  }

  /** The oldest event not taken; null when there is none. */
  takeEvent(): EngineEvent | null {
    const event = this.#port.takeEvent();
    const { id } = event;
    const kind = nameIn<PortEventKindName>(this.#module.PortEventKind, event.kind);
    switch (kind) {
      case 'none':
        return null;
      case 'transfer_started':
        return {
          kind: 'transferStarted',
          direction: nameIn<DirectionName>(this.#module.Direction, event.direction),
        };
      case 'upload_wanted':
        return { kind: 'uploadWanted' };
      case 'file_offered':
        return {
          kind: 'fileOffered',
          id,
          name: event.name,
          size: event.size < 0 ? null : event.size,
          modified: event.modified,
          management: nameIn<ManagementName>(this.#module.Management, event.management),
          skipIfMissing: event.skipIfMissing,
          conversion: nameIn<ConversionName>(this.#module.Conversion, event.conversion),
        };
      case 'checksum_told':
        return { kind: 'checksumTold', id, crc32: event.crc32 < 0 ? null : event.crc32 };
      case 'file_ended':
        return { kind: 'fileEnded', id, size: event.size };
      case 'file_wanted':
        return { kind: 'fileWanted', id, offset: event.offset, length: event.length };
      case 'file_started':
        return { kind: 'fileStarted', id, from: event.offset };
      case 'file_done': {
        const outcome = nameIn<OutcomeName>(this.#module.Outcome, event.outcome);
        return { kind: 'fileDone', id, outcome, bytes: event.size };
      }
      case 'peer_message':
        return {
          kind: 'peerMessage',
          text: Uint8Array.from(event.text, (character) => character.charCodeAt(0)),
        };
      case 'refused':
        return {
          kind: 'refused',
          what: nameIn<RefusedName>(this.#module.RefusedWhat, event.refused),
        };
      case 'transfer_ended': {
        const fault = event.failed ? nameIn<FaultName>(this.#module.Fault, event.fault) : null;
        return { kind: 'transferEnded', fault };
      }
    }
  }

  // --- what the host tells; events and output come with the next turn ---

  /** Returns how many of the keys were taken. */
  type(keys: Uint8Array, now: number): number {
    const part = keys.subarray(0, this.#keys.length);
    this.#keys.set(part);
    return this.#port.type(part.length, now);
  }

  resize(columns: number, rows: number): void {
    this.#port.resize(columns, rows);
  }

  queueFile(file: PortFile, now: number): void {
    this.#port.queueFile(file, now);
  }

  /** False: it has been offered to the board already. */
  unqueue(id: number): boolean {
    return this.#port.unqueue(id);
  }

  start(direction: DirectionName, now: number): void {
    this.#port.start(this.#module.Direction[direction], now);
  }

  cancel(now: number): void {
    this.#port.cancel(now);
  }

  wireClosed(now: number): void {
    this.#port.wireClosed(now);
  }

  accept(id: number, from: number, now: number): void {
    this.#port.accept(id, from, now);
  }

  /** Asks for the checksum of the whole file; checksumTold brings it. Before accept() or skip(). */
  requestChecksum(id: number, now: number): void {
    this.#port.requestChecksum(id, 0, now);
  }

  /** How many bytes can be stored, for boards that ask. */
  tellFreeSpace(bytes: number): void {
    this.#port.tellFreeSpace(bytes);
  }

  skip(id: number, now: number): void {
    this.#port.skip(id, now);
  }

  committed(id: number, end: number, now: number): void {
    this.#port.committed(id, end, now);
  }

  saved(id: number, now: number): void {
    this.#port.saved(id, now);
  }

  sinkFailed(id: number, now: number): void {
    this.#port.sinkFailed(id, now);
  }

  /** Answers the newest fileWanted; an answer to an older one is dropped. Copies the bytes. */
  provide(id: number, offset: number, bytes: Uint8Array, now: number): void {
    this.#heap.set(bytes.subarray(0, this.#module.SOURCE_BYTES), this.#port.source());
    this.#port.provide(id, offset, bytes.length, now);
  }

  sourceFailed(id: number, now: number): void {
    this.#port.sourceFailed(id, now);
  }

  #window(at: number, length: number): Uint8Array {
    return this.#heap.subarray(at, at + length);
  }

  #number(field: ReportFieldName): number {
    return this.#report[this.#index[field]] ?? 0;
  }
}

function indexes(fields: EnumOf<ReportFieldName>): Readonly<Record<ReportFieldName, number>> {
  return Object.fromEntries(
    Object.entries<EnumValue>(fields).map(([name, { value }]) => [name, value]),
  ) as Record<ReportFieldName, number>;
}

function names<Names extends string>(values: EnumOf<Names>): Readonly<Record<number, Names>> {
  return Object.fromEntries(
    Object.entries<EnumValue>(values).map(([name, { value }]) => [value, name as Names]),
  );
}

// A handful of values, a few times per file: looking is quick enough.
function nameIn<Names extends string>(values: EnumOf<Names>, value: EnumValue): Names {
  for (const [name, candidate] of Object.entries<EnumValue>(values)) {
    if (candidate === value) return name as Names;
  }
  throw new Error('The engine told a value that its own list does not hold.');
}
