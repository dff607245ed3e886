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
    return Promise.resolve({
      name,
      getFile: () =>
        Promise.resolve(new File([this.bytes(name)], name, { lastModified: 5_000_900 })),
      createWritable: (options?: { keepExistingData: boolean }) =>
        Promise.resolve(this.#writable(name, options?.keepExistingData === true)),
    });
  }

  bytes(name: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.files.get(name) ?? []);
  }

  removeEntry(name: string): Promise<void> {
    this.files.delete(name);
    return Promise.resolve();
  }

  get handle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle;
  }

  #writable(name: string, keepsData: boolean): unknown {
    ++this.open;
    const swap: number[] = keepsData ? [...this.bytes(name)] : [];
    let at = 0;
    return {
      seek: (to: number) => {
        at = to;
        return Promise.resolve();
      },
      write: (bytes: Uint8Array) => {
        if (this.failWrite !== null) return Promise.reject(this.failWrite);
        swap.splice(at, bytes.length, ...bytes);
        at += bytes.length;
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
  const sink = await new DirectoryStore(folder.handle).open(
    { name: 'A.ZIP', size: 3 },
    report,
    'beside',
  );
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
  const first = await store.open(offer, reported().report, 'beside');
  const second = await store.open(offer, reported().report, 'beside');
  expect([first.storedName, second.storedName]).toEqual(['README (2).TXT', 'README (3).TXT']);
  expect(folder.files.get('readme.txt')).toEqual(Uint8Array.from([9]));
});

test('a file that another program made since the last look is not overwritten either', async () => {
  const folder = new Folder();
  const store = new DirectoryStore(folder.handle);
  await (await store.open({ name: 'a', size: 0 }, reported().report, 'beside')).finish();
  folder.files.set('b', Uint8Array.from([9]));
  const sink = await store.open({ name: 'b', size: 0 }, reported().report, 'beside');
  expect(sink.storedName).toBe('b (2)');
});

test('abort() leaves neither a file nor an open stream behind', async () => {
  const folder = new Folder();
  const { report } = reported();
  const sink = await new DirectoryStore(folder.handle).open(
    { name: 'A', size: 3 },
    report,
    'beside',
  );
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
  const sink = await new DirectoryStore(folder.handle).open(
    { name: 'A', size: 3 },
    report,
    'beside',
  );
  folder.failWrite = new DOMException('', name);
  sink.write(Uint8Array.from([1]), 0);
  await news();
  expect(problems).toEqual([words]);
});

test('a file that cannot be made final leaves nothing under its name', async () => {
  const folder = new Folder();
  const { report, news } = reported();
  const sink = await new DirectoryStore(folder.handle).open(
    { name: 'A', size: 3 },
    report,
    'beside',
  );
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

test('a folder tells whether a file of that name is there, whatever its case', async () => {
  const folder = new Folder();
  folder.files.set('readme.txt', Uint8Array.from([1, 2, 3]));
  const store = new DirectoryStore(folder.handle);
  expect(await store.find('other.txt')).toEqual({ kind: 'absent' });
  const found = await store.find('README.TXT');
  expect(found).toMatchObject({ kind: 'there', file: { size: 3, modified: 5000 } });
  expect(found.kind === 'there' && (await found.file.crc32())).toBe(0x55bc801d);
});

test('a folder that cannot be read is not said to be empty', async () => {
  const folder = new Folder();
  folder.keys = () => {
    throw new DOMException('', 'NotAllowedError');
  };
  expect(await new DirectoryStore(folder.handle).find('a')).toEqual({ kind: 'unknown' });
});

/** Stores one byte over or onto `a.txt`, which holds two, up to finish() or abort(). */
async function oneByte(placement: 'replace' | 'append') {
  const folder = new Folder();
  folder.files.set('a.txt', Uint8Array.from([1, 2]));
  const { report, news } = reported();
  const store = new DirectoryStore(folder.handle);
  const sink = await store.open({ name: 'A.TXT', size: 1 }, report, placement);
  sink.write(Uint8Array.from([9]), 0);
  await news();
  expect(folder.bytes('a.txt')).toEqual(Uint8Array.from([1, 2]));
  return { folder, sink };
}

test.each([
  ['replace', [9]],
  ['append', [1, 2, 9]],
] as const)(
  'to %s changes the file that is there, at finish() and not before',
  async (how, bytes) => {
    const { folder, sink } = await oneByte(how);
    expect(sink.storedName).toBe('a.txt');
    await sink.finish();
    expect([...folder.files.keys()]).toEqual(['a.txt']);
    expect(folder.bytes('a.txt')).toEqual(Uint8Array.from(bytes));
  },
);

test.each(['replace', 'append'] as const)(
  'to %s and then to give up, or to fail, leaves the file that is there as it was',
  async (how) => {
    const given = await oneByte(how);
    await given.sink.abort();
    expect(given.folder.bytes('a.txt')).toEqual(Uint8Array.from([1, 2]));
    const failed = await oneByte(how);
    failed.folder.failClose = new DOMException('', 'QuotaExceededError');
    await expect(failed.sink.finish()).rejects.toThrow('There is no space left');
    expect(failed.folder.bytes('a.txt')).toEqual(Uint8Array.from([1, 2]));
  },
);

test('to replace a file that is not there makes a new one', async () => {
  const folder = new Folder();
  const { report } = reported();
  const sink = await new DirectoryStore(folder.handle).open(
    { name: 'A', size: 0 },
    report,
    'replace',
  );
  await sink.abort();
  expect([...folder.files.keys()]).toEqual([]);
});
