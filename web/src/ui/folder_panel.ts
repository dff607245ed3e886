// Where downloads go, in words, and the button that changes it. The state comes in as a value.
import { button, element, say } from './element.ts';

/** The states of a download folder that differ for a person. */
export interface FolderView {
  readonly kind: 'unsupported' | 'none' | 'ready' | 'asleep';
  /** The folder's name, where there is one. */
  readonly name?: string;
}

export function folderWords({ kind, name = '' }: FolderView): string {
  switch (kind) {
    case 'unsupported':
      return (
        'This browser cannot write into a folder. Downloads are kept in the browser; each one gets ' +
        'a “Save file” link.'
      );
    case 'none':
      return 'None chosen: downloads are kept in the browser, each with a “Save file” link.';
    case 'ready':
      return `Downloads go straight into “${name}”.`;
    case 'asleep':
      return `“${name}” from your last visit: the browser wants you to allow it again.`;
  }
}

export class FolderPanel {
  readonly #words = element('p', { class: 'panel-words', attributes: { role: 'status' } });
  readonly #button: HTMLButtonElement;
  readonly #other: HTMLButtonElement;

  /** `onClick`: allow or choose, whichever fits; `onOther`: choose another one. */
  constructor(host: HTMLElement, onClick: () => void, onOther: () => void) {
    this.#button = button('Choose', { class: 'button', testid: 'download-folder', onClick });
    this.#other = button('Choose another', { class: 'button small quiet', onClick: onOther });
    host.replaceChildren(
      element(
        'div',
        { class: 'panel-head' },
        element('h2', { class: 'section-title' }, 'Download folder'),
        this.#button,
      ),
      this.#words,
      this.#other,
    );
  }

  show(view: FolderView): void {
    say(this.#words, folderWords(view));
    this.#words.dataset['kind'] = view.kind;
    this.#button.disabled = view.kind === 'unsupported';
    this.#other.hidden = view.kind !== 'asleep';
    const labels = {
      unsupported: 'Choose',
      none: 'Choose',
      ready: 'Change',
      asleep: 'Allow',
    };
    say(this.#button, labels[view.kind]);
    // "Change" alone would not say what, read aloud.
    this.#button.setAttribute('aria-label', `Download folder: ${labels[view.kind]}`);
  }
}
