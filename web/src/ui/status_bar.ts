// One line above the screen: how the connection stands, in plain words, and what can be done about it:
// set up transfers, hang up.
import type { ConnectionState } from '../protocol/messages.ts';
import { button, element, say } from './element.ts';

export interface StatusView {
  readonly state: ConnectionState;
  readonly text: string;
  /** The board's name, or what it calls itself; empty when there is none. */
  readonly board: string;
}

/** `closed: the board hung up` — the state first, as the contract has it, then the sentence. */
export function statusWords(state: ConnectionState, text: string): string {
  if (text === '') return state;
  // "Connected." says nothing that the state does not.
  if (text.toLowerCase().replace(/\W+$/, '') === state) return state;
  const isWord = /^[A-Z][a-z]/.test(text);
  return `${state}: ${isWord ? text.charAt(0).toLowerCase() + text.slice(1) : text}`;
}

export class StatusBar {
  readonly #lamp = element('span', { class: 'lamp', attributes: { 'aria-hidden': 'true' } });
  readonly #words = element('p', {
    class: 'status-words',
    testid: 'status',
    attributes: { role: 'status' },
  });
  readonly #board = element('p', { class: 'status-board' });
  readonly #hangUp: HTMLButtonElement;

  constructor(host: HTMLElement, onHangUp: () => void, onSettings: () => void) {
    this.#hangUp = button('Hang up', { class: 'button', testid: 'hang-up', onClick: onHangUp });
    const settings = button('', {
      class: 'button settings-button',
      testid: 'transfer-settings',
      attributes: { 'aria-haspopup': 'dialog', title: 'How files are transferred' },
      onClick: onSettings,
    });
    settings.append(
      element('span', { class: 'sliders', attributes: { 'aria-hidden': 'true' } }),
      element('span', { class: 'settings-word' }, 'Transfer settings'),
    );
    host.replaceChildren(this.#lamp, this.#words, this.#board, settings, this.#hangUp);
  }

  /** Takes the keyboard out of the terminal. */
  focus(): void {
    this.#hangUp.focus();
  }

  show({ state, text, board }: StatusView): void {
    this.#lamp.dataset['state'] = state;
    this.#words.dataset['state'] = state;
    say(this.#words, statusWords(state, text));
    say(this.#board, board);
    this.#hangUp.disabled = state !== 'connected' && state !== 'connecting';
  }
}
