// `npm start` as a person meets it, without a browser: the address is served, the parts know each other,
// Ctrl-C leaves nothing behind, and every mistake of the person's gets one plain sentence. Needs dist/.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

import { ROOT } from '../../scripts/lib/product.mjs';

const ANY_PORTS = {
  BOARDWALK_WEB_PORT: '0',
  BOARDWALK_BRIDGE_PORT: '0',
  BOARDWALK_BOARD_PORT: '0',
};

/** @param {Readonly<Record<string, string>>} env */
function start(env, args = /** @type {string[]} */ ([])) {
  const child = spawn('node', ['scripts/start.mjs', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
  }
  const ended = once(child, 'close').then(([status]) => ({
    status: /** @type {number} */ (status),
    output,
  }));
  /** @type {Promise<string>} */
  const address = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/^http:\/\/127\.0\.0\.1:\d+\/$/.test(line)) resolve(line);
    });
    void ended.then(() => reject(new Error(`ended before it was ready:\n${output}`)));
  });
  // A test about a failed start does not ask for the address.
  address.catch(() => {});
  return { child, address, ended };
}

/** @param {string} host @param {number} port */
async function answers(host, port) {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** @param {string} address @param {string} name @returns {Promise<any>} */
const json = async (address, name) => (await fetch(new URL(name, address))).json();

test('serves the page, tells it where the others are, and leaves nothing behind', async () => {
  const uploads = await mkdtemp(path.join(tmpdir(), 'start-test-'));
  const run = start({ ...ANY_PORTS, BOARDWALK_UPLOADS: uploads });
  const address = await run.address;

  const page = await fetch(address);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<title>/);
  const demo = (await json(address, 'boards.json')).find(
    (/** @type {{ id: string }} */ entry) => entry.id === 'demo',
  );
  const bridge = new URL((await json(address, 'config.json')).bridge);
  assert.equal(await answers(demo.host, demo.port), true);
  assert.equal(await answers(bridge.hostname, Number(bridge.port)), true);

  run.child.kill('SIGINT');
  const { status, output } = await run.ended;
  assert.equal(status, 0, output);
  assert.match(output, new RegExp(`Uploads land in: +${uploads}`));
  assert.equal(await answers(demo.host, demo.port), false);
  assert.equal(await answers(bridge.hostname, Number(bridge.port)), false);
  assert.deepEqual(await readdir(uploads), []);
  await rm(uploads, { recursive: true });
});

test('SIGTERM ends it as well, also at once', async () => {
  const run = start(ANY_PORTS);
  await run.address;
  run.child.kill('SIGTERM');
  assert.equal((await run.ended).status, 0);
});

test('a taken port names the variable that moves it', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (squatter.address());
  for (const variable of Object.keys(ANY_PORTS)) {
    const { status, output } = await start({ ...ANY_PORTS, [variable]: String(port) }).ended;
    assert.equal(status, 1);
    assert.match(
      output,
      new RegExp(`^\\nPort ${port}, .* is in use .*${variable}=${port + 1} npm start\\n$`),
    );
  }
  squatter.close();
});

test('settings that cannot be are refused in one sentence', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'start-test-')), 'file');
  await writeFile(file, '');
  for (const [env, sentence] of /** @type {const} */ ([
    [{ BOARDWALK_WEB_PORT: 'http' }, /BOARDWALK_WEB_PORT=http is not a port/],
    [{ BOARDWALK_BOARD_PORT: '70000' }, /BOARDWALK_BOARD_PORT=70000 is not a port/],
    [
      { BOARDWALK_WEB_PORT: '4810', BOARDWALK_BRIDGE_PORT: '4810' },
      /Port 4810 is given to two parts/,
    ],
    [{ BOARDWALK_FILES: '/no/such/folder' }, /BOARDWALK_FILES=\/no\/such\/folder is not a folder/],
    [{ BOARDWALK_UPLOADS: file }, /BOARDWALK_UPLOADS=.* is not a folder/],
  ])) {
    const { status, output } = await start({ ...ANY_PORTS, ...env }).ended;
    assert.equal(status, 1);
    assert.match(output, sentence);
    assert.equal(output.trim().split('\n').length, 1, output);
  }
  await rm(path.dirname(file), { recursive: true });
});

test('when one part dies it says which, and stops the rest', async () => {
  const run = start(ANY_PORTS);
  const address = await run.address;
  const bridge = new URL((await json(address, 'config.json')).bridge);
  const board = (await json(address, 'boards.json')).find(
    (/** @type {{ id: string }} */ entry) => entry.id === 'demo',
  );
  // Exactly the board that this start made: its parent is our child.
  const { stdout } = spawn('pgrep', ['-P', String(run.child.pid), '-f', 'proxy.demo_board'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let pids = '';
  for await (const piece of stdout.setEncoding('utf8')) pids += piece;
  process.kill(Number(pids.trim()), 'SIGKILL');

  const { status, output } = await run.ended;
  assert.equal(status, 1);
  assert.match(output, /The demo board has stopped \(SIGKILL\)/);
  assert.match(output, /Everything else was stopped too/);
  assert.equal(await answers(bridge.hostname, Number(bridge.port)), false);
  assert.equal(await answers(board.host, board.port), false);
});
