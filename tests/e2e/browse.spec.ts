// Walking a board: from the directory through the demo board's menus to the good-bye, and back again.
import { App } from './support/app.ts';
import { expect, test } from './support/story.ts';
import { DEMO } from './support/visit.ts';

test('a caller walks the board from its welcome to its good-bye, and calls again', async ({
  app,
  visit,
}) => {
  await app.visit();
  await expect(app.status).toHaveText('disconnected');

  await app.connectTo(DEMO);
  await expect(app.status).toHaveText(/^connected/);
  await expect(app.directory).toBeHidden();
  await app.sees('Your name or handle');
  const welcome = await app.screen();
  expect(welcome).toHaveLength(25);
  expect(welcome.slice(0, 22).join('')).toMatch(/[█▀▄░▒▓]{20}/);
  // What is read out to a script is what a person sees.
  await expect(app.terminal).toContainText('Your name or handle');

  await visit.passDoor('Ann');
  await app.sees('Welcome aboard, Ann.');
  await app.sees('Message of the day');

  await visit.choose('w');
  await app.sees(/Ann +\d\d:\d\d:\d\d +80x25 +looking who is online/);
  await app.answer('Press any key', ' ');

  await visit.choose('a');
  await app.sees('This is the Boardwalk demo board.');
  await app.answer('Press any key', ' ');

  await visit.sayGoodBye();
  await expect(app.status).toHaveText('closed: the board closed the connection.');
  await app.sees('Good-bye, Ann.');
  await expect(app.directory).toBeVisible();

  await visit.enter('Ann again');
  await expect(app.status).toHaveText(/^connected/);
  await app.sees('Welcome aboard, Ann again.');
});

test('an address with a board in it connects by itself', async ({ app, visit }) => {
  await app.visit('#board=demo');
  await visit.passDoor('Bea');
  await app.sees('Welcome aboard, Bea.');
  await expect(app.status).toHaveText(/^connected/);
});

test('two callers see each other, and one can leave without the other', async ({
  app,
  visit,
  page,
  site,
}) => {
  await visit.enter('Ann');
  const second = new App(await page.context().newPage(), site.origin);
  await second.connectTo(DEMO);
  await second.answer('Your name or handle', 'Bea\r');
  await second.answer('Your choice:', 'w');
  await second.sees(/Ann .* main menu/);
  await second.hangUp();
  await expect(second.status).toHaveText('disconnected: you hung up.');

  await visit.choose('w');
  await app.sees('1 here now');
});
