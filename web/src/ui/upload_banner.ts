// Over the screen, while a board waits for files and none are queued.
import { button, element } from './element.ts';

export class UploadBanner {
  readonly #host: HTMLElement;

  constructor(host: HTMLElement, onChoose: () => void, onCancel: () => void) {
    this.#host = host;
    host.replaceChildren(
      element('p', {}, 'The board waits for your files.'),
      element('span', { class: 'hint' }, 'Drop them here, or'),
      button('Choose files', { class: 'button primary', onClick: onChoose }),
      button('Cancel', { class: 'button quiet', onClick: onCancel }),
    );
    host.setAttribute('role', 'alert');
    host.hidden = true;
  }

  set isShown(isShown: boolean) {
    // No focus: a key pressed for the board a moment ago must not answer this.
    this.#host.hidden = !isShown;
  }
}
