// The totals of `npm test` are read right from what each runner writes. The samples are what the runners
// really wrote, shortened; a runner that changes its words makes a layer fail, never pass by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as totals from '../../../scripts/lib/totals.mjs';

test('ctest: the attributes of its JUnit file', () => {
  const head = '<?xml version="1.0"?>\n<testsuite name="Linux-c++"\n\ttests="12"\n\tfailures="2"\n';
  const rest =
    '\tdisabled="1"\n\tskipped="3"\n\ttime="0"\n>\n<testcase name="tests" status="run"/>';
  assert.deepEqual(totals.fromJunit(head + rest), { passed: 6, failed: 2, skipped: 4 });
  assert.equal(totals.fromJunit(''), undefined);
});

test('vitest: its JSON, and a file that does not load is a failure', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numFailedTestSuites: 1,
  };
  assert.deepEqual(totals.fromVitest(JSON.stringify(report)), { passed: 5, failed: 1, skipped: 2 });
  const unloadable = { ...report, numFailedTests: 0 };
  assert.equal(totals.fromVitest(JSON.stringify(unloadable))?.failed, 1);
  assert.equal(totals.fromVitest('{'), undefined);
});

test('Playwright: its JSON; flaky is failed; an error outside the stories is a failure', () => {
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 2 };
  const read = (/** @type {unknown} */ report) => totals.fromPlaywright(JSON.stringify(report));
  assert.deepEqual(read({ stats, errors: [] }), { passed: 7, failed: 2, skipped: 2 });
  const none = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  assert.equal(read({ stats: none, errors: [{ message: 'no such file' }] })?.failed, 1);
  assert.equal(totals.fromPlaywright(''), undefined);
});

test('unittest: every kind of outcome is counted once', () => {
  const ran = 'Ran 10 tests in 0.1s\n\n';
  assert.deepEqual(totals.fromUnittest(`${ran}OK\n`), { passed: 10, failed: 0, skipped: 0 });
  const mixed = `${ran}FAILED (failures=2, errors=1, skipped=3, unexpected successes=1)\n`;
  assert.deepEqual(totals.fromUnittest(mixed), { passed: 3, failed: 4, skipped: 3 });
  const expected = `${ran}OK (skipped=1, expected failures=4)\n`;
  assert.deepEqual(totals.fromUnittest(expected), { passed: 9, failed: 0, skipped: 1 });
  assert.equal(totals.fromUnittest('Traceback (most recent call last):\n'), undefined);
});

test('node: both of its reporters', () => {
  const lines = ['tests 9', 'suites 2', 'pass 5', 'fail 1', 'cancelled 1', 'skipped 2', 'todo 0'];
  for (const mark of ['#', 'ℹ']) {
    const report = lines.map((line) => `${mark} ${line}`).join('\n');
    assert.deepEqual(totals.fromNodeTest(report), { passed: 5, failed: 2, skipped: 2 });
  }
  assert.equal(totals.fromNodeTest('ok 1 - something\n'), undefined);
});

test('our own closing line: the last one counts, and only alone on its line', () => {
  const report = 'sz: 3 passed, 0 failed\n1 passed, 1 failed\n4 passed, 0 failed\n';
  assert.deepEqual(totals.fromPlainLine(report), { passed: 4, failed: 0, skipped: 0 });
  assert.equal(totals.fromPlainLine('sz: 3 passed, 0 failed\n'), undefined);
});
