// `test` with everything a story needs, each made for that story alone and ended with it: the site, the
// demo board, boards that misbehave, a folder for downloads, a browser with a profile of its own.
// Only what a story names is started.
import { test as base, type Page } from '@playwright/test';

import { App } from './app.ts';
import { openBrowser, type FolderRights } from './browser.ts';
import { DemoBoard } from './demo_board.ts';
import { Folder } from './files.ts';
import { Journal } from './journal.ts';
import { peakRendererMemory } from './memory.ts';
import { ScriptedBoard, type Script } from './scripted_board.ts';
import { Site } from './site.ts';
import { Visit } from './visit.ts';

export { expect } from '@playwright/test';

interface Options {
  /** What the browser answers when the page wants to write into a folder. */
  folderRights: FolderRights;
  /** A screen with so many device pixels per CSS pixel, not an emulated one. */
  pixelRatio: number | null;
}

interface Fixtures {
  journal: Journal;
  site: Site;
  /** The demo board, listed under the id `demo`. */
  bbs: DemoBoard;
  /** Lists a board that runs `script` for each caller; its name is its id. */
  openBoard: (id: string, script: Script) => Promise<ScriptedBoard>;
  /** Empty, for downloads; the page may write there once it is chosen. */
  folder: Folder;
  /** Files of the person's own, to be uploaded. */
  mine: Folder;
  /** An empty browser profile. */
  profile: Folder;
  page: Page;
  /** The most memory, in bytes, that the page has taken so far. */
  peakMemory: () => Promise<number>;
  app: App;
  /** A caller who walks the demo board. */
  visit: Visit;
}

export const test = base.extend<Options & Fixtures>({
  folderRights: ['granted', { option: true }],
  pixelRatio: [null, { option: true }],

  journal: async ({}, use, info) => {
    const journal = new Journal();
    await use(journal);
    await journal.attachIfFailed(info);
  },

  site: async ({ journal }, use) => {
    const site = await Site.open(journal);
    await use(site);
    await site.close();
  },

  bbs: async ({ journal, site }, use) => {
    const bbs = await DemoBoard.open(journal);
    await site.listsDemo(bbs.port);
    await use(bbs);
    await bbs.close();
  },

  openBoard: async ({ site }, use) => {
    const boards: ScriptedBoard[] = [];
    await use(async (id, script) => {
      const board = await ScriptedBoard.open(script);
      boards.push(board);
      await site.lists({ id, name: id, port: board.port, connection: 'raw' });
      return board;
    });
    for (const board of boards) board.close();
  },

  folder: async ({}, use) => {
    const folder = await Folder.make('downloads');
    await use(folder);
    await folder.remove();
  },

  mine: async ({}, use) => {
    const mine = await Folder.make('mine');
    await use(mine);
    await mine.remove();
  },

  profile: async ({}, use) => {
    const profile = await Folder.make('profile');
    await use(profile);
    await profile.remove();
  },

  // A browser for each story: rights to folders are in its profile, which no two stories may share.
  page: async (
    {
      playwright,
      launchOptions,
      site,
      profile,
      folder,
      folderRights,
      viewport,
      deviceScaleFactor,
      hasTouch,
      pixelRatio,
    },
    use,
  ) => {
    const context = await openBrowser(playwright.chromium, {
      launch: launchOptions,
      profile: profile.path,
      origin: site.origin,
      folder: folder.path,
      rights: folderRights,
      viewport: viewport ?? { width: 1280, height: 800 },
      deviceScaleFactor: deviceScaleFactor ?? 1,
      hasTouch,
      pixelRatio,
    });
    await use(context.pages()[0] ?? (await context.newPage()));
    await context.close();
  },

  peakMemory: async ({ page: _, profile }, use) => {
    await use(() => peakRendererMemory(profile.path));
  },

  app: async ({ page, site }, use) => {
    await use(new App(page, site.origin));
  },

  visit: async ({ app, bbs: _ }, use) => {
    await use(new Visit(app));
  },
});
