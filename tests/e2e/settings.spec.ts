// The panel of transfer settings: what is chosen there is what travels, with the board's real sz and rz
// on the other end; profiles last from visit to visit, and an address can name one.
import { KIB, MIB } from './support/files.ts';
import { expect, test } from './support/story.ts';

test('what is chosen in the panel is how files travel, down and up', async ({
  app,
  bbs,
  visit,
  folder,
  mine,
}) => {
  const theirs = await bbs.offers.holdsRandom('theirs.bin', MIB);
  const ours = await mine.holdsRandom('ours.bin', MIB);
  await app.visit();
  await app.openSettings();
  await app.setting('Escape control characters').check();
  await app.setting('Largest block').selectOption('8192 bytes');
  await app.setting('Checksum').selectOption('CRC-16');
  await app.closeSettings();
  await expect(app.settingsButton).toBeFocused();

  await visit.enter();
  await app.chooseFolder(folder.path);
  await visit.openFiles();
  await visit.download('1');
  await app.seesDone('theirs.bin');
  const download = app.transfer('theirs.bin');
  await expect(download).toHaveAttribute('data-crc', '16');
  await expect(download).toHaveAttribute('data-mode', 'plain');
  await expect(download).toHaveAttribute('data-escapes-controls', 'true');
  await expect(download).toContainText('CRC-16');
  await expect(download).toContainText('control characters escaped');

  await app.sees('Sent 1 file');
  await visit.leaveFiles();
  await app.queue(mine.pathsOf(ours));
  await visit.upload();
  await app.seesDone('ours.bin');
  const upload = app.transfer('ours.bin');
  await expect(upload).toHaveAttribute('data-crc', '16');
  // The last block before each of the board's answers, which is what is seen, may be shorter.
  const block = Number(await upload.getAttribute('data-block'));
  expect(block).toBeGreaterThan(1024);
  expect(block).toBeLessThanOrEqual(8192);
  await expect(upload).toHaveAttribute('data-escapes-controls', 'true');
  await expect(upload).toContainText(/CRC-16, blocks of \d{4}, control characters escaped/);

  await app.sees('Received 1 file');
  expect(await folder.contents()).toEqual([theirs]);
  expect(await bbs.uploads.contents()).toEqual([ours]);
});

test('settings that exclude each other cannot both be chosen, and the panel says why', async ({
  app,
}) => {
  await app.visit();
  await app.openSettings();
  const escapes = app.setting('Escape control characters');
  await app.setting('MobyTurbo').check();
  await expect(escapes).toBeDisabled();
  await expect(escapes).toHaveAccessibleDescription('Not together with “MobyTurbo”.');
  await app.setting('MobyTurbo').uncheck();
  await expect(escapes).toBeEnabled();

  const retries = app.setting('Failures in a row');
  await retries.fill('0');
  await retries.press('Tab');
  await expect(retries).toHaveAccessibleDescription('A whole number from 1 to 1000.');
  const kept = () => app.page.evaluate(() => boardwalk.transferSettings().retries);
  expect(await kept()).toBe(10);
  await retries.fill('3');
  await retries.press('Tab');
  expect(await kept()).toBe(3);
});

test('an address with a profile in it uses that profile, for this visit only', async ({
  app,
  bbs,
  visit,
  page,
}) => {
  await bbs.offers.holdsRandom('file.bin', 20 * KIB);
  const crc = () => page.evaluate(() => boardwalk.transferSettings().crc);
  await app.visit();
  await app.openSettings();
  await app.settings.getByRole('button', { name: 'New' }).click();
  await page.keyboard.type('old board\n');
  await expect(app.profile).toHaveValue('old board');
  await app.setting('Checksum').selectOption('CRC-16');
  await app.profile.selectOption('Default');
  await expect(app.setting('Checksum')).toHaveValue('32');
  await app.closeSettings();

  await app.visit('#board=demo&profile=old+board');
  await page.reload();
  await visit.passDoor();
  expect(await crc()).toBe(16);
  await visit.openFiles();
  await visit.download('1');
  await app.seesDone('file.bin');
  await expect(app.transfer('file.bin')).toHaveAttribute('data-crc', '16');

  await app.visit('#');
  await page.reload();
  await expect(app.status).toHaveText('disconnected');
  expect(await crc()).toBe(32);
  await app.visit('#profile=nobody');
  await expect(app.notices).toContainText('There is no profile “nobody” in this browser.');
});

test('what becomes of a file that is there already counts from the next file on', async ({
  app,
  bbs,
  visit,
  folder,
}) => {
  const theirs = await bbs.offers.holdsRandom('pier.zip', 5000);
  const mine = await folder.holds('pier.zip', 'mine');
  await visit.enter();
  await app.chooseFolder(folder.path);
  await app.openSettings();
  await expect(app.settings).toContainText('This connection keeps what it began with');
  await app.setting('A file that I have').selectOption('skip the new one');
  await app.closeSettings();
  await app.focusTerminal();
  await visit.openFiles();
  await visit.download('1');
  const row = app.transfer('pier.zip');
  await expect(row.last()).toHaveAttribute('data-state', 'skipped');
  await expect(row.last()).toContainText('You have a file of this name already.');
  expect(await folder.contents()).toEqual([mine]);
  // The board has the line again.
  await expect(app.cancelButton).toBeHidden();

  await app.openSettings();
  await app.setting('A file that I have').selectOption('overwrite mine');
  await app.closeSettings();
  await app.focusTerminal();
  await visit.download('1');
  await expect(row.last()).toHaveAttribute('data-state', 'done');
  expect(await folder.contents()).toEqual([theirs]);
});

test('the panel fits a desktop and a phone', async ({ app, page }, info) => {
  await app.visit();
  await app.openSettings();
  for (const [name, width, height] of [
    ['desktop', 1280, 800],
    ['phone', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(app.settings).toBeInViewport({ ratio: 1 });
    const sideways = await app.settings.evaluate((panel) =>
      [panel, ...panel.querySelectorAll('*')].some((part) => {
        const { overflowX } = getComputedStyle(part);
        return (
          overflowX !== 'hidden' && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1
        );
      }),
    );
    expect(sideways).toBe(false);
    await page.screenshot({ path: info.outputPath(`settings_${name}.png`) });
  }
});
