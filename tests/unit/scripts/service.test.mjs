// A part of the product is ready when it says so, is told about when it dies, and leaves nothing behind.
// Real processes throughout; what they should do is written as a line of shell.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Service } from '../../../scripts/lib/service.mjs';

/** @param {string} shell */
const part = (shell) =>
  Service.start({
    name: 'part',
    command: ['/bin/sh', '-c', shell],
    ready: /^ready at (?<port>\d+)$/,
  });

/** Ended but not yet collected by its new parent (Z) is not running. @param {number} pid */
function isRunning(pid) {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Resolves when the process is gone; a test that waits for ever is ended by the runner. @param {number} pid */
async function gone(pid) {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('is ready at the line that says so, which is kept', async () => {
  const service = await part('echo warming up; echo ready at 4711; exec sleep 60');
  assert.equal(service.ready.groups?.['port'], '4711');
  await service.stop();
});

test('a ready line on stderr counts as well', async () => {
  const service = await part('echo ready at 1 >&2; exec sleep 60');
  await service.stop();
});

test('one that ends before it is ready is refused with its last words', async () => {
  await assert.rejects(part('echo "no such file" >&2; exit 3'), (error) => {
    assert.ok(error instanceof Error);
    assert.match(
      error.message,
      /^The part has stopped \(exit status 3\)\. Its last words:\n {4}no such file$/,
    );
    return true;
  });
});

test('a program that does not exist is refused in words', async () => {
  const starting = Service.start({ name: 'part', command: ['/no/such/program'], ready: /^ready$/ });
  await assert.rejects(starting, /The part has stopped.*\/no\/such\/program/s);
});

test('one that dies later says so', async () => {
  const service = await part('echo ready at 1; kill -9 $$');
  assert.match(await service.ended, /^The part has stopped \(SIGKILL\)/);
  await service.stop();
});

test('stopping ends its children too', async () => {
  const service = await part('sleep 60 & echo ready at $!; wait');
  const grandchild = Number(service.ready.groups?.['port']);
  assert.ok(isRunning(grandchild));
  await service.stop();
  await gone(grandchild);
});

test('stopping ends a grandchild that ignores the request', async () => {
  const service = await part('(trap "" TERM; exec sleep 60) & echo ready at $!; wait');
  const grandchild = Number(service.ready.groups?.['port']);
  await service.stop();
  await gone(grandchild);
});

test('stopping ends one that ignores the request, once patience is over', async () => {
  const service = await Service.start({
    name: 'part',
    command: ['/bin/sh', '-c', 'trap "" TERM; echo ready; while :; do sleep 1; done'],
    ready: /^ready$/,
    patienceMs: 50,
  });
  await service.stop();
  assert.match(await service.ended, /SIGKILL/);
});

test('its end is noticed though a child of its keeps its output open', async () => {
  const service = await part('sleep 60 & echo ready at $!; exit 4');
  assert.match(await service.ended, /exit status 4/);
  await gone(Number(service.ready.groups?.['port']));
});

test('stopping twice, or after its end, is fine', async () => {
  const service = await part('echo ready at 1');
  await service.ended;
  await Promise.all([service.stop(), service.stop()]);
});
