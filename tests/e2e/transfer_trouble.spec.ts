// Transfers that are broken off: by the person, by the board, by the line. Nothing half done is left
// under a file's name, and the page can be used as before.
import { MIB } from './support/files.ts';
import { Latch } from './support/latch.ts';
import { PROMPT } from './support/scripted_board.ts';
import { expect, test } from './support/story.ts';

test('a download that is cancelled leaves nothing behind, and the board goes on', async ({
  app,
  bbs,
  visit,
  folder,
}) => {
  await bbs.offers.holdsEndless('endless.bin');
  const small = await bbs.offers.holdsRandom('small.bin', 100_000);
  await visit.enter();
  await app.chooseFolder(folder.path);
  await visit.openFiles();
  await visit.download('1');
  await app.seesMoving('endless.bin');
  await app.cancelButton.click();

  await expect(app.transfer('endless.bin')).toHaveAttribute('data-state', 'cancelled');
  await app.sees('Download cancelled; 0 files complete.');
  await expect(app.cancelButton).toBeHidden();
  await expect.poll(() => folder.names()).toEqual([]);

  await app.focusTerminal();
  await visit.download('2');
  await app.seesDone('small.bin');
  expect(await folder.contents()).toEqual([small]);
});

test('one file of a batch can be left out, and the others arrive', async ({
  app,
  bbs,
  visit,
  folder,
}) => {
  await bbs.offers.holdsEndless('a_endless.bin');
  const small = await bbs.offers.holdsRandom('b_small.bin', 100_000);
  await visit.enter();
  await app.chooseFolder(folder.path);
  await visit.openFiles();
  await visit.download('*');
  await app.seesMoving('a_endless.bin');
  await app.page.getByRole('button', { name: 'Leave out a_endless.bin' }).click();

  await app.seesDone('b_small.bin');
  await expect(app.transfer('a_endless.bin')).toHaveAttribute('data-state', 'skipped');
  await app.sees(/^Sent \d file/m);
  expect(await folder.contents()).toEqual([small]);
});

test('an upload that is cancelled is gone from the board, and the next one arrives', async ({
  app,
  bbs,
  visit,
  mine,
}) => {
  await mine.holdsEndless('endless.bin');
  const small = await mine.holdsRandom('small.bin', 100_000);
  await visit.enter();
  await app.queue(mine.pathsOf({ name: 'endless.bin' }));
  await visit.upload();
  await app.seesMoving('endless.bin');
  await app.cancelButton.click();

  await expect(app.transfer('endless.bin')).toHaveAttribute('data-state', 'cancelled');
  await app.sees('Upload cancelled');
  expect(await bbs.uploads.names()).toEqual([]);

  await app.queue(mine.pathsOf(small));
  await visit.upload();
  await app.seesDone('small.bin');
  await app.sees('Received 1 file');
  expect(await bbs.uploads.contents()).toEqual([small]);
});

test('hanging up during a download leaves nothing behind, and the next call works', async ({
  app,
  bbs,
  visit,
  folder,
}) => {
  await bbs.offers.holdsEndless('endless.bin');
  const small = await bbs.offers.holdsRandom('small.bin', 100_000);
  await visit.enter();
  await app.chooseFolder(folder.path);
  await visit.openFiles();
  await visit.download('1');
  await app.seesMoving('endless.bin');
  await app.hangUp();

  await expect(app.status).toHaveText('disconnected: you hung up.');
  await expect(app.transfer('endless.bin')).toHaveAttribute('data-state', /^(failed|cancelled)$/);
  await expect.poll(() => folder.names()).toEqual([]);

  await visit.enter('Ann again');
  await visit.openFiles();
  await visit.download('2');
  await app.seesDone('small.bin');
  expect(await folder.contents()).toEqual([small]);
});

test('a board that vanishes during a download leaves no half file under its name', async ({
  app,
  openBoard,
  bbs,
  visit,
  folder,
  mine,
}) => {
  const theirs = await mine.holdsRandom('half.bin', 4 * MIB);
  await openBoard('shaky', async (call) => {
    await call.asks();
    await call.runs(['sz', '-8', '-b', '-q', 'half.bin'], {
      cwd: mine.path,
      pauseAfter: MIB,
      pause: () => call.end(),
    });
  });
  const small = await bbs.offers.holds('small.txt', 'complete');

  await app.connectTo('shaky');
  await app.chooseFolder(folder.path);
  await app.answer(PROMPT, 'd');
  await expect(app.status).toHaveText('closed: the board closed the connection.');
  const row = app.transfer(theirs.name);
  await expect(row).toHaveAttribute('data-state', 'failed');
  await expect(row).toContainText('Connection lost before the file was complete.');
  await expect.poll(() => folder.names()).toEqual([]);

  await visit.enter();
  await visit.openFiles();
  await visit.download('1');
  await app.seesDone('small.txt');
  expect(await folder.contents()).toEqual([small]);
});

test('a board that falls silent during a download can be left by cancelling', async ({
  app,
  openBoard,
  folder,
  mine,
}) => {
  await mine.holdsRandom('half.bin', 4 * MIB);
  const over = new Latch();
  await openBoard('mute', async (call) => {
    await call.asks();
    await call.runs(['sz', '-8', '-b', '-q', 'half.bin'], {
      cwd: mine.path,
      pauseAfter: MIB,
      pause: () => over.opened,
    });
  });
  await app.connectTo('mute');
  await app.chooseFolder(folder.path);
  await app.answer(PROMPT, 'd');
  await app.seesMoving('half.bin');
  await app.cancelButton.click();
  await expect(app.transfer('half.bin')).toHaveAttribute('data-state', 'cancelled');
  await expect.poll(() => folder.names()).toEqual([]);
  await app.hangUp();
  await expect(app.status).toHaveText(/^disconnected/);
  over.open();
});

test('keys that are typed during a download do not reach the board', async ({
  app,
  openBoard,
  folder,
  mine,
}) => {
  const file = await mine.holdsRandom('whole.bin', 3 * MIB);
  const isHeld = new Latch();
  const goOn = new Latch();
  let heard: Buffer = Buffer.alloc(0);
  await openBoard('held', async (call) => {
    await call.asks();
    await call.runs(['sz', '-8', '-b', '-q', 'whole.bin'], {
      cwd: mine.path,
      pauseAfter: MIB,
      pause: () => {
        isHeld.open();
        return goOn.opened;
      },
    });
    heard = call.heard;
    call.say('Done.');
  });
  await app.connectTo('held');
  await app.chooseFolder(folder.path);
  await app.answer(PROMPT, 'd');
  await isHeld.opened;
  await app.seesMoving('whole.bin');
  await app.focusTerminal();
  await app.type('QWERTY\r');
  await expect(app.page.evaluate(() => boardwalk.send('ASDF'))).rejects.toThrow('A transfer has');
  goOn.open();

  await app.seesDone('whole.bin');
  await app.sees('Done.');
  expect(await folder.contents()).toEqual([file]);
  expect(heard.toString('latin1')).not.toMatch(/[QWERTY]{6}|ASDF/);
  expect(heard.length).toBeGreaterThan(20);
});

test('keys that are typed during an upload do not reach the board', async ({
  app,
  openBoard,
  folder,
  mine,
}) => {
  const file = await mine.holdsRandom('whole.bin', 3 * MIB);
  const isHeld = new Latch();
  const goOn = new Latch();
  await openBoard('held', async (call) => {
    await call.asks();
    await call.runs(['rz', '-b', '-q'], {
      cwd: folder.path,
      direction: 'upload',
      pauseAfter: MIB,
      pause: () => {
        isHeld.open();
        return goOn.opened;
      },
    });
    call.say('Done.');
  });
  await app.connectTo('held');
  await app.queue(mine.pathsOf(file));
  await app.answer(PROMPT, 'u');
  await isHeld.opened;
  await app.focusTerminal();
  await app.type('QWERTY\r');
  goOn.open();

  await app.seesDone('whole.bin');
  await app.sees('Done.');
  expect(await folder.contents()).toEqual([file]);
});

test('a name that leads out of the folder does not', async ({ app, openBoard, folder, mine }) => {
  const file = await mine.holds('escaped.txt', 'only where it belongs');
  await openBoard('sly', async (call) => {
    await call.asks();
    // -f: the name is sent as it is given, with its path.
    await call.runs(['sh', '-c', 'mkdir -p a/b && cd a/b && exec sz -f -b -q ../../escaped.txt'], {
      cwd: mine.path,
    });
    call.say('Done.');
  });
  await app.connectTo('sly');
  await app.chooseFolder(folder.path);
  await app.answer(PROMPT, 'd');
  await app.seesDone('escaped.txt');
  expect(await folder.contents()).toEqual([file]);
});
