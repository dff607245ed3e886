// The embedding API, `window.boardwalk` (contract, section 3): what a person can do on the page, as
// calls for a script. Promises reject with a Failure, an Error whose `code` is one word.
//
// Knows the parts of the page only by the interfaces below: neither DOM, xterm.js nor worker.
import type { Event } from '../base/event.ts';
import { Failure, wordsOf } from '../base/failure.ts';
import type { Holding } from '../base/lifecycle.ts';
import type { ConnectionState, TransferDirection, TransferRow } from '../protocol/messages.ts';
import type { TransferSettings } from '../protocol/transfer_settings.ts';
import { textWatch, type Pattern } from './text_watch.ts';

/** What each event carries. */
export interface BoardwalkEvents {
  status: { readonly state: ConnectionState; readonly text: string };
  transfer: TransferRow;
  /** What the board wrote: decoded, with its control sequences. */
  text: string;
  bell: undefined;
  title: string;
}

export interface TransferRequest {
  readonly direction: TransferDirection;
  /** `zmodem` is the only one yet, and the default. */
  readonly protocol?: string;
}

/** The parts of a page that the API drives. */
export interface BoardwalkParts {
  readonly session: {
    readonly status: BoardwalkEvents['status'];
    readonly isTransferring: boolean;
    readonly rows: readonly TransferRow[];
    readonly onStatus: Event<BoardwalkEvents['status']>;
    readonly onRow: Event<TransferRow>;
    readonly onTransferStarted: Event<TransferDirection>;
    readonly onTransferEnded: Event<{ readonly problem: string }>;
    until(state: 'connected' | 'over'): Promise<void>;
    disconnect(): void;
    sendKeys(bytes: Uint8Array): boolean;
    queueUploads(files: readonly File[]): void;
    startTransfer(direction: TransferDirection): void;
    cancelTransfer(): void;
  };
  readonly screen: {
    readonly onText: Event<string>;
    readonly onChanged: Event<void>;
    readonly onBell: Event<void>;
    readonly onTitle: Event<string>;
    screenText(): string[];
    encode(text: string): Uint8Array;
  };
  readonly folder: { set(folder: FileSystemDirectoryHandle): Promise<void> };
  readonly settings: {
    readonly current: TransferSettings;
    /** Throws a Failure for what is no setting, or cannot be. */
    change(change: Readonly<Record<string, unknown>>): void;
  };
  /** Begins to call the board of that id. Rejects with `unknown`, `bridge`, `boards` … */
  call(id: string): Promise<void>;
}

export class Boardwalk {
  readonly #parts: BoardwalkParts;

  constructor(parts: BoardwalkParts) {
    this.#parts = parts;
  }

  /**
   * Calls the board of that id in the site's directory; resolves when it has answered. Rejects with
   * `busy` while another call lasts, `unknown`, `bridge`, `refused`, `closed` or `disconnected`.
   */
  async connect(id: string): Promise<void> {
    const { session } = this.#parts;
    const { state } = session.status;
    if (state === 'connected' || state === 'connecting') {
      throw new Failure('busy', 'There is a connection already; hang up first.');
    }
    await this.#parts.call(id);
    await session.until('connected');
  }

  /** Hangs up; resolves when the line is free. */
  async disconnect(): Promise<void> {
    const { session } = this.#parts;
    const { state } = session.status;
    if (state === 'connected' || state === 'connecting') session.disconnect();
    await session.until('over');
  }

  /** Types text, or sends bytes as they are. Rejects with `disconnected`, or `busy` in a transfer. */
  send(what: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      const { session, screen } = this.#parts;
      this.#mustBeConnected();
      const bytes = typeof what === 'string' ? screen.encode(what) : Uint8Array.from(what);
      if (!session.sendKeys(bytes)) {
        throw new Failure('busy', 'A transfer has the line; nothing else may be sent.');
      }
      resolve();
    });
  }

  /** The rows on the screen, without blanks at their ends. */
  screenText(): string[] {
    return this.#parts.screen.screenText();
  }

  /**
   * Resolves with what matched when `pattern` is on the screen, rows joined by line feeds; at once if
   * it is there already. Rejects with `timeout`; `timeout` is in milliseconds and 30000 by default.
   */
  waitForText(pattern: Pattern, { timeout = 30_000 }: { timeout?: number } = {}): Promise<string> {
    const { screen } = this.#parts;
    return textWatch(pattern, timeout, () => screen.screenText().join('\n'), screen.onChanged);
  }

  /** Queues files for the next time the board asks for some. Rejects with `unreadable`. */
  async queueUploads(files: readonly (File | FileSystemFileHandle)[]): Promise<void> {
    const reading = files.map(async (file) => (file instanceof File ? file : await file.getFile()));
    const ready = await Promise.all(reading).catch((error: unknown) => {
      throw new Failure('unreadable', `A file cannot be read: ${wordsOf(error)}`, { cause: error });
    });
    this.#parts.session.queueUploads(ready);
  }

  /** Downloads go there from now on. Rejects with `folder` or `denied`. */
  async setDownloadFolder(folder: FileSystemDirectoryHandle): Promise<void> {
    await this.#parts.folder.set(folder);
  }

  /** How files are transferred, as plain values: the settings of the profile in use. */
  transferSettings(): TransferSettings {
    return { ...this.#parts.settings.current };
  }

  /**
   * Changes some of these settings and leaves the others; kept in the profile in use, as in the page's
   * own panel. `existingFiles` counts from the next file on, the rest from the next connection on.
   * Rejects, and changes nothing, with `unknown` for a name that is no setting, or with the topic of
   * the setting that cannot be so: `protocol`, `crc`, `modes`, `names`, `buffer`, `existing`, `block`,
   * `window`, `management`, `conversion`, `timeouts`, `retries` or `rate`.
   */
  setTransferSettings(change: Partial<TransferSettings>): Promise<void> {
    return new Promise((resolve) => {
      this.#parts.settings.change(change);
      resolve();
    });
  }

  /**
   * Starts a transfer by hand, for a board whose own start was missed; resolves when it runs. Rejects
   * with `unsupported`, `disconnected`, `busy`, or `failed` if it ends at once.
   */
  async startTransfer({ direction, protocol = 'zmodem' }: TransferRequest): Promise<void> {
    const { session } = this.#parts;
    if (protocol !== 'zmodem') {
      throw new Failure('unsupported', `“${protocol}” is not supported; zmodem is.`);
    }
    this.#mustBeConnected();
    if (session.isTransferring) throw new Failure('busy', 'A transfer is running already.');
    const listening: Holding[] = [];
    const started = new Promise<void>((resolve, reject) => {
      listening.push(
        session.onTransferStarted(() => resolve()),
        session.onTransferEnded(({ problem }) =>
          reject(new Failure('failed', problem || 'It ended before it began.')),
        ),
        session.onStatus(({ text }) => reject(new Failure('disconnected', text))),
      );
    });
    session.startTransfer(direction);
    await started.finally(() => listening.forEach((one) => one.dispose()));
  }

  /** Ends the running transfer with all its files; resolves when the line is the terminal's again. */
  async cancelTransfer(): Promise<void> {
    const { session } = this.#parts;
    if (!session.isTransferring) return;
    const ended = new Promise<void>((resolve) => {
      const listening = session.onTransferEnded(() => {
        listening.dispose();
        resolve();
      });
    });
    session.cancelTransfer();
    await ended;
  }

  /** The transfer list, oldest first, as plain values. */
  transfers(): TransferRow[] {
    return this.#parts.session.rows.map((row) => ({ ...row }));
  }

  /** Calls `handler` at every event of that name; the result stops that. Throws `unknown`. */
  on<K extends keyof BoardwalkEvents>(
    event: K,
    handler: (value: BoardwalkEvents[K]) => void,
  ): () => void {
    const listening = this.#listen(event, handler as (value: unknown) => void);
    return () => listening.dispose();
  }

  #listen(event: keyof BoardwalkEvents, handler: (value: unknown) => void): Holding {
    const { session, screen } = this.#parts;
    switch (event) {
      case 'status':
        return session.onStatus(handler);
      case 'transfer':
        return session.onRow(handler);
      case 'text':
        return screen.onText(handler);
      case 'bell':
        return screen.onBell(handler);
      case 'title':
        return screen.onTitle(handler);
      default:
        // A script is not held to the types.
        throw new Failure('unknown', `There is no event “${String(event)}”.`);
    }
  }

  #mustBeConnected(): void {
    if (this.#parts.session.status.state !== 'connected') {
      throw new Failure('disconnected', 'There is no connection to a board.');
    }
  }
}
