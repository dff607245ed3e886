// Calls boards: from an id to a screen of the right shape and a worker that connects. The one way in,
// for a card, for an address with #board=ID and for the embedding API.
//
// In the shell, because it joins the site, the screen and the session. Knows no view.
import { Failure } from './base/failure.ts';
import type { Board } from './board_list.ts';
import type { SessionClient } from './session_client.ts';
import type { Site } from './site.ts';
import type { BoardTerminal } from './terminal/terminal.ts';

export class Caller {
  readonly #site: Promise<Site>;
  readonly #session: SessionClient;
  readonly #screen: BoardTerminal;
  #board: Board | null = null;

  constructor(site: Promise<Site>, session: SessionClient, screen: BoardTerminal) {
    this.#site = site;
    this.#session = session;
    this.#screen = screen;
  }

  /** The name of the board called last; empty before the first call. */
  get boardName(): string {
    return this.#board?.name ?? '';
  }

  /**
   * Begins to call a board; how that goes is told by the session's status. Rejects when it cannot even
   * begin: `busy`, `unknown`, `bridge`, or what is wrong with the site's files.
   */
  async call(id: string): Promise<void> {
    const site = await this.#site;
    const { state } = this.#session.status;
    if (state === 'connected' || state === 'connecting') {
      throw new Failure('busy', `${this.boardName} is on the line; hang up first.`);
    }
    const link = site.link(id);
    this.#board = site.board(id);
    this.#screen.start(link);
    this.#session.connect(link);
  }

  /** The same for a person: what goes wrong becomes the status, or the words for `whenBusy`. */
  callOrTell(id: string, whenBusy: (words: string) => void): void {
    this.call(id).catch((error: unknown) => {
      const words = error instanceof Error ? error.message : String(error);
      if (error instanceof Failure && error.code === 'busy') whenBusy(words);
      else this.#session.refuse(words);
    });
  }
}
