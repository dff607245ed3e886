// The page as a person uses it: verbs for what one does, locators for what one sees. By role and label,
// or by the contract's test ids. Knows no board and no disk; stories compare files themselves.
import path from 'node:path';

import { expect, type Locator, type Page } from '@playwright/test';

import type { Boardwalk } from '../../../web/src/api/index.ts';
import { answerFolderDialog, drop } from './browser.ts';

declare global {
  interface Window {
    readonly boardwalk: Boardwalk;
  }
  /** The same by its bare name, in what a story evaluates in the page. */
  const boardwalk: Boardwalk;
}

/** Enough for the largest file of a story on a machine that does other things as well. */
const TRANSFER_MS = 60_000;

export class App {
  readonly page: Page;
  readonly status: Locator;
  readonly directory: Locator;
  readonly terminal: Locator;
  /** The character cells in it, without what surrounds them. */
  readonly cellArea: Locator;
  readonly transfers: Locator;
  readonly hangUpButton: Locator;
  readonly cancelButton: Locator;
  readonly folderButton: Locator;
  readonly folderPanel: Locator;
  readonly queuePanel: Locator;
  /** Messages at the edge of the page. */
  readonly notices: Locator;
  readonly settingsButton: Locator;
  /** The panel of transfer settings. */
  readonly settings: Locator;
  readonly profile: Locator;
  /** Over the screen while a board waits for files. */
  readonly uploadBanner: Locator;

  readonly #address: string;

  constructor(page: Page, address: string) {
    this.page = page;
    this.#address = address;
    this.status = page.getByTestId('status');
    this.directory = page.getByTestId('directory');
    this.terminal = page.getByTestId('terminal');
    this.cellArea = this.terminal.locator('.xterm-screen');
    this.transfers = page.getByTestId('transfers');
    this.hangUpButton = page.getByTestId('hang-up');
    this.cancelButton = page.getByTestId('cancel-transfer');
    this.folderButton = page.getByTestId('download-folder');
    this.folderPanel = page.getByRole('region', { name: 'Download folder' });
    this.queuePanel = page.getByRole('region', { name: 'Uploads' });
    this.notices = page.locator('#notices');
    this.settingsButton = page.getByTestId('transfer-settings');
    this.settings = page.getByRole('dialog', { name: 'Transfer settings' });
    this.profile = this.settings.getByRole('combobox', { name: 'Profile' });
    this.uploadBanner = page.getByRole('alert').filter({ hasText: 'The board waits' });
  }

  /** Opens the page; `hash` such as `#board=demo`. */
  async visit(hash = ''): Promise<void> {
    await this.page.goto(`${this.#address}/${hash}`);
  }

  /** Opens the page, and calls a board of the directory by its name. */
  async connectTo(name: string): Promise<void> {
    if (this.page.url() === 'about:blank') await this.visit();
    await this.connectButton(name).click();
  }

  connectButton(name: string): Locator {
    return this.directory.getByRole('button', { name: `Connect to ${name}` });
  }

  async hangUp(): Promise<void> {
    await this.hangUpButton.click();
  }

  /** Keys for whatever has the focus; `\r` is Enter. */
  async type(keys: string): Promise<void> {
    await this.page.keyboard.type(keys);
  }

  /** Resolves once the terminal shows it; says what it shows instead when it does not. */
  async sees(pattern: RegExp | string, timeout = 15_000): Promise<void> {
    await this.page.evaluate(([what, patience]) => boardwalk.waitForText(what, patience), [
      pattern,
      { timeout },
    ] as const);
  }

  /** The rows of the terminal. */
  async screen(): Promise<string[]> {
    return this.page.evaluate(() => boardwalk.screenText());
  }

  /** Waits for a prompt on the screen, then types. */
  async answer(prompt: RegExp | string, keys: string): Promise<void> {
    await this.sees(prompt);
    await this.type(keys);
  }

  transfer(name: string): Locator {
    return this.transfers.locator(`[data-testid="transfer"][data-name=${JSON.stringify(name)}]`);
  }

  async seesDone(name: string): Promise<void> {
    await expect(this.transfer(name)).toHaveAttribute('data-state', 'done', {
      timeout: TRANSFER_MS,
    });
  }

  /** Resolves when bytes of that file are moving. */
  async seesMoving(name: string): Promise<void> {
    await expect(this.transfer(name)).toHaveAttribute('data-state', 'active');
    await expect(this.transfer(name)).not.toHaveAttribute('data-bytes', '0');
  }

  /** Picks a real folder of the disk in the page's folder dialog. */
  async offerFolder(folder: string): Promise<void> {
    await answerFolderDialog(this.page, folder);
    await this.folderButton.click();
  }

  /** The same, and the page takes it; the terminal has the keys again. */
  async chooseFolder(folder: string): Promise<void> {
    await this.offerFolder(folder);
    await expect(this.folderPanel).toContainText(path.basename(folder));
    await this.focusTerminal();
  }

  async focusTerminal(): Promise<void> {
    await this.terminal.click();
  }

  async openSettings(): Promise<void> {
    await this.settingsButton.click();
    await expect(this.settings).toBeVisible();
  }

  /** Closes the panel by the keyboard, as any dialog. */
  async closeSettings(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await expect(this.settings).toBeHidden();
  }

  /** The control of a setting, by its label. */
  setting(label: string): Locator {
    return this.settings.getByLabel(label);
  }

  /** Queues files of the disk by the button, and goes back to the terminal. */
  async queue(paths: readonly string[]): Promise<void> {
    const panel = this.page.getByTestId('upload');
    if ((await panel.getAttribute('aria-expanded')) === 'false') await panel.click();
    const choosing = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: 'Add files' }).click();
    await (await choosing).setFiles([...paths]);
    await this.focusTerminal();
  }

  /** Drops files of the disk on the terminal. */
  async dropFiles(paths: readonly string[]): Promise<void> {
    const box = await this.terminal.boundingBox();
    if (box === null) throw new Error('the terminal is not shown');
    await drop(this.page, paths, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }
}
