// Disks that take nothing: no right to the folder, no room. The file is kept elsewhere, or fails with a
// plain sentence; the board is told, and the next download works.
import path from 'node:path';

import { KIB, MIB } from './support/files.ts';
import { expect, test } from './support/story.ts';

test.describe('in a browser that does not let the page write', () => {
  test.use({ folderRights: 'denied' });

  test('a folder that may not be written to is not used, and the file stays in the browser', async ({
    app,
    bbs,
    visit,
    folder,
    mine,
  }) => {
    const file = await bbs.offers.holdsRandom('file.bin', 300 * KIB);
    await visit.enter();
    await app.offerFolder(folder.path);
    await expect(app.notices).toContainText('did not let this page write');
    await app.focusTerminal();
    await visit.openFiles();
    await visit.download('1');
    await app.seesDone('file.bin');

    const downloading = app.page.waitForEvent('download');
    await app.transfer('file.bin').getByRole('link', { name: 'Save file.bin' }).click();
    await (await downloading).saveAs(path.join(mine.path, 'file.bin'));
    expect(await mine.contents()).toEqual([file]);
    expect(await folder.names()).toEqual([]);
  });
});

test('a disk that is full fails that file in plain words, and the next download works', async ({
  app,
  bbs,
  visit,
  site,
}) => {
  await bbs.offers.holdsRandom('a_large.bin', 24 * MIB);
  await bbs.offers.holdsRandom('b_small.bin', 100_000);
  await visit.enter();
  const cdp = await app.page.context().newCDPSession(app.page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 4 * MIB });
  await visit.openFiles();
  await visit.download('1');

  const row = app.transfer('a_large.bin');
  await expect(row).toHaveAttribute('data-state', 'failed');
  await expect(row).toHaveAttribute('data-error', /^There is no space left in/);
  await app.sees(/Download (cancelled|failed); 0 files complete|Sent 0 files/);

  await visit.download('2');
  await app.seesDone('b_small.bin');
});

test('a folder that was deleted meanwhile costs no download', async ({
  app,
  bbs,
  visit,
  folder,
}) => {
  await bbs.offers.holdsRandom('file.bin', 300 * KIB);
  await visit.enter();
  await app.chooseFolder(folder.path);
  await folder.remove();
  await visit.openFiles();
  await visit.download('1');
  await app.seesDone('file.bin');
  await expect(app.notices).toContainText('kept in this browser instead');
  await expect(app.transfer('file.bin').getByRole('link', { name: 'Save file.bin' })).toBeVisible();
});
