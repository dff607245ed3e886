// Files dropped anywhere on the page go to the upload queue. While they hang over it, the page says so.
import { Disposable } from '../base/lifecycle.ts';

export class DropTarget extends Disposable {
  readonly #veil: HTMLElement;
  readonly #onFiles: (files: readonly File[], folders: number) => void;

  /** `veil` covers the page while files hang over it. Folders are counted, not opened. */
  constructor(veil: HTMLElement, onFiles: (files: readonly File[], folders: number) => void) {
    super();
    this.#veil = veil;
    this.#onFiles = onFiles;
    veil.hidden = true;
    this.listen(document, 'dragenter', (event: DragEvent) => this.#over(event));
    this.listen(document, 'dragover', (event: DragEvent) => this.#over(event));
    this.listen(document, 'dragleave', (event: DragEvent) => {
      // Only leaving the window has nothing it goes to.
      if (event.relatedTarget === null) veil.hidden = true;
    });
    this.listen(document, 'drop', (event: DragEvent) => this.#dropped(event));
  }

  #over(event: DragEvent): void {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    // Without this the browser would leave the page to open the file.
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.#veil.hidden = false;
  }

  #dropped(event: DragEvent): void {
    this.#veil.hidden = true;
    const { dataTransfer } = event;
    if (dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    const files: File[] = [];
    let folders = 0;
    for (const item of dataTransfer.items) {
      if (item.kind !== 'file') continue;
      const file = item.getAsFile();
      if (item.webkitGetAsEntry()?.isDirectory === true) ++folders;
      else if (file !== null) files.push(file);
    }
    this.#onFiles(files, folders);
  }
}
