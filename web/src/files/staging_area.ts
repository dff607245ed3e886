// The browser's own storage (OPFS) as a shelf for downloads that wait to be saved.
//
// Layout: boardwalk-staged/<visit>/<number>/{data,info.json}. A visit is one life of the worker and
// holds a lock of its name, so another tab can tell a living visit from one that has ended. What an
// ended visit left behind is offered again, whole or not: nothing is deleted without being asked.
// Knows files and folders only; opfs_sink.ts moves the bytes.
import type { StagedFile } from './sink.ts';

const ROOT = 'boardwalk-staged';
const DATA = 'data';
const INFO = 'info.json';

/** What is written beside the data. */
export interface ShelfInfo {
  readonly name: string;
  /** What the board claimed; null: nothing. */
  readonly size: number | null;
  /** Every byte is there. */
  readonly complete: boolean;
}

/** A file of an earlier visit, complete or not. */
export interface Leftover extends StagedFile {
  readonly info: ShelfInfo;
}

/** One file's place. */
export interface Shelf {
  readonly data: FileSystemFileHandle;
  describe(info: ShelfInfo): Promise<void>;
  /** Deletes it all. Never rejects: what cannot be deleted now is offered again. */
  remove(): Promise<void>;
}

export class StagingArea {
  readonly #visit = `${Date.now().toString(36)}-${crypto.randomUUID().slice(0, 8)}`;
  #lastNumber = 0;
  #held: Promise<void> | null = null;

  /** A new place for a file. Rejects as the browser's storage does. */
  async add(info: ShelfInfo): Promise<Shelf> {
    this.#held ??= holdLock(lockName(this.#visit));
    await this.#held;
    const visit = await (await root()).getDirectoryHandle(this.#visit, { create: true });
    const shelf = await shelfIn(visit, String(++this.#lastNumber));
    await shelf.describe(info);
    return shelf;
  }

  /** What ended visits left, oldest first. What cannot be read is left where it is. */
  async leftovers(): Promise<Leftover[]> {
    const found: Leftover[] = [];
    const all = await root();
    for (const visit of await namesIn(all)) {
      if (visit === this.#visit || !(await hasEnded(visit))) continue;
      const folder = await all.getDirectoryHandle(visit);
      for (const number of await namesIn(folder)) {
        const leftover = await readShelf(folder, number);
        if (leftover !== null) found.push(leftover);
      }
    }
    return found;
  }
}

/** A file that keeps its bytes where they are, under the name a person knows. */
export function namedFile(file: File, name: string): File {
  return new File([file], name, { lastModified: file.lastModified });
}

async function root(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(ROOT, { create: true });
}

function lockName(visit: string): string {
  return `${ROOT}/${visit}`;
}

// Resolves once the lock is held, which it stays until the worker ends, however that happens.
async function holdLock(name: string): Promise<void> {
  if (!('locks' in navigator)) return;
  await new Promise<void>((held) => {
    void navigator.locks.request(name, () => {
      held();
      return new Promise(() => undefined);
    });
  });
}

async function hasEnded(visit: string): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  return navigator.locks.request(lockName(visit), { ifAvailable: true }, (lock) => lock !== null);
}

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

async function shelfIn(visit: FileSystemDirectoryHandle, number: string): Promise<Shelf> {
  const folder = await visit.getDirectoryHandle(number, { create: true });
  return {
    data: await folder.getFileHandle(DATA, { create: true }),
    async describe(info) {
      await writeText(await folder.getFileHandle(INFO, { create: true }), JSON.stringify(info));
    },
    async remove() {
      await visit.removeEntry(number, { recursive: true }).catch(() => undefined);
      // The last one out takes the visit's folder with it; a folder that is not empty stays.
      await (await root()).removeEntry(visit.name).catch(() => undefined);
    },
  };
}

// An empty unfinished file holds nothing for anybody and goes.
async function readShelf(
  visit: FileSystemDirectoryHandle,
  number: string,
): Promise<Leftover | null> {
  try {
    const shelf = await shelfIn(visit, number);
    const file = await shelf.data.getFile();
    const folder = await visit.getDirectoryHandle(number);
    const info = parseInfo(await (await (await folder.getFileHandle(INFO)).getFile()).text());
    if (info.complete || file.size > 0) {
      return { info, file: namedFile(file, info.name), remove: () => shelf.remove() };
    }
    await shelf.remove();
  } catch {
    // Written by something else, or half written at the very end of a visit: not ours to judge.
  }
  return null;
}

function parseInfo(text: string): ShelfInfo {
  const { name, size, complete } = JSON.parse(text) as Partial<Record<keyof ShelfInfo, unknown>>;
  if (typeof name !== 'string' || name === '') throw new TypeError('no name');
  return { name, size: typeof size === 'number' ? size : null, complete: complete === true };
}

// Through a sync handle where there is one: Safari's OPFS has no other way to write.
async function writeText(handle: FileSystemFileHandle, text: string): Promise<void> {
  if ('createSyncAccessHandle' in handle) {
    const sync = await handle.createSyncAccessHandle();
    try {
      sync.truncate(0);
      sync.write(new TextEncoder().encode(text), { at: 0 });
      sync.flush();
    } finally {
      sync.close();
    }
    return;
  }
  const writable = await (handle as FileSystemFileHandle).createWritable();
  await writable.write(text);
  await writable.close();
}
