// The static server: types, layers of folders, and nothing from outside them.
import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { serveFolders } from '../../../scripts/lib/static_server.mjs';

/** @type {string} */
let folder;
/** @type {Awaited<ReturnType<typeof serveFolders>>} */
let server;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'static-server-test-'));
  const file = async (/** @type {string} */ name, /** @type {string} */ text) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };
  await file('secret.txt', 'outside');
  await file('front/config.json', '"front"');
  await file('site/index.html', '<p>home');
  await file('site/config.json', '"site"');
  await file('site/engine.wasm', '\0asm');
  await file('site/a b/ü.txt', 'spaced');
  await file('site/.hidden', 'hidden');
  await symlink(path.join(folder, 'secret.txt'), path.join(folder, 'site/link.txt'));
  const folders = [path.join(folder, 'front'), path.join(folder, 'site')];
  server = await serveFolders({ folders, host: '127.0.0.1', port: 0 });
});

after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/**
 * Sends the path exactly as written (fetch would tidy it first).
 * @param {string} asked
 * @returns {Promise<{ status: number | undefined, type: string | undefined, body: string }>}
 */
function get(asked, method = 'GET') {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: server.port, path: asked, method },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (/** @type {string} */ text) => (body += text));
        response.on('end', () =>
          resolve({ status: response.statusCode, type: response.headers['content-type'], body }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

test('a folder is its index.html', async () => {
  assert.deepEqual(await get('/'), {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: '<p>home',
  });
  assert.equal((await get('/?board=demo#x')).status, 200);
});

test('WebAssembly comes as WebAssembly', async () => {
  assert.equal((await get('/engine.wasm')).type, 'application/wasm');
});

test('the folder in front wins', async () => {
  assert.equal((await get('/config.json')).body, '"front"');
});

test('a name with spaces and letters of any alphabet', async () => {
  assert.equal((await get('/a%20b/%C3%BC.txt')).body, 'spaced');
});

test('HEAD sends no body', async () => {
  assert.deepEqual(await get('/', 'HEAD'), {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: '',
  });
});

for (const asked of [
  '/nothing',
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/link.txt',
  '/.hidden',
  '/a%20b',
  '/%00',
  '/%zz',
  '//secret.txt',
]) {
  test(`not found: ${asked}`, async () => {
    assert.equal((await get(asked)).status, 404);
  });
}

test('writing is refused', async () => {
  assert.equal((await get('/', 'POST')).status, 405);
});

test('a taken port is said by its code', async () => {
  const again = serveFolders({ folders: [folder], host: '127.0.0.1', port: server.port });
  await assert.rejects(again, { code: 'EADDRINUSE' });
});
