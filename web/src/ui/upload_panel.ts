// The upload queue: files that wait until a board asks for some. Names come in as values; chosen files
// and wishes go out. The file input stays in the document, so that it works for scripts as for people.
import { byteSize } from '../base/byte_size.ts';
import { button, element, say } from './element.ts';

export interface QueuedFile {
  readonly id: number;
  readonly name: string;
  readonly size: number | null;
}

export interface UploadWishes {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onRemove: (id: number) => void;
}

export class UploadPanel {
  readonly #wishes: UploadWishes;
  readonly #input = element('input', {
    class: 'visually-hidden',
    attributes: { type: 'file', multiple: '', id: 'upload-files', tabindex: '-1' },
  });
  readonly #opener: HTMLButtonElement;
  readonly #add: HTMLButtonElement;
  readonly #summary = element('p', { class: 'panel-words', attributes: { role: 'status' } });
  readonly #list = element('ul', { class: 'queue', attributes: { role: 'list' } });
  readonly #queue: HTMLElement;

  constructor(host: HTMLElement, wishes: UploadWishes) {
    this.#wishes = wishes;
    this.#input.setAttribute('aria-label', 'Files to upload');
    this.#input.addEventListener('change', () => {
      const files = [...(this.#input.files ?? [])];
      // So that the same file can be chosen again.
      this.#input.value = '';
      if (files.length > 0) wishes.onFiles(files);
    });
    this.#opener = button('Upload files', {
      class: 'button',
      testid: 'upload',
      attributes: { 'aria-expanded': 'false', 'aria-controls': 'upload-queue' },
      onClick: () => this.#open(),
    });
    this.#add = button('Add files…', {
      class: 'button small primary',
      onClick: () => this.choose(),
    });
    this.#queue = element(
      'div',
      { class: 'queue-box', attributes: { id: 'upload-queue' } },
      this.#list,
      element(
        'div',
        { class: 'queue-foot' },
        this.#add,
        button('Hide', { class: 'button small quiet', onClick: () => this.#close() }),
        element('span', { class: 'hint' }, 'Dropping files on the page adds them too.'),
      ),
    );
    this.#queue.hidden = true;
    host.replaceChildren(
      element(
        'div',
        { class: 'panel-head' },
        element('h2', { class: 'section-title' }, 'Uploads'),
        this.#opener,
      ),
      this.#summary,
      this.#queue,
      this.#input,
    );
    this.show([]);
  }

  show(files: readonly QueuedFile[]): void {
    const count =
      files.length === 1
        ? '1 file waits. Choose “upload” on the board: it starts by itself.'
        : `${files.length} files wait. Choose “upload” on the board: they start by themselves.`;
    say(
      this.#summary,
      files.length === 0
        ? 'Empty. Queue files, then choose “upload” on the board: they start by themselves.'
        : count,
    );
    this.#list.replaceChildren(...files.map((file) => this.#item(file)));
  }

  /** Opens the browser's file dialog. */
  choose(): void {
    this.#open();
    this.#input.click();
  }

  #open(): void {
    this.#queue.hidden = false;
    this.#opener.setAttribute('aria-expanded', 'true');
    this.#add.focus();
  }

  #close(): void {
    this.#queue.hidden = true;
    this.#opener.setAttribute('aria-expanded', 'false');
    this.#opener.focus();
  }

  #item({ id, name, size }: QueuedFile): HTMLElement {
    return element(
      'li',
      {},
      element('bdi', { class: 'transfer-name' }, name),
      element('span', { class: 'hint' }, size === null ? '' : byteSize(size)),
      button('×', {
        class: 'icon-button',
        attributes: { 'aria-label': `Take ${name} out of the queue` },
        onClick: () => this.#wishes.onRemove(id),
      }),
    );
  }
}
