// Reads the totals that each test runner reports about itself, so that `npm test` can add them up. A
// runner whose report is missing or unreadable has no totals, which counts as a failure, never as zero
// tests passed. Pure functions over text; tested by tests/unit/scripts/totals.test.mjs.

/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */
/** @typedef {(report: string) => Totals | undefined} Reader */

/** @param {RegExp} pattern @param {string} text @returns {number | undefined} the last match's number */
function last(pattern, text) {
  const matches = [...text.matchAll(pattern)];
  const found = matches.at(-1)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** ctest --output-junit FILE. @type {Reader} */
export function fromJunit(report) {
  const head = /<testsuite\b[^>]*>/.exec(report)?.[0];
  if (head === undefined) return undefined;
  const number = (/** @type {string} */ name) =>
    last(new RegExp(`\\b${name}="(\\d+)"`, 'g'), head) ?? 0;
  const failed = number('failures');
  const skipped = number('skipped') + number('disabled');
  return { passed: number('tests') - failed - skipped, failed, skipped };
}

/** vitest --reporter=json. @type {Reader} */
export function fromVitest(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } =
      JSON.parse(report);
    // A file that does not load has failed without a test of it having run.
    const failed = Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0);
    return { passed: numPassedTests, failed, skipped: numPendingTests };
  } catch {
    return undefined;
  }
}

/** Playwright's json reporter. @type {Reader} */
export function fromPlaywright(report) {
  try {
    const { stats, errors } = JSON.parse(report);
    // Flaky (passed at a second try) is a failure: there are no second tries here.
    const failed = stats.unexpected + stats.flaky;
    return {
      passed: stats.expected,
      failed: Math.max(failed, errors.length),
      skipped: stats.skipped,
    };
  } catch {
    return undefined;
  }
}

/** Python's unittest, as it prints. @type {Reader} */
export function fromUnittest(report) {
  const ran = last(/^Ran (\d+) tests? in /gm, report);
  const closing = [...report.matchAll(/^(OK|FAILED)(?: \((.*)\))?$/gm)].at(-1);
  if (ran === undefined || closing === undefined) return undefined;
  const number = (/** @type {string} */ name) =>
    last(new RegExp(`(?:^|, )${name}=(\\d+)`, 'g'), closing[2] ?? '') ?? 0;
  const failed = number('failures') + number('errors') + number('unexpected successes');
  const skipped = number('skipped');
  return { passed: Math.max(0, ran - failed - skipped), failed, skipped };
}

/** node --test, its spec or tap reporter, as it prints. @type {Reader} */
export function fromNodeTest(report) {
  const number = (/** @type {string} */ name) =>
    last(new RegExp(`^(?:#|ℹ) ${name} (\\d+)$`, 'gm'), report);
  const passed = number('pass');
  const failed = number('fail');
  if (passed === undefined || failed === undefined) return undefined;
  return { passed, failed: failed + (number('cancelled') ?? 0), skipped: number('skipped') ?? 0 };
}

/** A runner of our own: its last line 'N passed, N failed'. @type {Reader} */
export function fromPlainLine(report) {
  const found = [...report.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  if (found === undefined) return undefined;
  return { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3] ?? 0) };
}
