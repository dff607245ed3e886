// Files into the browser's own storage, to be saved by a person later: for browsers without a folder
// picker, and wherever no folder was chosen.
//
// A sync access handle writes in place and fastest; where it is missing, a writable does. On a byte's
// road: engine/board_session.ts -> here -> OPFS -> a File for the page's save link.
import { BatchWriter } from './batch_writer.ts';
import { storageProblem } from './problem_words.ts';
import { safeName } from './safe_name.ts';
import type { FileOffer, FileSink, SinkReport, StagedFile } from './sink.ts';
import { namedFile, type Shelf, type StagingArea } from './staging_area.ts';

const PLACE = "this browser's own storage";

/** What a shelf is written through. */
interface Target {
  write(bytes: Uint8Array<ArrayBuffer>, offset: number): Promise<void> | undefined;
  close(): Promise<void>;
  /** Never rejects. */
  abandon(): Promise<void>;
}

export class OpfsStore {
  readonly #area: StagingArea;

  constructor(area: StagingArea) {
    this.#area = area;
  }

  /** Each file has a place of its own, whatever it is called. Rejects with a StorageProblem. */
  async open(offer: FileOffer, report: SinkReport): Promise<FileSink> {
    try {
      const name = safeName(offer.name);
      const shelf = await this.#area.add({ name, size: offer.size, complete: false });
      try {
        return new OpfsSink(name, offer.size, shelf, await targetOn(shelf.data), report);
      } catch (error) {
        await shelf.remove();
        throw error;
      }
    } catch (error) {
      throw storageProblem(error, PLACE);
    }
  }
}

class OpfsSink implements FileSink {
  readonly place = 'staged';
  readonly storedName: string;
  readonly #size: number | null;
  readonly #shelf: Shelf;
  readonly #target: Target;
  readonly #writer: BatchWriter;

  constructor(name: string, size: number | null, shelf: Shelf, target: Target, report: SinkReport) {
    this.storedName = name;
    this.#size = size;
    this.#shelf = shelf;
    this.#target = target;
    this.#writer = new BatchWriter(
      (bytes, offset) => target.write(bytes, offset),
      report,
      (error) => storageProblem(error, PLACE),
    );
  }

  get unwritten(): number {
    return this.#writer.unwritten;
  }

  write(bytes: Uint8Array, offset: number): void {
    this.#writer.write(bytes, offset);
  }

  async finish(): Promise<StagedFile> {
    await this.#writer.idle();
    try {
      await this.#target.close();
      await this.#shelf.describe({ name: this.storedName, size: this.#size, complete: true });
      const file = namedFile(await this.#shelf.data.getFile(), this.storedName);
      return { file, remove: () => this.#shelf.remove() };
    } catch (error) {
      await this.#shelf.remove();
      throw storageProblem(error, PLACE);
    }
  }

  async abort(): Promise<void> {
    this.#writer.stop();
    await this.#target.abandon();
    await this.#shelf.remove();
  }
}

async function targetOn(handle: FileSystemFileHandle): Promise<Target> {
  if ('createSyncAccessHandle' in handle) return syncTarget(await handle.createSyncAccessHandle());
  return streamTarget(await (handle as FileSystemFileHandle).createWritable());
}

function syncTarget(handle: FileSystemSyncAccessHandle): Target {
  return {
    write(bytes, offset) {
      const written = handle.write(bytes, { at: offset });
      // Some browsers say "disk full" by writing less.
      if (written < bytes.length) throw new DOMException('Storage is full', 'QuotaExceededError');
      return undefined;
    },
    close() {
      handle.flush();
      handle.close();
      return Promise.resolve();
    },
    abandon() {
      handle.close();
      return Promise.resolve();
    },
  };
}

function streamTarget(writable: FileSystemWritableFileStream): Target {
  return {
    write: (bytes) => writable.write(bytes),
    close: () => writable.close(),
    // A stream that has failed is already aborted, and says so.
    abandon: () => writable.abort().catch(() => undefined),
  };
}
