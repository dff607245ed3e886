// Shows on the views what the session, the screen and the folder say. Each line leads one fact to those
// whom it concerns; nothing is asked of the session here.
//
// In the shell: it knows the session and the views, and neither knows the other.
import type { Caller } from './caller.ts';
import type { DownloadFolder } from './download_folder.ts';
import type { SessionClient } from './session_client.ts';
import type { ProfilesState, SettingsProfiles } from './settings_profiles.ts';
import type { BoardTerminal } from './terminal/terminal.ts';
import { pageTitle } from './ui/transfer_words.ts';
import type { Views } from './views.ts';

export interface Shown {
  readonly session: SessionClient;
  readonly screen: BoardTerminal;
  readonly folder: DownloadFolder;
  readonly caller: Caller;
  readonly profiles: SettingsProfiles;
  readonly views: Views;
}

export class Presenter {
  readonly #shown: Shown;
  /** What the board calls itself. */
  #boardTitle = '';
  #waiting = '';

  /** Shows how things stand, and follows them. */
  constructor(shown: Shown) {
    this.#shown = shown;
    this.#followSession();
    this.#followTransfers();
    this.#followScreen();
    this.#followSettings();
    shown.folder.onChanged((state) => shown.views.folder.show(state));
    shown.folder.onProblem((words) => shown.views.notices.show('warning', words));
    shown.views.folder.show(shown.folder.state);
    this.#showLine();
  }

  #followSession(): void {
    const { session, screen, views } = this.#shown;
    session.onStatus(({ state }) => {
      this.#boardTitle = state === 'connected' ? this.#boardTitle : '';
      this.#showLine();
      if (state === 'connected') screen.focus();
    });
    session.onTerminal((bytes) => screen.write(bytes));
    session.onBoardMessage((text) => {
      const words = screen.decode(text);
      if (words !== '') views.notices.show('warning', `The board says: “${words}”`);
    });
    session.onNotice(({ severity, text }) => views.notices.show(severity, text));
  }

  #followTransfers(): void {
    const { session, screen, views } = this.#shown;
    session.onRow((row) => {
      views.transfers.show(row);
      this.#showQueue();
      this.#showTitle();
    });
    session.onForgotten((id) => {
      views.transfers.forget(id);
      this.#showQueue();
    });
    session.onStaged(({ id, file }) => views.transfers.offer(id, file));
    session.onUploadWanted(() => (views.banner.isShown = true));
    session.onTransferStarted(() => this.#showLine());
    session.onTransferEnded(({ problem, isClean }) => {
      views.banner.isShown = false;
      if (!isClean) screen.recover();
      views.notices.show('error', problem);
      this.#showLine();
      if (session.isConnected) screen.focus();
    });
  }

  #followScreen(): void {
    const { screen, views } = this.#shown;
    screen.onTitle((title) => {
      this.#boardTitle = title;
      this.#showLine();
    });
    screen.onLost((lost) => {
      const characters = [...new Set(lost)].slice(0, 8).join(' ');
      views.notices.show('info', `The board has no such characters, “?” was sent: ${characters}`);
    });
    screen.onLeft(() => views.status.focus());
  }

  #followSettings(): void {
    const { profiles, views } = this.#shown;
    const show = (state: ProfilesState) => {
      views.settings.show(state);
      views.transfers.protocol = state.settings.protocol;
    };
    profiles.onChanged(show);
    show(profiles.state);
    views.notices.show('warning', profiles.problem);
  }

  /** Everything that depends on whether there is a line and who has it. */
  #showLine(): void {
    const { session, screen, caller, views } = this.#shown;
    const { status, isConnected, isTransferring } = session;
    const isBusy = isConnected || status.state === 'connecting';
    document.body.dataset['line'] = isBusy ? 'busy' : 'free';
    const board = isBusy ? this.#boardTitle || caller.boardName : '';
    views.status.show({ ...status, board });
    views.directory.isOpen = !isBusy;
    views.transfers.showLine({ isConnected, isTransferring });
    views.settings.showLine({ isConnected: isBusy });
    screen.takesKeys = isConnected && !isTransferring;
    this.#showTitle();
  }

  #showTitle(): void {
    const { session, caller } = this.#shown;
    const board = session.isConnected ? this.#boardTitle || caller.boardName : '';
    document.title = pageTitle(session.rows, board);
  }

  #showQueue(): void {
    const { session, views } = this.#shown;
    const waiting = session.rows.filter(
      ({ direction, state }) => direction === 'upload' && state === 'waiting',
    );
    if (waiting.length > 0) views.banner.isShown = false;
    // Rows change ten times a second; the queue is built anew only when its files differ, or a button
    // in it would lose the focus.
    const ids = waiting.map(({ id }) => id).join();
    if (ids === this.#waiting) return;
    this.#waiting = ids;
    views.uploads.show(waiting);
  }
}
