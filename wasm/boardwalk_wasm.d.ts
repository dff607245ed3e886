// The WebAssembly module as TypeScript sees it, written by hand beside bindings.cc and held true by
// tests/unit/wasm/surface.test.mjs. What the members do is told in port.h and session.h.
//
// Only web/src/engine/engine_port.ts may use the heap; everybody else uses that file.

/** One value of a C++ enum; two are the same value exactly when they are the same object. */
export interface EnumValue {
  readonly value: number;
}

/** A C++ enum: its values by their C++ names. */
export type EnumOf<Names extends string> = Readonly<Record<Names, EnumValue>>;

export type DirectionName = 'download' | 'upload';
export type OutcomeName = 'complete' | 'skipped_here' | 'skipped_by_peer' | 'failed' | 'cancelled';
export type FaultName =
  | 'cancelled_here'
  | 'cancelled_by_peer'
  | 'peer_silent'
  | 'link_lost'
  | 'too_many_errors'
  | 'peer_broke_rules'
  | 'too_slow'
  | 'time_is_up'
  | 'peer_lacks_64_bit'
  | 'source_failed'
  | 'sink_failed'
  | 'host_misuse';
export type RefusedName = 'command' | 'mail';
export type DataModeName = 'plain' | 'run_length' | 'seven_bit' | 'packed' | 'turbo';
export type ManagementName =
  | 'unspecified'
  | 'newer_or_longer'
  | 'checksum'
  | 'append'
  | 'overwrite'
  | 'newer'
  | 'different'
  | 'protect'
  | 'rename';
export type ConversionName = 'unspecified' | 'binary' | 'text' | 'resume';
export type PortEventKindName =
  | 'none'
  | 'transfer_started'
  | 'upload_wanted'
  | 'file_offered'
  | 'checksum_told'
  | 'file_ended'
  | 'file_wanted'
  | 'file_started'
  | 'file_done'
  | 'peer_message'
  | 'refused'
  | 'transfer_ended';
export type ReportFieldName =
  | 'pending'
  | 'out_length'
  | 'terminal_at'
  | 'terminal_length'
  | 'file_id'
  | 'file_offset'
  | 'file_at'
  | 'file_length'
  | 'events'
  | 'deadline_ms'
  | 'active'
  | 'current_file'
  | 'confirmed'
  | 'reached'
  | 'resent_bytes'
  | 'errors'
  | 'block'
  | 'crc'
  | 'mode'
  | 'escapes_controls';

/** What each is for stands in config.h, which values it may have in settings.h. */
export interface PortSettings {
  telnet: boolean;
  columns: number;
  rows: number;
  names: 'cp437' | 'utf8';
  largestBlock: number;
  crc: 16 | 32;
  window: number;
  segmented: boolean;
  receiveBuffer: number;
  escapeControls: boolean;
  escape8th: boolean;
  pack7: boolean;
  turbo: boolean;
  rle: boolean;
  variableHeaders: boolean;
  adaptToLine: boolean;
  selectiveRepeat: boolean;
  management: ManagementName;
  skipIfMissing: boolean;
  conversion: ConversionName;
  replySeconds: number;
  dataSeconds: number;
  stallSeconds: number;
  contactLimitSeconds: number;
  timeLimitSeconds: number;
  retries: number;
  leastRate: number;
  leastRateSeconds: number;
}

export interface PortFile {
  id: number;
  name: string;
  size: number;
  /** Seconds since 1970 UTC; 0: unknown. */
  modified: number;
}

export interface PortEvent {
  readonly kind: EnumValue;
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly offset: number;
  readonly length: number;
  readonly modified: number;
  readonly management: EnumValue;
  readonly skipIfMissing: boolean;
  readonly conversion: EnumValue;
  /** -1: the board does not answer that. */
  readonly crc32: number;
  /** One character per byte of the board's. */
  readonly text: string;
  readonly direction: EnumValue;
  readonly outcome: EnumValue;
  readonly failed: boolean;
  readonly fault: EnumValue;
  readonly refused: EnumValue;
}

export interface Port {
  inbox(): number;
  outbox(): number;
  keys(): number;
  report(): number;
  source(): number;
  step(inLength: number, outRoom: number, nowMs: number): void;
  speak(outRoom: number, nowMs: number): void;
  takeEvent(): PortEvent;
  type(length: number, nowMs: number): number;
  resize(columns: number, rows: number): void;
  queueFile(file: PortFile, nowMs: number): void;
  unqueue(id: number): boolean;
  start(direction: EnumValue, nowMs: number): void;
  cancel(nowMs: number): void;
  wireClosed(nowMs: number): void;
  accept(id: number, from: number, nowMs: number): void;
  requestChecksum(id: number, length: number, nowMs: number): void;
  tellFreeSpace(bytes: number): void;
  skip(id: number, nowMs: number): void;
  committed(id: number, end: number, nowMs: number): void;
  saved(id: number, nowMs: number): void;
  sinkFailed(id: number, nowMs: number): void;
  provide(id: number, offset: number, length: number, nowMs: number): void;
  sourceFailed(id: number, nowMs: number): void;
  /** Frees the windows; the port may not be used afterwards. */
  delete(): void;
}

export interface BoardwalkModule {
  /** The whole heap; its size never changes, so views into it stay good. */
  readonly HEAPU8: Uint8Array;
  /** One word for what is wrong with the settings; empty: nothing. */
  settingsProblem(settings: PortSettings): string;
  /** Traps where settingsProblem() is not empty. */
  readonly Port: new (settings: PortSettings) => Port;
  readonly Direction: EnumOf<DirectionName>;
  readonly Outcome: EnumOf<OutcomeName>;
  readonly Fault: EnumOf<FaultName>;
  readonly RefusedWhat: EnumOf<RefusedName>;
  readonly DataMode: EnumOf<DataModeName>;
  readonly Management: EnumOf<ManagementName>;
  readonly Conversion: EnumOf<ConversionName>;
  readonly PortEventKind: EnumOf<PortEventKindName>;
  readonly ReportField: EnumOf<ReportFieldName>;
  readonly REPORT_FIELDS: number;
  readonly INBOX_BYTES: number;
  readonly OUTBOX_BYTES: number;
  readonly SOURCE_BYTES: number;
  readonly KEY_BYTES: number;
  readonly MAX_UNIT: number;
}

export interface ModuleOptions {
  /** The bytes of boardwalk_engine.wasm, where fetch() cannot get them (tests in node). */
  wasmBinary?: ArrayBuffer | Uint8Array;
}

/** Loads and starts the module; each call makes a module with a heap of its own. */
export default function createBoardwalkEngine(options?: ModuleOptions): Promise<BoardwalkModule>;
