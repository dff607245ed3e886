// The page's end of the worker: messages out as calls, messages in as events, and the page's memory of
// what was said (connection, rows of the transfer list, staged files). Screens and panels are drawn
// from this memory, and the embedding API answers from it.
//
// Knows no DOM: the worker is anything that takes and gives messages. Between the page and
// engine/worker.ts; terminal bytes pass through uncopied.
import { Emitter } from './base/event.ts';
import { Failure } from './base/failure.ts';
import { Disposable } from './base/lifecycle.ts';
import type {
  BoardLink,
  ConnectionState,
  FromWorker,
  ToWorker,
  TransferDirection,
  TransferRow,
} from './protocol/messages.ts';
import type { TransferSettings } from './protocol/transfer_settings.ts';

export interface Status {
  readonly state: ConnectionState;
  /** A sentence for a person; may be empty. */
  readonly text: string;
}

export interface Notice {
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
}

export interface TransferEnd {
  /** A sentence if something went wrong that the person did not ask for; else empty. */
  readonly problem: string;
  /** Both sides came to their end: nothing of the transfer is left on the line. */
  readonly isClean: boolean;
}

/** A Worker, or whatever stands in for one. */
export interface WorkerDoor {
  postMessage(message: ToWorker): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
}

export class SessionClient extends Disposable {
  readonly #statusChanged = this.register(new Emitter<Status>());
  readonly #terminal = this.register(new Emitter<Uint8Array>());
  readonly #rowChanged = this.register(new Emitter<TransferRow>());
  readonly #rowForgotten = this.register(new Emitter<number>());
  readonly #started = this.register(new Emitter<TransferDirection>());
  readonly #uploadWanted = this.register(new Emitter<void>());
  readonly #ended = this.register(new Emitter<TransferEnd>());
  readonly #staged = this.register(new Emitter<{ readonly id: number; readonly file: File }>());
  readonly #boardMessage = this.register(new Emitter<Uint8Array>());
  readonly #notice = this.register(new Emitter<Notice>());

  readonly onStatus = this.#statusChanged.event;
  readonly onTerminal = this.#terminal.event;
  readonly onRow = this.#rowChanged.event;
  /** A row is gone from the list, by its id. */
  readonly onForgotten = this.#rowForgotten.event;
  readonly onTransferStarted = this.#started.event;
  /** The board waits for files and none are queued. */
  readonly onUploadWanted = this.#uploadWanted.event;
  /** The line belongs to the terminal again. */
  readonly onTransferEnded = this.#ended.event;
  readonly onStaged = this.#staged.event;
  /** The board says something to the person, in its own character set. */
  readonly onBoardMessage = this.#boardMessage.event;
  readonly onNotice = this.#notice.event;

  readonly #worker: WorkerDoor;
  readonly #rows = new Map<number, TransferRow>();
  readonly #forgotten = new Set<number>();
  #status: Status = { state: 'disconnected', text: '' };
  #isTransferring = false;
  #isCancelling = false;
  #lastUpload = 0;
  #isReady = false;
  #breakdown = '';
  /** Said before the worker could listen. */
  #early: ToWorker[] = [];

  constructor(worker: WorkerDoor) {
    super();
    this.#worker = worker;
    worker.onmessage = (event) => this.#hear(event.data);
  }

  get status(): Status {
    return this.#status;
  }

  get isConnected(): boolean {
    return this.#status.state === 'connected';
  }

  /** From the first header of a transfer to its end: the line is not the keyboard's. */
  get isTransferring(): boolean {
    return this.#isTransferring;
  }

  /** The rows of the transfer list, oldest first. */
  get rows(): readonly TransferRow[] {
    return [...this.#rows.values()];
  }

  connect(board: BoardLink): void {
    if (this.#breakdown !== '') {
      this.refuse(this.#breakdown);
      return;
    }
    // At once, so that nobody connects twice while the worker still loads.
    this.#setStatus({ state: 'connecting', text: '' });
    this.#say({ type: 'connect', board });
  }

  /** How files are transferred: existing files from the next one on, the rest from the next call. */
  useSettings(settings: TransferSettings): void {
    this.#say({ type: 'settings', settings });
  }

  disconnect(): void {
    this.#say({ type: 'disconnect' });
  }

  /** Keys for the board; false while no board takes them: there is none, or a transfer has the line. */
  sendKeys(bytes: Uint8Array): boolean {
    if (!this.isConnected || this.#isTransferring) return false;
    if (bytes.length > 0) this.#say({ type: 'keys', bytes });
    return true;
  }

  terminalDrawn(bytes: number): void {
    this.#say({ type: 'terminalDrawn', bytes });
  }

  /** Queues files for the next time a board asks for some. */
  queueUploads(files: readonly File[]): void {
    if (files.length === 0) return;
    const uploads = files.map((file) => ({ id: ++this.#lastUpload, name: file.name, file }));
    this.#say({ type: 'queueUploads', uploads });
  }

  /** Takes a waiting file out of the queue, and its row out of the list. */
  unqueue(id: number): void {
    this.#forget(id);
    this.#say({ type: 'unqueueUpload', id });
  }

  setFolder(folder: FileSystemDirectoryHandle | null): void {
    this.#say({ type: 'setFolder', folder });
  }

  startTransfer(direction: TransferDirection): void {
    this.#say({ type: 'startTransfer', direction });
  }

  cancelTransfer(): void {
    this.#isCancelling = true;
    this.#say({ type: 'cancelTransfer' });
  }

  /** Leaves out one file; the others of the transfer go on. One that only waits leaves the queue. */
  skipFile(id: number): void {
    const row = this.#rows.get(id);
    if (row?.state === 'waiting' && row.direction === 'upload') this.unqueue(id);
    else this.#say({ type: 'skipFile', id });
  }

  /** Takes a row that has ended out of the list; a staged copy in the browser goes with it. */
  forget(id: number): void {
    const row = this.#rows.get(id);
    if (row === undefined || !hasEnded(row)) return;
    this.#forget(id);
    if (row.place === 'staged') this.#say({ type: 'dropStaged', id });
  }

  /** Takes every row that has ended out of the list, except those whose file only the browser has. */
  forgetEnded(): void {
    for (const row of this.rows) {
      if (hasEnded(row) && row.place !== 'staged') this.forget(row.id);
    }
  }

  /** A call came to nothing before the worker heard of it. */
  refuse(text: string): void {
    this.#setStatus({ state: 'refused', text });
  }

  /** The worker could not be started or broke down: every call from now on is refused with that. */
  workerFailed(reason: string): void {
    this.#breakdown = `The transfer engine does not run (${reason}); load the page again.`;
    if (this.#isTransferring) this.#endTransfer('');
    this.refuse(this.#breakdown);
  }

  /** Resolves when `state` is reached; rejects with another's name as code when it ends in that. */
  async until(state: 'connected' | 'over'): Promise<void> {
    for (;;) {
      const now = this.#status;
      if (now.state === state) return;
      if (now.state !== 'connecting' && now.state !== 'connected') {
        if (state === 'over') return;
        throw new Failure(now.state, now.text || `The connection is ${now.state}.`);
      }
      await new Promise<void>((resolve) => {
        const listening = this.onStatus(() => {
          listening.dispose();
          resolve();
        });
      });
    }
  }

  #say(message: ToWorker): void {
    if (this.#isReady) this.#worker.postMessage(message);
    else this.#early.push(message);
  }

  #hear(message: FromWorker): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        for (const early of this.#early.splice(0)) this.#say(early);
        break;
      case 'status':
        if (message.state !== 'connected' && this.#isTransferring) this.#endTransfer('');
        this.#setStatus({ state: message.state, text: message.text });
        break;
      case 'terminal':
        this.#terminal.fire(message.bytes);
        break;
      case 'transfer':
        if (this.#forgotten.has(message.row.id)) break;
        this.#rows.set(message.row.id, message.row);
        this.#rowChanged.fire(message.row);
        break;
      case 'transferStarted':
        this.#isTransferring = true;
        this.#isCancelling = false;
        this.#started.fire(message.direction);
        break;
      case 'uploadWanted':
        this.#uploadWanted.fire();
        break;
      case 'transferEnded':
        this.#endTransfer(message.problem);
        break;
      case 'staged':
        this.#staged.fire({ id: message.id, file: message.file });
        break;
      case 'boardMessage':
        this.#boardMessage.fire(message.text);
        break;
      case 'notice':
        this.#notice.fire({ severity: message.severity, text: message.text });
        break;
    }
  }

  #endTransfer(problem: string): void {
    const isClean = problem === '' && !this.#isCancelling && this.isConnected;
    this.#isTransferring = false;
    this.#isCancelling = false;
    this.#ended.fire({ problem, isClean });
  }

  #setStatus(status: Status): void {
    this.#status = status;
    this.#statusChanged.fire(status);
  }

  #forget(id: number): void {
    this.#forgotten.add(id);
    if (this.#rows.delete(id)) this.#rowForgotten.fire(id);
  }
}

/** Whether nothing more will happen to the file. */
export function hasEnded(row: TransferRow): boolean {
  return row.state !== 'waiting' && row.state !== 'active';
}
