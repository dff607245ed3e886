// Short messages at the edge of the page. Good news leaves by itself; bad news stays until it is read.
import { button, element } from './element.ts';

export type Severity = 'info' | 'warning' | 'error';

const INFO_MS = 8000;
const MOST_SHOWN = 4;

export class Notices {
  readonly #host: HTMLElement;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  show(severity: Severity, text: string): void {
    if (text === '') return;
    // Said again is not shown twice.
    const shown = [...this.#host.children].filter((node) => node instanceof HTMLElement);
    shown.find((node) => node.dataset['text'] === text)?.remove();
    const notice = element(
      'div',
      {
        class: 'notice',
        attributes: {
          role: severity === 'info' ? 'status' : 'alert',
          'data-severity': severity,
          'data-text': text,
        },
      },
      element('p', {}, text),
      button('×', {
        class: 'icon-button',
        attributes: { 'aria-label': 'Dismiss this message' },
        onClick: () => notice.remove(),
      }),
    );
    this.#host.append(notice);
    while (this.#host.children.length > MOST_SHOWN) this.#host.firstElementChild?.remove();
    if (severity === 'info') setTimeout(() => notice.remove(), INFO_MS);
  }
}
