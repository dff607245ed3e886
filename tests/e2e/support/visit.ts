// A caller on the demo board: the keys for its menus, each typed only after its prompt is there.
// Knows the board's words; works through the page like any person.
import type { App } from './app.ts';

export const DEMO = 'Boardwalk demo board';
export const FILES_PROMPT = 'Numbers tag, D downloads';

const MENU_PROMPT = 'Your choice:';

export class Visit {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** Calls the board from the directory and gives a name, to the main menu. */
  async enter(handle = 'Ann'): Promise<void> {
    await this.#app.connectTo(DEMO);
    await this.passDoor(handle);
  }

  /** From the welcome screen to the main menu. */
  async passDoor(handle = 'Ann'): Promise<void> {
    await this.#app.answer('Your name or handle', `${handle}\r`);
    await this.#app.sees(MENU_PROMPT);
  }

  /** A key of the main menu. */
  async choose(key: string): Promise<void> {
    await this.#app.answer(MENU_PROMPT, key);
  }

  /** From the main menu to the listing of the first area. */
  async openFiles(): Promise<void> {
    await this.choose('f');
    await this.#app.answer('Area number', '1\r');
    await this.#app.sees(FILES_PROMPT);
  }

  /** In a listing: downloads the files of these numbers, `*` for all. */
  async download(numbers: string): Promise<void> {
    await this.#app.answer(FILES_PROMPT, `d ${numbers}\r`);
  }

  /** From a listing back to the main menu. */
  async leaveFiles(): Promise<void> {
    await this.#app.answer(FILES_PROMPT, 'q\r');
    await this.#app.answer('Area number', 'q\r');
    await this.#app.sees(MENU_PROMPT);
  }

  /** In the main menu: has the board ask for files. */
  async upload(): Promise<void> {
    await this.choose('u');
  }

  async sayGoodBye(): Promise<void> {
    await this.choose('g');
  }
}
