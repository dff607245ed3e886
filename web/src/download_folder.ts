// Where downloads go: the folder that the person chose, this time or on an earlier visit, and what the
// browser still allows there. The worker is given a folder only while it may be written to; without
// one it keeps downloads in the browser's own storage.
//
// Knows no DOM: dialog and memory are given. Its state goes to the folder panel as a value.
import { Emitter } from './base/event.ts';
import { Failure } from './base/failure.ts';
import { Disposable } from './base/lifecycle.ts';
import { noRight, permissionFor, pickFolder, type FolderDialog } from './files/picker.ts';
import type { FolderMemory } from './folder_memory.ts';

export type FolderState =
  /** This browser cannot write into folders. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'none' }
  | { readonly kind: 'ready'; readonly name: string }
  /** Chosen on an earlier visit; the browser wants the person to allow it again, by a click. */
  | { readonly kind: 'asleep'; readonly name: string };

export class DownloadFolder extends Disposable {
  readonly #changed = this.register(new Emitter<FolderState>());
  readonly #usable = this.register(new Emitter<FileSystemDirectoryHandle | null>());
  readonly #problem = this.register(new Emitter<string>());

  readonly onChanged = this.#changed.event;
  /** The folder that may be written to from now on, or null. */
  readonly onUsable = this.#usable.event;
  /** A sentence about a choice that came to nothing. */
  readonly onProblem = this.#problem.event;

  readonly #dialog: FolderDialog | null;
  readonly #memory: FolderMemory;
  #folder: FileSystemDirectoryHandle | null = null;
  #state: FolderState;

  constructor(dialog: FolderDialog | null, memory: FolderMemory) {
    super();
    this.#dialog = dialog;
    this.#memory = memory;
    this.#state = { kind: dialog === null ? 'unsupported' : 'none' };
  }

  get state(): FolderState {
    return this.#state;
  }

  /** Takes up the folder of the last visit, if there was one and none was chosen meanwhile. */
  async wake(): Promise<void> {
    const folder = await this.#memory.recall();
    if (folder === null || this.#folder !== null) return;
    const right = await permissionFor(folder, 'look');
    if (right === 'granted') this.#use(folder);
    else if (right === 'prompt') this.#sleep(folder);
  }

  /** The person clicked: allow the sleeping folder again, or choose one. */
  async click(): Promise<void> {
    if (this.#state.kind === 'asleep' && this.#folder !== null)
      await this.#allowAgain(this.#folder);
    else await this.choose();
  }

  /** Asks for a folder. Without a choice everything stays as it was. */
  async choose(): Promise<void> {
    if (this.#dialog === null) return;
    const picked = await pickFolder(this.#dialog);
    if (picked.outcome === 'none') {
      this.#problem.fire(picked.words);
      return;
    }
    this.#use(picked.folder);
    await this.#memory.remember(picked.folder);
  }

  /** Takes a folder that a program hands over. Rejects with `folder` or `denied`. */
  async set(folder: FileSystemDirectoryHandle): Promise<void> {
    if (!(folder instanceof FileSystemDirectoryHandle)) {
      throw new Failure('folder', 'That is not a folder handle.');
    }
    const right = await permissionFor(folder, 'ask');
    if (right !== 'granted') throw new Failure('denied', noRight(folder.name));
    this.#use(folder);
    await this.#memory.remember(folder);
  }

  async #allowAgain(folder: FileSystemDirectoryHandle): Promise<void> {
    const right = await permissionFor(folder, 'ask');
    if (right === 'granted') {
      this.#use(folder);
      return;
    }
    if (right === 'denied') this.#change(null, { kind: 'none' });
    this.#problem.fire(noRight(folder.name));
  }

  #use(folder: FileSystemDirectoryHandle): void {
    this.#change(folder, { kind: 'ready', name: folder.name });
    this.#usable.fire(folder);
  }

  #sleep(folder: FileSystemDirectoryHandle): void {
    this.#change(folder, { kind: 'asleep', name: folder.name });
  }

  #change(folder: FileSystemDirectoryHandle | null, state: FolderState): void {
    this.#folder = folder;
    this.#state = state;
    this.#changed.fire(state);
  }
}
