// Files that a board sends, by real sz: they end up in the chosen folder on disk, byte for byte.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { byName, fingerprint, MIB } from './support/files.ts';
import { expect, test } from './support/story.ts';

test('a batch of three files reaches the chosen folder byte for byte', async ({
  app,
  bbs,
  visit,
  folder,
}) => {
  const files = [
    await bbs.offers.holds('empty.txt', ''),
    await bbs.offers.holdsRandom('one.bin', 1),
    await bbs.offers.holdsRandom('random.bin', 5 * MIB),
  ];
  await visit.enter();
  await app.chooseFolder(folder.path);
  await visit.openFiles();
  await visit.download('*');

  for (const { name, size } of files) {
    await app.seesDone(name);
    const row = app.transfer(name);
    await expect(row).toHaveAttribute('data-direction', 'download');
    await expect(row).toHaveAttribute('data-bytes', String(size));
    await expect(row).toHaveAttribute('data-size', String(size));
    await expect(row).toHaveAttribute('data-error', '');
    await expect(row).toContainText('complete, saved');
  }
  await app.sees('Sent 3 files');
  expect(await folder.contents()).toEqual(byName(files));
});

test('128 MiB arrive byte for byte, in the memory that eight times 8 MiB take', async ({
  app,
  bbs,
  visit,
  folder,
  peakMemory,
}) => {
  const files = [await bbs.offers.holdsRandom('large.bin', 128 * MIB)];
  for (const name of ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8']) {
    files.push(await bbs.offers.holdsRandom(name, 8 * MIB));
  }
  await visit.enter();
  await app.chooseFolder(folder.path);
  await visit.openFiles();
  // As many bytes in all, so that what waits to be collected as garbage is alike.
  await visit.download('2-9');
  await app.seesDone('s8');
  await app.sees('Sent 8 files');
  const before = await peakMemory();

  await visit.download('1');
  await app.seesDone('large.bin');

  // A page that keeps the file it receives would grow by 120 MiB; garbage not collected yet has been
  // seen to make up for 27.
  expect((await peakMemory()) - before).toBeLessThan(70 * MIB);
  await expect(app.transfer('large.bin')).toHaveAttribute('data-bytes', String(128 * MIB));
  expect(await folder.contents()).toEqual(files);
});

test('a file of the same name is kept, and the new one gets a number', async ({
  app,
  bbs,
  visit,
  folder,
}) => {
  const theirs = await bbs.offers.holdsRandom('PIER.ZIP', 3000);
  const mine = await folder.holds('pier.zip', 'mine, and not to be touched');
  await visit.enter();
  await app.chooseFolder(folder.path);
  await visit.openFiles();
  await visit.download('1');

  await app.seesDone('PIER.ZIP');
  await expect(app.transfer('PIER.ZIP')).toContainText('as PIER (2).ZIP');
  const renamed = { ...theirs, name: 'PIER (2).ZIP' };
  expect(await folder.contents()).toEqual(byName([renamed, mine]));
});

test('a name in the character set of a PC keeps its letters', async ({
  app,
  bbs,
  visit,
  folder,
}) => {
  // "Grüße né.txt" as a board's disk has it: one byte for each letter.
  const onTheBoard = Buffer.from('Gr\x81\xe1e n\x82.txt', 'latin1');
  const content = Buffer.from('greetings');
  await writeFile(Buffer.concat([Buffer.from(`${bbs.offers.path}/`), onTheBoard]), content);
  await visit.enter();
  await app.chooseFolder(folder.path);
  await visit.openFiles();
  await visit.download('1');

  await app.seesDone('Grüße né.txt');
  expect(await folder.contents()).toEqual([fingerprint('Grüße né.txt', content)]);
});

test('without a folder the file stays in the browser until it is saved', async ({
  app,
  bbs,
  visit,
  mine,
}) => {
  const file = await bbs.offers.holdsRandom('photo.jpg', 2 * MIB);
  await visit.enter();
  await visit.openFiles();
  await visit.download('1');
  await app.seesDone('photo.jpg');
  await expect(app.transfer('photo.jpg')).toContainText('kept in this browser');

  const downloading = app.page.waitForEvent('download');
  await app.transfer('photo.jpg').getByRole('link', { name: 'Save photo.jpg' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('photo.jpg');
  await download.saveAs(path.join(mine.path, 'photo.jpg'));
  expect(await mine.contents()).toEqual([file]);
});

test('a file kept in the browser is offered again after the page was loaded anew', async ({
  app,
  bbs,
  visit,
  mine,
}) => {
  const file = await bbs.offers.holdsRandom('photo.jpg', 100_000);
  await visit.enter();
  await visit.openFiles();
  await visit.download('1');
  await app.seesDone('photo.jpg');
  await app.page.reload();

  const downloading = app.page.waitForEvent('download');
  await app.transfer('photo.jpg').getByRole('link', { name: 'Save photo.jpg' }).click();
  await (await downloading).saveAs(path.join(mine.path, 'photo.jpg'));
  expect(await mine.contents()).toEqual([file]);
});
