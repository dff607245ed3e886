// Files into the folder a person chose (File System Access API).
//
// The browser writes to a swap file beside the final name and swaps at close(), so a complete file
// appears whole or not at all. What the API cannot avoid is an empty placeholder under the final name
// meanwhile; abort() removes both. On a byte's road: engine/board_session.ts -> here -> disk.
import { BatchWriter } from './batch_writer.ts';
import { nameOf, storageProblem } from './problem_words.ts';
import { clashKey, freeName, safeName } from './safe_name.ts';
import type { FileOffer, FileSink, FileStore, SinkReport, StorageProblem } from './sink.ts';

export class DirectoryStore implements FileStore {
  readonly #folder: FileSystemDirectoryHandle;
  /** Names in the folder, as they clash where case does not count; null: not read yet. */
  #taken: Set<string> | null = null;

  constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder;
  }

  get place(): string {
    return `the folder “${this.#folder.name}”`;
  }

  /** Whether the page may write there without asking. A worker cannot ask; only a click can. */
  async isAllowed(): Promise<boolean> {
    const folder = this.#folder as FileSystemDirectoryHandle & {
      queryPermission?: (how: { mode: 'readwrite' }) => Promise<PermissionState>;
    };
    if (folder.queryPermission === undefined) return true;
    return (await folder.queryPermission({ mode: 'readwrite' })) === 'granted';
  }

  /** Looks at the folder's names again before the next file: others may have changed it. */
  refresh(): void {
    this.#taken = null;
  }

  async open(offer: FileOffer, report: SinkReport): Promise<FileSink> {
    try {
      const name = await this.#reserve(safeName(offer.name));
      try {
        const handle = await this.#folder.getFileHandle(name, { create: true });
        const writable = await handle.createWritable();
        return new DirectorySink(this.#folder, name, writable, report, this.place);
      } catch (error) {
        this.#taken?.delete(clashKey(name));
        await removeEntry(this.#folder, name);
        throw error;
      }
    } catch (error) {
      throw storageProblem(error, this.place);
    }
  }

  // An existing file is never touched: the new one gets a number. Clashes are judged without regard to
  // case, so that the folder survives a copy to Windows or macOS.
  async #reserve(name: string): Promise<string> {
    if (this.#taken === null) {
      const names = new Set<string>();
      for await (const existing of this.#folder.keys()) names.add(clashKey(existing));
      this.#taken = names;
    }
    const taken = this.#taken;
    let free = freeName(name, (candidate) => taken.has(clashKey(candidate)));
    // Another program may have made that very name since.
    while (await exists(this.#folder, free)) {
      taken.add(clashKey(free));
      free = freeName(name, (candidate) => taken.has(clashKey(candidate)));
    }
    taken.add(clashKey(free));
    return free;
  }
}

class DirectorySink implements FileSink {
  readonly place = 'folder';
  readonly storedName: string;
  readonly #folder: FileSystemDirectoryHandle;
  readonly #writable: FileSystemWritableFileStream;
  readonly #writer: BatchWriter;
  readonly #describe: (error: unknown) => StorageProblem;

  constructor(
    folder: FileSystemDirectoryHandle,
    name: string,
    writable: FileSystemWritableFileStream,
    report: SinkReport,
    place: string,
  ) {
    this.storedName = name;
    this.#folder = folder;
    this.#writable = writable;
    this.#describe = (error) => storageProblem(error, place);
    this.#writer = new BatchWriter((bytes) => writable.write(bytes), report, this.#describe);
  }

  get unwritten(): number {
    return this.#writer.unwritten;
  }

  write(bytes: Uint8Array, offset: number): void {
    this.#writer.write(bytes, offset);
  }

  async finish(): Promise<null> {
    await this.#writer.idle();
    try {
      await this.#writable.close();
      return null;
    } catch (error) {
      await removeEntry(this.#folder, this.storedName);
      throw this.#describe(error);
    }
  }

  async abort(): Promise<void> {
    this.#writer.stop();
    // A stream that has failed is already aborted, and says so.
    await this.#writable.abort().catch(() => undefined);
    await removeEntry(this.#folder, this.storedName);
  }
}

async function exists(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    if (nameOf(error) === 'NotFoundError') return false;
    // A folder of that name.
    if (nameOf(error) === 'TypeMismatchError') return true;
    throw error;
  }
}

// Only ever called for a name this page has made itself.
async function removeEntry(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  // Gone, or out of reach: there is nothing left to do about an empty file.
  await folder.removeEntry(name).catch(() => undefined);
}
