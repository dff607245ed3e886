// Chromium with a profile of its own, and what no test driver can do by itself: give a page the real
// handle of a folder on disk, and drop files on it. Knows nothing of our page.
//
// Chromium's folder dialog cannot be answered by a script. But a drop gives the page a real handle, and
// the right to write there can be put into the profile before the browser starts.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { BrowserContext, BrowserType, LaunchOptions, Page } from '@playwright/test';

/** Address bar and tabs, in CSS pixels: a headless window counts them too. */
const BROWSER_BARS = 87;

/** What a person's browser does when a page asks to write into a folder. */
export type FolderRights = 'granted' | 'denied';

export interface BrowserSettings {
  readonly launch: LaunchOptions;
  /** An empty folder. */
  readonly profile: string;
  /** The page whose rights these are. */
  readonly origin: string;
  readonly folder: string;
  readonly rights: FolderRights;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly deviceScaleFactor: number;
  readonly hasTouch: boolean;
  /**
   * Real device pixels per CSS pixel, as a screen has them; the viewport is then only about as large
   * as asked for. null: `deviceScaleFactor` is emulated, which lays out in whole CSS pixels and then
   * enlarges the picture.
   */
  readonly pixelRatio: number | null;
}

declare global {
  interface Window {
    /** What the folder dialog answers. */
    pickedFolder?: Promise<FileSystemHandle | null>;
  }
}

export async function openBrowser(
  chromium: BrowserType,
  settings: BrowserSettings,
): Promise<BrowserContext> {
  const { launch, profile, rights, viewport, deviceScaleFactor, hasTouch, pixelRatio } = settings;
  if (rights === 'granted') await grant(settings);
  const denying = rights === 'denied' ? ['--deny-permission-prompts'] : [];
  const { width, height } = viewport;
  const real = [
    `--force-device-scale-factor=${pixelRatio}`,
    `--window-size=${width},${height + BROWSER_BARS}`,
  ];
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    args: [...(launch.args ?? []), ...denying, ...(pixelRatio === null ? [] : real)],
    ...(pixelRatio === null
      ? { viewport, deviceScaleFactor, hasTouch, isMobile: hasTouch }
      : { viewport: null }),
  });
  await context.addInitScript(() => {
    // A page may take the function down when it loads; the answer comes when it is asked.
    Object.assign(globalThis, { showDirectoryPicker: () => window.pickedFolder });
  });
  return context;
}

// As if the person had chosen the folder earlier and answered "Allow on every visit".
async function grant({ profile, origin, folder }: BrowserSettings): Promise<void> {
  const key = `${origin},*`;
  // Microseconds since 1601, as Chromium counts.
  const lastModified = String((Date.now() + 11_644_473_600_000) * 1000);
  const chosen = {
    'display-name': path.basename(folder),
    'is-directory': true,
    path: folder,
    readable: true,
    writable: true,
  };
  const exceptions = {
    file_system_access_chooser_data: {
      [key]: { last_modified: lastModified, setting: { 'chosen-objects': [chosen] } },
    },
    file_system_access_extended_permission: {
      [key]: { last_modified: lastModified, setting: 1 },
    },
  };
  await mkdir(path.join(profile, 'Default'), { recursive: true });
  await writeFile(
    path.join(profile, 'Default/Preferences'),
    JSON.stringify({ profile: { content_settings: { exceptions } } }),
  );
}

/** Drags files or folders of the disk to a place in the page and lets them go there. */
export async function drop(
  page: Page,
  files: readonly string[],
  at: { readonly x: number; readonly y: number },
): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await cdp.detach();
}

/** Answers the page's folder dialog, from now on, with the real folder at `folder`. */
export async function answerFolderDialog(page: Page, folder: string): Promise<void> {
  await page.evaluate(() => {
    const corner = document.createElement('div');
    corner.style.cssText =
      'position: fixed; left: 0; top: 0; width: 60px; height: 60px; z-index: 2147483647';
    window.pickedFolder = new Promise((resolve) => {
      corner.ondragover = (event) => event.preventDefault();
      corner.ondrop = (event) => {
        event.preventDefault();
        // The page must not take the folder for an upload.
        event.stopPropagation();
        corner.remove();
        const item = event.dataTransfer?.items[0] as unknown as {
          getAsFileSystemHandle(): Promise<FileSystemHandle | null>;
        };
        resolve(item.getAsFileSystemHandle());
      };
    });
    document.body.append(corner);
  });
  await drop(page, [folder], { x: 20, y: 20 });
}
