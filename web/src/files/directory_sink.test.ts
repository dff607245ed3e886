// The folder side against a folder in memory that can fail as real ones do. What only a browser can
// show (real handles, real permissions) is in the stories of tests/e2e.
import { expect, test } from 'vitest';

import { DirectoryStore } from './directory_sink.ts';
import type { SinkReport } from './sink.ts';

/** As much of a FileSystemDirectoryHandle as the store uses; a swap file until close(), as in Chromium. */
class Folder {
  readonly name = 'bbs';
  readonly files = new Map<string, Uint8Array>();
  permission: PermissionState = 'granted';
  failWrite: DOMException | null = null;
  failClose: DOMException | null = null;
  open = 0;

  // eslint-disable-next-line @typescript-eslint/require-await -- the real one is asynchronous
  async *keys(): AsyncGenerator<string> {
    yield* this.files.keys();
  }

  queryPermission(): Promise<PermissionState> {
    return Promise.resolve(this.permission);
  }

  getFileHandle(name: string, how?: { create: boolean }): Promise<unknown> {
    if (!this.files.has(name)) {
      if (how?.create !== true) return Promise.reject(new DOMException('', 'NotFoundError'));
      this.files.set(name, new Uint8Array());
    }
    return Promise.resolve({ createWritable: () => Promise.resolve(this.#writable(name)) });
  }

  removeEntry(name: string): Promise<void> {
    this.files.delete(name);
    return Promise.resolve();
  }

  get handle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle;
  }

  #writable(name: string): unknown {
    ++this.open;
    const swap: number[] = [];
    return {
      write: (bytes: Uint8Array) => {
        if (this.failWrite !== null) return Promise.reject(this.failWrite);
        swap.push(...bytes);
        return Promise.resolve();
      },
      close: () => {
        --this.open;
        if (this.failClose !== null) return Promise.reject(this.failClose);
        this.files.set(name, Uint8Array.from(swap));
        return Promise.resolve();
      },
      abort: () => {
        --this.open;
        return Promise.resolve();
      },
    };
  }
}

function reported() {
  const problems: string[] = [];
  let end = 0;
  let wake: () => void = () => undefined;
  const report: SinkReport = {
    committed: (to) => {
      end = to;
      wake();
    },
    failed: (problem) => {
      problems.push(problem);
      wake();
    },
  };
  const news = () => new Promise<void>((resolve) => (wake = resolve));
  return { problems, report, news, end: () => end };
}

test('a file is stored under its name, and not complete before finish()', async () => {
  const folder = new Folder();
  const { report, news, end } = reported();
  const sink = await new DirectoryStore(folder.handle).open({ name: 'A.ZIP', size: 3 }, report);
  expect(sink).toMatchObject({ place: 'folder', storedName: 'A.ZIP' });
  sink.write(Uint8Array.from([1, 2, 3]), 0);
  await news();
  expect(end()).toBe(3);
  expect(folder.files.get('A.ZIP')).toHaveLength(0);
  expect(await sink.finish()).toBe(null);
  expect(folder.files.get('A.ZIP')).toEqual(Uint8Array.from([1, 2, 3]));
});

test('what is there is never overwritten, also where only case differs', async () => {
  const folder = new Folder();
  folder.files.set('readme.txt', Uint8Array.from([9]));
  const store = new DirectoryStore(folder.handle);
  const offer = { name: 'README.TXT', size: null };
  const first = await store.open(offer, reported().report);
  const second = await store.open(offer, reported().report);
  expect([first.storedName, second.storedName]).toEqual(['README (2).TXT', 'README (3).TXT']);
  expect(folder.files.get('readme.txt')).toEqual(Uint8Array.from([9]));
});

test('a file that another program made since the last look is not overwritten either', async () => {
  const folder = new Folder();
  const store = new DirectoryStore(folder.handle);
  await (await store.open({ name: 'a', size: 0 }, reported().report)).finish();
  folder.files.set('b', Uint8Array.from([9]));
  const sink = await store.open({ name: 'b', size: 0 }, reported().report);
  expect(sink.storedName).toBe('b (2)');
});

test('abort() leaves neither a file nor an open stream behind', async () => {
  const folder = new Folder();
  const { report } = reported();
  const sink = await new DirectoryStore(folder.handle).open({ name: 'A', size: 3 }, report);
  sink.write(Uint8Array.from([1]), 0);
  await sink.abort();
  expect([...folder.files.keys()]).toEqual([]);
  expect(folder.open).toBe(0);
});

test.each([
  ['QuotaExceededError', 'There is no space left in the folder “bbs”.'],
  ['NotAllowedError', 'This page may not write to the folder “bbs” any more.'],
  ['NotFoundError', 'It is not possible to write to the folder “bbs”: it was moved or deleted.'],
])('%s is told in plain words', async (name, words) => {
  const folder = new Folder();
  const { report, problems, news } = reported();
  const sink = await new DirectoryStore(folder.handle).open({ name: 'A', size: 3 }, report);
  folder.failWrite = new DOMException('', name);
  sink.write(Uint8Array.from([1]), 0);
  await news();
  expect(problems).toEqual([words]);
});

test('a file that cannot be made final leaves nothing under its name', async () => {
  const folder = new Folder();
  const { report, news } = reported();
  const sink = await new DirectoryStore(folder.handle).open({ name: 'A', size: 3 }, report);
  sink.write(Uint8Array.from([1]), 0);
  await news();
  folder.failClose = new DOMException('', 'QuotaExceededError');
  await expect(sink.finish()).rejects.toThrow('There is no space left in the folder “bbs”.');
  expect([...folder.files.keys()]).toEqual([]);
});

test('permission is looked up, not assumed', async () => {
  const folder = new Folder();
  const store = new DirectoryStore(folder.handle);
  expect(await store.isAllowed()).toBe(true);
  folder.permission = 'prompt';
  expect(await store.isAllowed()).toBe(false);
});
