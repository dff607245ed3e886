// In node there is no File System Access: handles are the few calls of one that are used here.
import { beforeAll, describe, expect, test } from 'vitest';

import { DownloadFolder, type FolderState } from './download_folder.ts';
import type { FolderDialog } from './files/picker.ts';
import type { FolderMemory } from './folder_memory.ts';

class Handle {
  readonly kind = 'directory';
  readonly name: string;
  readonly #now: PermissionState;
  readonly #asked: PermissionState;

  constructor(name: string, now: PermissionState, asked: PermissionState = now) {
    this.name = name;
    this.#now = now;
    this.#asked = asked;
  }

  queryPermission(): Promise<PermissionState> {
    return Promise.resolve(this.#now);
  }

  requestPermission(): Promise<PermissionState> {
    return Promise.resolve(this.#asked);
  }
}

type Folder = FileSystemDirectoryHandle;

function handle(name: string, now: PermissionState, asked?: PermissionState): Folder {
  return new Handle(name, now, asked) as unknown as Folder;
}

class Memory implements FolderMemory {
  kept: Folder | null;

  constructor(kept: Folder | null = null) {
    this.kept = kept;
  }

  recall(): Promise<Folder | null> {
    return Promise.resolve(this.kept);
  }

  remember(folder: Folder | null): Promise<void> {
    this.kept = folder;
    return Promise.resolve();
  }
}

function watched(dialog: FolderDialog | null, memory = new Memory()) {
  const folder = new DownloadFolder(dialog, memory);
  const usable: (string | undefined)[] = [];
  const problems: string[] = [];
  const states: FolderState['kind'][] = [];
  folder.onUsable((found) => usable.push(found?.name));
  folder.onProblem((words) => problems.push(words));
  folder.onChanged(({ kind }) => states.push(kind));
  return { folder, memory, usable, problems, states };
}

const gives =
  (folder: Folder): FolderDialog =>
  () =>
    Promise.resolve(folder);
const fails =
  (name: string): FolderDialog =>
  () =>
    Promise.reject(new DOMException('no', name));

beforeAll(() => {
  Object.assign(globalThis, { FileSystemDirectoryHandle: Handle });
});

describe('choosing', () => {
  test('a chosen folder is used at once and remembered', async () => {
    const { folder, memory, usable } = watched(gives(handle('bbs', 'granted')));
    await folder.click();
    expect(usable).toEqual(['bbs']);
    expect(memory.kept?.name).toBe('bbs');
    expect(folder.state).toEqual({ kind: 'ready', name: 'bbs' });
  });

  test('the dialog never starts in the downloads folder, which browsers refuse', async () => {
    const asked: Parameters<FolderDialog>[0][] = [];
    const { folder } = watched((options) => {
      asked.push(options);
      return Promise.resolve(handle('bbs', 'granted'));
    });
    await folder.choose();
    expect(asked).toMatchObject([{ mode: 'readwrite', startIn: 'documents' }]);
  });

  test('a dialog that was closed, or a system folder, says to choose or create a sub-folder', async () => {
    const { folder, problems, usable } = watched(fails('AbortError'));
    await folder.click();
    expect(problems[0]).toContain('choose or create a sub-folder');
    expect(usable).toEqual([]);
    // And a second try is possible.
    await folder.click();
    expect(problems).toHaveLength(2);
  });

  test('a folder without the right to write is not used, and the words name it', async () => {
    const { folder, problems, usable } = watched(gives(handle('bbs', 'prompt', 'denied')));
    await folder.click();
    expect(usable).toEqual([]);
    expect(problems[0]).toContain('did not let this page write to “bbs”');
  });

  test('a failed choice leaves the folder that was there', async () => {
    let next: FolderDialog = gives(handle('old', 'granted'));
    const { folder } = watched((options) => next(options));
    await folder.choose();
    next = fails('AbortError');
    await folder.choose();
    expect(folder.state).toEqual({ kind: 'ready', name: 'old' });
  });

  test('a browser without the dialog says so, and a click does nothing', async () => {
    const { folder, usable, problems } = watched(null);
    await folder.click();
    expect(folder.state.kind).toBe('unsupported');
    expect([usable, problems]).toEqual([[], []]);
  });
});

describe('the next visit', () => {
  test('a folder that is still allowed is used without a question', async () => {
    const memory = new Memory(handle('bbs', 'granted'));
    const { folder, usable } = watched(fails('AbortError'), memory);
    await folder.wake();
    expect(usable).toEqual(['bbs']);
  });

  test('one that needs a click sleeps, and the click wakes it', async () => {
    const memory = new Memory(handle('bbs', 'prompt', 'granted'));
    const { folder, usable, states } = watched(fails('AbortError'), memory);
    await folder.wake();
    expect(usable).toEqual([]);
    await folder.click();
    expect(states).toEqual(['asleep', 'ready']);
    expect(usable).toEqual(['bbs']);
  });

  test('one that is refused is told, and another can be chosen', async () => {
    const memory = new Memory(handle('bbs', 'prompt', 'denied'));
    const { folder, problems, usable } = watched(gives(handle('new', 'granted')), memory);
    await folder.wake();
    await folder.click();
    expect(problems).toHaveLength(1);
    await folder.click();
    expect(usable).toEqual(['new']);
  });
});

describe('a program', () => {
  test('hands over a folder that may be written to', async () => {
    const { folder, usable } = watched(null);
    await folder.set(handle('bbs', 'granted'));
    expect(usable).toEqual(['bbs']);
  });

  test.each([
    ['denied', handle('bbs', 'denied')],
    ['folder', 'not a handle' as unknown as Folder],
  ])('gets the code %s for one that may not', async (code, what) => {
    await expect(watched(null).folder.set(what)).rejects.toMatchObject({ code });
  });
});
