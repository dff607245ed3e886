/* global boardwalk -- the page's own, in what is evaluated there */
// Takes the pictures of the README: starts the product on free ports, walks the demo board in Debian's
// Chromium, and writes docs/screenshots/. Run it after `npm run build` when the page has changed:
//   node tests/e2e/screenshots.mjs
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';

import { chromium } from '@playwright/test';

import { ROOT, startProduct } from '../../scripts/lib/product.mjs';

const MIB = 1024 * 1024;
const picture = (/** @type {string} */ name) => path.join(ROOT, 'docs/screenshots', `${name}.png`);

const files = await mkdtemp(path.join(tmpdir(), 'boardwalk-pictures-'));
await writeFile(path.join(files, 'LANTERNS.ZIP'), randomBytes(2 * MIB));
await writeFile(path.join(files, 'PIERMAP.ANS'), randomBytes(48 * 1024));
await writeFile(path.join(files, 'TIDES.TXT'), randomBytes(9 * 1024));
await writeFile(path.join(files, 'VOYAGE.LHA'), randomBytes(96 * MIB));

const product = await startProduct({ webPort: 0, bridgePort: 0, boardPort: 0, files });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const types = async (/** @type {string} */ keys, /** @type {string} */ answer) => {
    await page.getByTestId('terminal').click();
    await page.keyboard.type(keys);
    await page.evaluate((text) => boardwalk.waitForText(text), answer);
  };
  await page.goto(product.address);
  await page.getByTestId('connect').first().waitFor();
  await page.screenshot({ path: picture('directory') });

  await page.getByTestId('transfer-settings').click();
  await page.getByLabel('MobyTurbo').check();
  await page.getByLabel('MobyTurbo').blur();
  await page.screenshot({ path: picture('settings'), animations: 'disabled' });
  await page.getByRole('button', { name: 'Restore defaults' }).click();
  await page.keyboard.press('Escape');

  await page.getByTestId('connect').first().click();
  await page.evaluate(() => boardwalk.waitForText('Your name or handle'));
  await page.screenshot({ path: picture('welcome') });

  await types('Sam\r', 'Your choice:');
  await types('f', 'Area number');
  await types('1\r', 'Numbers tag');
  await types('D 1-3\r', 'Sent 3 files');
  await page.keyboard.type('D 4\r');
  await page.locator('[data-name="VOYAGE.LHA"][data-state="active"]').waitFor();
  await page.waitForFunction(() => {
    const row = boardwalk.transfers().find(({ name }) => name === 'VOYAGE.LHA');
    return row !== undefined && row.size !== null && row.bytes > row.size / 3;
  });
  await page.screenshot({ path: picture('download') });
  await page.locator('[data-name="VOYAGE.LHA"][data-state="done"]').waitFor({ timeout: 60_000 });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => boardwalk.waitForText('Sent 1 file'));
  await page.screenshot({ path: picture('phone') });
} finally {
  await browser.close();
  await product.stop();
  await rm(files, { recursive: true, force: true });
}
