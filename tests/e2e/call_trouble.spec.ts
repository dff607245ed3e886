// Calls that come to nothing: each ends in one plain sentence, and the page can call again.
import { once } from 'node:events';
import { request } from 'node:http';

import { deadPort } from './support/scripted_board.ts';
import { expect, test } from './support/story.ts';

test('an address that names an unknown board says so, and the directory still works', async ({
  app,
  visit,
}) => {
  await app.visit('#board=no-such-board');
  await expect(app.status).toHaveText(
    "refused: there is no board “no-such-board” in this site's directory.",
  );
  await visit.enter();
  await app.sees('Welcome aboard, Ann.');
});

test('an address cannot name a bridge or a host', async ({ app, openBoard }) => {
  const board = await openBoard('listed', () => undefined);
  const elsewhere = encodeURIComponent(`127.0.0.1:${board.port}`);
  await app.visit(`#board=${elsewhere}&bridge=ws://127.0.0.1:${board.port}`);
  await expect(app.status).toHaveText(/^refused: there is no board/);
  expect(board.callers).toBe(0);
});

test('without a bridge the page says which address failed, and works once there is one', async ({
  app,
  site,
  visit,
}) => {
  await site.stopBridge();
  await app.visit('#board=demo');
  await expect(app.status).toHaveText(/^refused: the bridge at 127\.0\.0\.1:\d+ cannot be reached/);

  await site.startBridge();
  await visit.enter();
  await app.sees('Welcome aboard, Ann.');
});

test('a bridge that stops during a call is told apart from the board', async ({
  app,
  site,
  visit,
}) => {
  await visit.enter();
  await site.stopBridge();
  await expect(app.status).toHaveText('closed: the bridge is shutting down.');

  await site.startBridge();
  await visit.enter('Ann again');
  await app.sees('Welcome aboard, Ann again.');
});

test('a board that does not take calls is said to have refused', async ({ app, site, visit }) => {
  const port = await deadPort();
  await site.lists({ id: 'gone', name: 'Gone board', port, connection: 'telnet' });
  await app.connectTo('Gone board');
  await expect(app.status).toHaveText(/^refused: the board refused the call/);
  await visit.enter();
});

test('a board that says nothing counts as connected, and can be left', async ({
  app,
  openBoard,
}) => {
  await openBoard('silent', () => undefined);
  await app.connectTo('silent');
  await expect(app.status).toHaveText(/^connecting/);
  await expect(app.status).toHaveText(/^connected/);
  await app.hangUp();
  await expect(app.status).toHaveText('disconnected: you hung up.');
  await expect(app.connectButton('silent')).toBeEnabled();
});

test('what a board says last is shown, although it hangs up at once', async ({
  app,
  openBoard,
}) => {
  await openBoard('curt', (call) => call.leave('All lines are busy. Call again.'));
  await app.connectTo('curt');
  await expect(app.status).toHaveText('closed: the board closed the connection.');
  await app.sees('All lines are busy. Call again.');
});

test('a page from elsewhere gets no way through the bridge', async ({ site, openBoard }) => {
  const board = await openBoard('listed', () => undefined);
  const dial = async (origin: string) => {
    const asked = request(`${site.bridgeAddress.replace('ws:', 'http:')}/board/listed`, {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        Origin: origin,
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
      },
    }).end();
    const answered = Promise.race([
      once(asked, 'response').then(([answer]) => (answer as { statusCode: number }).statusCode),
      once(asked, 'upgrade').then(() => 101),
    ]);
    const status = await answered;
    asked.destroy();
    return status;
  };
  expect(await dial('http://evil.example')).toBe(403);
  expect(board.callers).toBe(0);
  // The same request from our own page goes through: it was the origin.
  expect(await dial(site.origin)).toBe(101);
});
