// The engine as the worker uses it, and the only file that touches the WebAssembly heap: bytes are
// copied in here, and go out as views that hold until the next call.
//
// One turn is one call: step() or speak(), then the getters tell what it brought. Events other than
// bulk come from takeEvent(). What the calls mean for a transfer is told in session.h.
import type {
  BoardwalkModule,
  DirectionName,
  EnumOf,
  EnumValue,
  FaultName,
  OutcomeName,
  Port,
  PortEventKindName,
  PortFile,
  PortSettings,
  RefusedName,
  ReportFieldName,
} from 'boardwalk-engine';

export type { DirectionName, FaultName, OutcomeName, PortFile, PortSettings, RefusedName };

/** What the engine tells besides bytes (event.h). */
export type EngineEvent =
  | { readonly kind: 'transferStarted'; readonly direction: DirectionName }
  | { readonly kind: 'uploadWanted' }
  | {
      readonly kind: 'fileOffered';
      readonly id: number;
      readonly name: string;
      readonly size: number | null;
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

  /** Takes about 4 MiB of the module's heap until dispose(). */
  constructor(module: BoardwalkModule, settings: PortSettings) {
    this.#module = module;
    this.#port = new module.Port(settings);
    this.#heap = module.HEAPU8;
    this.#inbox = this.#window(this.#port.inbox(), module.INBOX_BYTES);
    this.#keys = this.#window(this.#port.keys(), module.KEY_BYTES);
    this.#outbox = this.#port.outbox();
    this.#report = new Float64Array(this.#heap.buffer, this.#port.report(), module.REPORT_FIELDS);
    this.#index = indexes(module.ReportField);
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
        };
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

// A handful of values, a few times per file: looking is quick enough.
function nameIn<Names extends string>(values: EnumOf<Names>, value: EnumValue): Names {
  for (const [name, candidate] of Object.entries<EnumValue>(values)) {
    if (candidate === value) return name as Names;
  }
  throw new Error('The engine told a value that its own list does not hold.');
}
