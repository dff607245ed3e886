// What the page looks like, as far as a program can tell: nothing sticks out, the terminal is whole,
// block graphics join. Pictures for the eye are written to results/.
import type { App } from './support/app.ts';
import { KIB } from './support/files.ts';
import { coloursIn } from './support/pixels.ts';
import { expect, test } from './support/story.ts';

const FULL_BLOCK = '\xdb';
const WHITE = '\x1b[1;37m';
const HIDE_CURSOR = '\x1b[?25l';

async function expectNothingSticksOut(app: App): Promise<void> {
  const { scrolls, width } = await app.page.evaluate(() => ({
    scrolls: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(scrolls).toBeLessThanOrEqual(width);
}

test('on a desktop the whole terminal is in sight, and nothing sticks out', async ({
  app,
  bbs,
  visit,
  folder,
}, info) => {
  await bbs.offers.holdsRandom('harbour.zip', 700 * KIB);
  await bbs.offers.holds('tide_table.txt', 'high, low, high, low\n');
  await app.visit();
  await expectNothingSticksOut(app);
  await app.page.screenshot({ path: info.outputPath('desktop_directory.png') });

  await visit.enter();
  await app.chooseFolder(folder.path);
  await app.page.screenshot({ path: info.outputPath('desktop_menu.png') });
  await visit.openFiles();
  await visit.download('*');
  await app.sees('Sent 2 files');
  await expectNothingSticksOut(app);
  await expect(app.cellArea).toBeInViewport({ ratio: 1 });
  await expect(app.transfer('harbour.zip')).toBeInViewport({ ratio: 1 });
  await app.page.screenshot({ path: info.outputPath('desktop_transfers.png') });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true });

  test('the whole width of the terminal is in sight, and nothing sticks out', async ({
    app,
    visit,
  }, info) => {
    await app.visit();
    await expectNothingSticksOut(app);
    await app.page.screenshot({ path: info.outputPath('phone_directory.png') });
    await visit.enter();
    await expectNothingSticksOut(app);
    await expect(app.cellArea).toBeInViewport({ ratio: 1 });
    await app.page.screenshot({ path: info.outputPath('phone_menu.png') });
    await app.page.screenshot({ path: info.outputPath('phone_whole.png'), fullPage: true });
  });
});

for (const pixelRatio of [1, 1.1, 1.25, 1.75, 2.625]) {
  test.describe(`on a screen with ${pixelRatio} pixels to the pixel`, () => {
    test.use({ pixelRatio });

    test('block graphics join without gaps', async ({ app, openBoard, page }, info) => {
      await openBoard('wall', (call) => {
        const wall = Array.from({ length: 24 }, () => FULL_BLOCK.repeat(80)).join('');
        call.say(`${HIDE_CURSOR}${WHITE}${wall}\x1b[0mDone.`);
      });
      await app.connectTo('wall');
      await app.sees('Done.');
      expect(await page.evaluate(() => devicePixelRatio)).toBeCloseTo(pixelRatio);

      const picture = await page.screenshot({ path: info.outputPath('wall.png') });
      const row = await app.page.locator('.xterm-rows > div').first().boundingBox();
      if (row === null) throw new Error('the terminal is not shown');
      // 24 rows of 80 cells, each half as wide as high, without the pixels at the very edge.
      const height = row.height * pixelRatio;
      const wall = {
        x: row.x * pixelRatio + 2,
        y: row.y * pixelRatio + 2,
        width: 40 * height - 4,
        height: 24 * height - 4,
      };
      expect(await coloursIn(page, picture, wall)).toEqual([['255,255,255', expect.any(Number)]]);
    });
  });
}
