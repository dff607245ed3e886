// Remembers the chosen folder from visit to visit. A folder handle survives only in IndexedDB: it is
// no text that could be stored elsewhere.
//
// Loses nothing that matters: where the browser keeps no memory, the folder is chosen again.

const DATABASE = 'boardwalk';
const STORE = 'settings';
const KEY = 'download-folder';

export interface FolderMemory {
  /** The folder of the last visit, or null. Never rejects. */
  recall(): Promise<FileSystemDirectoryHandle | null>;
  /** Never rejects. */
  remember(folder: FileSystemDirectoryHandle | null): Promise<void>;
}

/** The memory of this site in this browser. */
export const browserMemory: FolderMemory = {
  async recall() {
    const found = await inStore('readonly', (store) => settled(store.get(KEY))).catch(() => null);
    return found instanceof FileSystemDirectoryHandle ? found : null;
  },
  async remember(folder) {
    await inStore('readwrite', (store) =>
      folder === null ? settled(store.delete(KEY)) : settled(store.put(folder, KEY)),
    ).catch(() => undefined);
  },
};

async function inStore(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => Promise<unknown>,
): Promise<unknown> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    return await ask(database.transaction(STORE, mode).objectStore(STORE));
  } finally {
    database.close();
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}
