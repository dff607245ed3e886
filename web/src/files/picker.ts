// Asks the person for a folder, and the browser for the right to write into it, and puts every way in
// which that can end into plain words. Only Chromium can do it (File System Access); elsewhere
// downloads are kept in the browser's storage.
//
// Page side of files/: dialogs need a page and a click. What is written is the worker's business.

/** The part of the File System Access API that TypeScript's libraries leave out. */
interface PermissionHolder {
  queryPermission?(how: { mode: 'readwrite' }): Promise<PermissionState>;
  requestPermission?(how: { mode: 'readwrite' }): Promise<PermissionState>;
}

export type FolderDialog = (options: {
  readonly mode: 'readwrite';
  readonly id: string;
  readonly startIn: string;
}) => Promise<FileSystemDirectoryHandle>;

export type Picked =
  | { readonly outcome: 'picked'; readonly folder: FileSystemDirectoryHandle }
  /** `words` say what to do next. */
  | { readonly outcome: 'none'; readonly words: string };

/** The browser's folder dialog, or null where it has none. */
export function folderDialog(): FolderDialog | null {
  const { showDirectoryPicker } = globalThis as { showDirectoryPicker?: FolderDialog };
  return showDirectoryPicker === undefined ? null : showDirectoryPicker.bind(globalThis);
}

/** Asks for a folder to write to. Call from a click; never rejects. */
export async function pickFolder(dialog: FolderDialog): Promise<Picked> {
  try {
    // Not 'downloads': Chromium refuses that folder itself, as it does the home folder.
    const folder = await dialog({ mode: 'readwrite', id: 'boardwalk', startIn: 'documents' });
    const right = await permissionFor(folder, 'ask');
    if (right === 'granted') return { outcome: 'picked', folder };
    return { outcome: 'none', words: noRight(folder.name) };
  } catch (error) {
    return { outcome: 'none', words: dialogWords(error) };
  }
}

/** Whether this page may write to `folder` now; `ask` asks the person, and needs a click. */
export async function permissionFor(
  folder: FileSystemDirectoryHandle,
  how: 'look' | 'ask',
): Promise<PermissionState> {
  const holder = folder as FileSystemDirectoryHandle & PermissionHolder;
  const mode = { mode: 'readwrite' } as const;
  try {
    // A folder of the browser's own storage may have no such question: it is always open.
    const now = (await holder.queryPermission?.(mode)) ?? 'granted';
    if (now !== 'prompt' || how === 'look') return now;
    return (await holder.requestPermission?.(mode)) ?? now;
  } catch {
    // Asked without a click, or the folder is gone: either way not now.
    return 'prompt';
  }
}

/** The words for a person who did not let the page write. */
export function noRight(name: string): string {
  return (
    `The browser did not let this page write to “${name}”. Choose it again and allow the page to ` +
    `edit files there, or choose another folder.`
  );
}

function dialogWords(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  // The dialog was closed, or the browser refused a system folder: it does not say which.
  if (name === 'AbortError') {
    return (
      'No folder was chosen. If the browser said that the folder holds system files, choose or ' +
      'create a sub-folder in it.'
    );
  }
  if (name === 'NotAllowedError' || name === 'SecurityError') {
    return 'The browser does not let this page ask for a folder. Downloads are kept in the browser.';
  }
  return `The folder cannot be used: ${error instanceof Error ? error.message : String(error)}`;
}
