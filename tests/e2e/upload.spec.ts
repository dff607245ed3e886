// Files of the person's own that go to the board, whose real rz stores them, byte for byte.
import { byName, MIB, type Folder } from './support/files.ts';
import { expect, test } from './support/story.ts';

async function threeFiles(mine: Folder) {
  return [
    await mine.holds('empty.txt', ''),
    await mine.holdsRandom('one.bin', 1),
    await mine.holdsRandom('random.bin', 5 * MIB),
  ];
}

test('queued files start by themselves when the board asks, and arrive byte for byte', async ({
  app,
  bbs,
  visit,
  mine,
}) => {
  const files = await threeFiles(mine);
  await visit.enter();
  await app.queue(mine.pathsOf(...files));
  for (const { name } of files) {
    await expect(app.transfer(name)).toHaveAttribute('data-state', 'waiting');
    await expect(app.queuePanel).toContainText(name);
  }

  await visit.upload();

  for (const { name, size } of files) {
    await app.seesDone(name);
    const row = app.transfer(name);
    await expect(row).toHaveAttribute('data-direction', 'upload');
    await expect(row).toHaveAttribute('data-bytes', String(size));
    await expect(row).toHaveAttribute('data-size', String(size));
    await expect(row).toHaveAttribute('data-error', '');
  }
  await app.sees('Received 3 files');
  await expect(app.queuePanel).toContainText('Empty.');
  expect(await bbs.uploads.contents()).toEqual(byName(files));
});

test('files dropped on the page are queued, before there is a connection too', async ({
  app,
  bbs,
  visit,
  mine,
}) => {
  const files = await threeFiles(mine);
  await app.visit();
  await app.dropFiles(mine.pathsOf(...files));
  await expect(app.transfers.getByTestId('transfer')).toHaveCount(3);

  await visit.enter();
  await visit.upload();
  await app.sees('Received 3 files');
  expect(await bbs.uploads.contents()).toEqual(byName(files));
});

test('128 MiB are sent byte for byte, in the memory that eight times 8 MiB take', async ({
  app,
  bbs,
  visit,
  mine,
  peakMemory,
}) => {
  const large = await mine.holdsRandom('large.bin', 128 * MIB);
  const small = [];
  for (const name of ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8']) {
    small.push(await mine.holdsRandom(name, 8 * MIB));
  }
  await visit.enter();
  await app.queue(mine.pathsOf(...small));
  await visit.upload();
  await app.seesDone('s8');
  await app.sees('Received 8 files');
  const before = await peakMemory();

  await app.queue(mine.pathsOf(large));
  await visit.upload();
  await app.seesDone('large.bin');

  // A page that reads the whole file before it sends it would grow by 120 MiB; garbage not collected yet has been
  // seen to make up for 27.
  expect((await peakMemory()) - before).toBeLessThan(70 * MIB);
  expect(await bbs.uploads.contents()).toEqual([large, ...small]);
});

test('a board that asks while nothing is queued gets the files chosen then', async ({
  app,
  bbs,
  visit,
  mine,
}) => {
  const file = await mine.holdsRandom('later.bin', 70_000);
  await visit.enter();
  await visit.upload();
  await expect(app.uploadBanner).toBeVisible();

  const choosing = app.page.waitForEvent('filechooser');
  await app.uploadBanner.getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles(mine.pathsOf(file));

  await app.seesDone('later.bin');
  await expect(app.uploadBanner).toBeHidden();
  await app.sees('Received 1 file');
  expect(await bbs.uploads.contents()).toEqual([file]);
});

test('files may be dropped on the page while the board waits for them', async ({
  app,
  bbs,
  visit,
  mine,
}) => {
  const file = await mine.holdsRandom('dropped.bin', 70_000);
  await visit.enter();
  await visit.upload();
  await expect(app.uploadBanner).toBeVisible();
  await app.dropFiles(mine.pathsOf(file));
  await app.sees('Received 1 file');
  expect(await bbs.uploads.contents()).toEqual([file]);
});

test('a board that asks while nothing is queued can be told that there is nothing', async ({
  app,
  bbs,
  visit,
}) => {
  await visit.enter();
  await visit.upload();
  await app.uploadBanner.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.uploadBanner).toBeHidden();
  await app.sees('Upload cancelled');
  await visit.choose('w');
  await app.sees('Who is online');
  expect(await bbs.uploads.names()).toEqual([]);
});

test('a file that is taken out of the queue is not sent', async ({ app, bbs, visit, mine }) => {
  const files = [await mine.holds('keep.txt', 'for me'), await mine.holds('send.txt', 'for them')];
  await visit.enter();
  await app.queue(mine.pathsOf(...files));
  await app.page.getByRole('button', { name: 'Take keep.txt out of the queue' }).click();
  await expect(app.transfer('keep.txt')).toHaveCount(0);
  await app.focusTerminal();
  await visit.upload();
  await app.sees('Received 1 file');
  expect(await bbs.uploads.names()).toEqual(['send.txt']);
});
