// Two ends of a connection without a browser, for tests: one as the page has it and one that plays the
// board, with the real engine on both sides, a line in memory and a clock that only goes on when
// nothing else can.
import type { BoardwalkModule } from 'boardwalk-engine';

import type { FromWorker, TransferRow } from '../../protocol/messages.ts';
import { DEFAULT_SETTINGS, type TransferSettings } from '../../protocol/transfer_settings.ts';
import { BoardSession } from '../board_session.ts';
import { EngineClock } from '../engine_clock.ts';
import { EnginePort } from '../engine_port.ts';
import { portSettings } from '../port_settings.ts';
import { TransferRows } from '../transfer_rows.ts';
import { Uploads } from '../uploads.ts';
import { LinkedWire, link } from './linked_wire.ts';
import { MemorySource, MemoryStore } from './memory_files.ts';
import { VirtualTime } from './virtual_time.ts';

const URL_OF_BOARD = 'ws://board.example/';
const BOARD = {
  id: 'board',
  telnet: true,
  encoding: 'cp437',
  columns: 80,
  rows: 25,
} as const;

/** What lives as long as a worker, and the session it has at the moment. */
export class Side {
  readonly messages: FromWorker[] = [];
  readonly store = new MemoryStore();
  readonly rows: TransferRows;
  readonly uploads: Uploads;
  session: BoardSession | null = null;
  wire: LinkedWire | null = null;
  ends: { crashed: boolean }[] = [];
  readonly #module: BoardwalkModule;
  readonly #time: VirtualTime;

  constructor(module: BoardwalkModule, time: VirtualTime) {
    this.#module = module;
    this.#time = time;
    const { now, later } = time;
    this.rows = new TransferRows({
      now,
      later,
      post: (row) => this.#post({ type: 'transfer', row }),
    });
    this.uploads = new Uploads(this.rows);
  }

  settings: TransferSettings = DEFAULT_SETTINGS;

  connect(url: string): LinkedWire {
    const port = new EnginePort(this.#module, portSettings({ ...BOARD, url }, this.settings));
    const { now, later } = this.#time;
    this.session = new BoardSession({
      url,
      engine: port,
      clock: new EngineClock(now),
      later,
      openWire: (...[, handlers]) => (this.wire = new LinkedWire(handlers)),
      rows: this.rows,
      store: this.store,
      uploads: this.uploads,
      existingFiles: () => this.settings.existingFiles,
      post: (message) => this.#post(message),
      onStaged: () => undefined,
      onEnd: (how) => {
        this.ends.push(how);
        this.session = null;
        queueMicrotask(() => port.dispose());
      },
    });
    if (this.wire === null) throw new Error('no wire was opened');
    return this.wire;
  }

  row(name: string): TransferRow | undefined {
    const rows = this.messages.flatMap((m) => (m.type === 'transfer' ? [m.row] : []));
    return rows.filter((row) => row.name === name).at(-1);
  }

  all<Type extends FromWorker['type']>(type: Type): Extract<FromWorker, { type: Type }>[] {
    return this.messages.filter((m): m is Extract<FromWorker, { type: Type }> => m.type === type);
  }

  get screen(): string {
    const all = this.all('terminal').map(({ bytes }) => new TextDecoder('latin1').decode(bytes));
    return all.join('');
  }

  get status(): string | undefined {
    return this.all('status').at(-1)?.state;
  }

  release(): void {
    this.session?.hangUp();
  }

  #post(message: FromWorker): void {
    this.messages.push(message);
  }
}

export class World {
  readonly time = new VirtualTime();
  readonly page: Side;
  readonly board: Side;

  constructor(module: BoardwalkModule) {
    this.page = new Side(module, this.time);
    this.board = new Side(module, this.time);
  }

  connect(url = URL_OF_BOARD): void {
    link(this.page.connect(url), this.board.connect(url));
  }

  /** The board starts to send. */
  offer(files: Record<string, Uint8Array>): void {
    let id = 0;
    for (const [name, bytes] of Object.entries(files)) {
      this.board.uploads.add(++id, new MemorySource(name, bytes));
    }
    this.board.session?.startTransfer('upload');
  }

  /** Runs until `done`; the clock goes on only when nothing else happens. */
  async until(done: () => boolean): Promise<void> {
    for (let idle = 0; !done();) {
      const before = this.page.messages.length + this.board.messages.length;
      const received = this.#received();
      await turn();
      await turn();
      if (
        this.page.messages.length + this.board.messages.length !== before ||
        this.#received() !== received
      ) {
        idle = 0;
      } else if (++idle > 3) {
        if (!this.time.fireNext()) throw new Error('nothing will ever happen again');
      }
    }
  }

  async settle(): Promise<void> {
    for (let turns = 0; turns < 5; ++turns) await turn();
  }

  #received(): number {
    return (this.page.wire?.received ?? 0) + (this.board.wire?.received ?? 0);
  }
}

/** Lets everything run that waits for its turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
