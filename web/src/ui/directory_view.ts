// The directory of boards as cards. Boards come in as values, the wish to call one goes out.
import { button, element } from './element.ts';

/** What a card shows. */
export interface BoardCard {
  readonly id: string;
  readonly name: string;
  readonly software: string;
  readonly notes: string;
  readonly columns: number;
  readonly rows: number;
  readonly encoding: string;
}

export class DirectoryView {
  readonly #host: HTMLElement;
  readonly #onConnect: (id: string) => void;
  readonly #list = element('ul', { class: 'board-list', attributes: { role: 'list' } });
  #buttons: HTMLButtonElement[] = [];

  /** Fills `host`. */
  constructor(host: HTMLElement, onConnect: (id: string) => void) {
    this.#host = host;
    this.#onConnect = onConnect;
    host.dataset['testid'] = 'directory';
    host.replaceChildren(
      element('h2', { class: 'section-title' }, 'Boards'),
      element(
        'p',
        { class: 'section-hint' },
        'Pick one and connect. No account is needed to look.',
      ),
      this.#list,
    );
  }

  showBoards(boards: readonly BoardCard[]): void {
    this.#buttons = [];
    if (boards.length === 0) this.showProblem('This site has no boards in its directory yet.');
    else this.#list.replaceChildren(...boards.map((board) => this.#card(board)));
  }

  /** The directory could not be had; `words` say why. */
  showProblem(words: string): void {
    this.#list.replaceChildren(element('li', { class: 'empty' }, words));
  }

  /** While a call lasts the directory gives way to the board's screen. */
  set isOpen(isOpen: boolean) {
    this.#host.hidden = !isOpen;
    for (const each of this.#buttons) each.disabled = !isOpen;
  }

  #card(board: BoardCard): HTMLElement {
    const connect = button('Connect', {
      class: 'button primary',
      testid: 'connect',
      attributes: { 'data-board': board.id, 'aria-label': `Connect to ${board.name}` },
      onClick: () => this.#onConnect(board.id),
    });
    this.#buttons.push(connect);
    const address = `#${new URLSearchParams({ board: board.id }).toString()}`;
    const facts = [
      board.software,
      `${board.columns}×${board.rows}`,
      board.encoding.toUpperCase(),
    ].filter((fact) => fact !== '');
    return element(
      'li',
      { class: 'board-card' },
      element(
        'div',
        { class: 'board-words' },
        element(
          'h3',
          {},
          element(
            'a',
            { attributes: { href: address, title: 'A link that connects to this board' } },
            board.name,
          ),
        ),
        element('p', { class: 'board-notes' }, board.notes),
        element(
          'ul',
          { class: 'facts', attributes: { role: 'list', 'aria-label': 'Facts' } },
          ...facts.map((fact) => element('li', {}, fact)),
        ),
      ),
      connect,
    );
  }
}
