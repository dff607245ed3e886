// Files into the folder a person chose (File System Access API).
//
// The browser writes to a swap file beside the final name and swaps at close(), so a complete file
// appears whole or not at all, and one that it replaces or adds to stays as it was until then. What the
// API cannot avoid is an empty placeholder under a new name meanwhile; abort() removes both. On a byte's
// road: engine/board_session.ts -> here -> disk.
import { BatchWriter } from './batch_writer.ts';
import { crc32Of } from './crc32.ts';
import { nameOf, storageProblem } from './problem_words.ts';
import { clashKey, freeName, safeName } from './safe_name.ts';
import type { FileOffer, FileSink, Found, Placement, SinkReport, StorageProblem } from './sink.ts';

export class DirectoryStore {
  readonly #folder: FileSystemDirectoryHandle;
  /** Names in the folder, by the form in which they clash where case does not count; null: not read yet. */
  #taken: Map<string, string> | null = null;

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

  /** Looks for a file of that name. What cannot be looked at is unknown. */
  async find(name: string): Promise<Found> {
    try {
      const existing = await this.#existing(safeName(name));
      if (existing === null) return { kind: 'absent' };
      const file = await existing.getFile();
      const modified = Math.floor(file.lastModified / 1000);
      const crc32 = () => crc32Of(file);
      return { kind: 'there', file: { size: file.size, modified, crc32 } };
    } catch {
      return { kind: 'unknown' };
    }
  }

  /** Makes room for a file; rejects with a StorageProblem. */
  async open(offer: FileOffer, report: SinkReport, placement: Placement): Promise<FileSink> {
    try {
      const wanted = safeName(offer.name);
      const existing = placement === 'beside' ? null : await this.#existing(wanted);
      if (existing === null) return await this.#openNew(wanted, report);
      const keepExistingData = placement === 'append';
      const writable = await existing.createWritable({ keepExistingData });
      if (keepExistingData) await writable.seek((await existing.getFile()).size);
      return new DirectorySink(existing.name, writable, report, this.place, null);
    } catch (error) {
      throw storageProblem(error, this.place);
    }
  }

  async #openNew(wanted: string, report: SinkReport): Promise<FileSink> {
    const name = await this.#reserve(wanted);
    try {
      const handle = await this.#folder.getFileHandle(name, { create: true });
      const writable = await handle.createWritable();
      return new DirectorySink(name, writable, report, this.place, this.#folder);
    } catch (error) {
      this.#taken?.delete(clashKey(name));
      await removeEntry(this.#folder, name);
      throw error;
    }
  }

  // The file of exactly that name, or else the one that would be in its way on Windows or macOS.
  async #existing(name: string): Promise<FileSystemFileHandle | null> {
    const taken = await this.#names();
    for (const candidate of [name, taken.get(clashKey(name)) ?? name]) {
      try {
        return await this.#folder.getFileHandle(candidate);
      } catch (error) {
        // Not there, or a folder.
        if (!['NotFoundError', 'TypeMismatchError'].includes(nameOf(error))) throw error;
      }
    }
    return null;
  }

  async #names(): Promise<Map<string, string>> {
    if (this.#taken === null) {
      const names = new Map<string, string>();
      for await (const existing of this.#folder.keys()) names.set(clashKey(existing), existing);
      this.#taken = names;
    }
    return this.#taken;
  }

  // An existing file is never touched: the new one gets a number. Clashes are judged without regard to
  // case, so that the folder survives a copy to Windows or macOS.
  async #reserve(name: string): Promise<string> {
    const taken = await this.#names();
    const isTaken = (candidate: string) => taken.has(clashKey(candidate));
    let free = freeName(name, isTaken);
    // Another program may have made that very name since.
    while (await exists(this.#folder, free)) {
      taken.set(clashKey(free), free);
      free = freeName(name, isTaken);
    }
    taken.set(clashKey(free), free);
    return free;
  }
}

class DirectorySink implements FileSink {
  readonly place = 'folder';
  readonly storedName: string;
  readonly #writable: FileSystemWritableFileStream;
  readonly #writer: BatchWriter;
  readonly #describe: (error: unknown) => StorageProblem;
  readonly #placeholderIn: FileSystemDirectoryHandle | null;

  /** `placeholderIn`: the folder where an empty file of that name goes if this one comes to nothing. */
  constructor(
    name: string,
    writable: FileSystemWritableFileStream,
    report: SinkReport,
    place: string,
    placeholderIn: FileSystemDirectoryHandle | null,
  ) {
    this.storedName = name;
    this.#placeholderIn = placeholderIn;
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
      await this.#removePlaceholder();
      throw this.#describe(error);
    }
  }

  async abort(): Promise<void> {
    this.#writer.stop();
    // A stream that has failed is already aborted, and says so.
    await this.#writable.abort().catch(() => undefined);
    await this.#removePlaceholder();
  }

  async #removePlaceholder(): Promise<void> {
    if (this.#placeholderIn !== null) await removeEntry(this.#placeholderIn, this.storedName);
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
