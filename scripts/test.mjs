// `npm test`: everything that CI runs, layer by layer, the quickest to fail first; stops at the first
// layer that fails. Each layer shows its own output; the totals of all runners are added up, and the very
// last line is 'N passed, N failed'.
//   npm test                    all layers
//   npm test -- unit e2e        only these, in the order of the list
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { PYTHON, ROOT } from './lib/product.mjs';
import * as totals from './lib/totals.mjs';

const REPORTS = path.join(ROOT, 'build/reports');
const bin = (/** @type {string} */ name) => path.join(ROOT, 'node_modules/.bin', name);
const report = (/** @type {string} */ name) => path.join(REPORTS, name);

/**
 * One command. With `read` it is a test runner: its totals are read from `report` if named, else from
 * what it prints. Without, it is a tool: it adds nothing when it passes and one failure when it fails.
 * @typedef {{ command: readonly [string, ...string[]], read?: totals.Reader, report?: string,
 *             env?: Readonly<Record<string, string>> }} Step
 */

/**
 * Python's unittest over a folder of tests; a package is named from the root, a plain folder by itself.
 * @param {string} folder
 * @param {readonly string[]} top
 * @returns {Step}
 */
const unittest = (folder, top = ['-t', '.']) => ({
  command: [PYTHON, '-m', 'unittest', 'discover', '-s', folder, ...top],
  read: totals.fromUnittest,
});
/** @param {string} folder @returns {Step} node's own runner over a folder of *.test.mjs */
const nodeTest = (folder) => ({
  command: ['node', '--test', '--test-reporter=spec', folder],
  read: totals.fromNodeTest,
});
/** @param {readonly string[]} parts @returns {Step} */
const build = (...parts) => ({ command: ['bash', 'scripts/build', ...parts] });

/** @type {readonly { name: string, about: string, steps: readonly Step[] }[]} */
const LAYERS = [
  {
    name: 'lint',
    about: 'formatting, style, types, layers',
    steps: [{ command: ['bash', 'scripts/lint'] }],
  },
  {
    name: 'scripts',
    about: 'the tools of this repository',
    steps: [unittest('tests/unit/scripts'), nodeTest('tests/unit/scripts')],
  },
  {
    name: 'proxy',
    about: 'the bridge',
    steps: [unittest('tests/unit/proxy')],
  },
  {
    name: 'board',
    about: 'the demo board',
    steps: [unittest('tests/unit/demo_board', [])],
  },
  {
    name: 'unit',
    about: 'the engine, with AddressSanitizer and UndefinedBehaviorSanitizer',
    steps: [
      build('dev'),
      {
        command: [
          'ctest',
          '--preset',
          'dev',
          '-j2',
          '--no-tests=error',
          '--output-junit',
          report('ctest.xml'),
        ],
        read: totals.fromJunit,
        report: report('ctest.xml'),
      },
    ],
  },
  {
    name: 'wasm',
    about: 'the engine as WebAssembly, and its surface',
    steps: [build('wasm'), nodeTest('tests/unit/wasm')],
  },
  {
    name: 'web',
    about: 'the page, without a browser',
    steps: [
      {
        command: [
          bin('vitest'),
          'run',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report('vitest.json')}`,
        ],
        read: totals.fromVitest,
        report: report('vitest.json'),
      },
    ],
  },
  {
    name: 'interop',
    about: 'the native tool against real peers',
    steps: [
      build('release'),
      unittest('tests/interop'),
      { command: ['scripts/interop', '--short'], read: totals.fromPlainLine },
    ],
  },
  {
    name: 'e2e',
    about: 'stories in a real browser, and the product as it is started',
    steps: [
      build('wasm', 'page'),
      nodeTest('tests/e2e'),
      {
        command: [
          bin('playwright'),
          'test',
          '--config',
          'tests/e2e/playwright.config.ts',
          '--reporter=list,json',
        ],
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report('playwright.json') },
        read: totals.fromPlaywright,
        report: report('playwright.json'),
      },
    ],
  },
];

/**
 * Runs a command, its output shown and kept. Resolves with its exit status (null: ended by a signal).
 * @param {Step} step
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function run({ command: [program, ...args], env }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const [from, to] of /** @type {const} */ ([
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])) {
      from.setEncoding('utf8');
      from.on('data', (/** @type {string} */ text) => {
        output += text;
        to.write(text);
      });
    }
    child.once('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      resolve({ status: null, output });
    });
    child.once('close', (status) => resolve({ status, output: stripVTControlCharacters(output) }));
  });
}

/**
 * @param {Step} step
 * @returns {Promise<totals.Totals>}
 */
async function totalsOf(step) {
  // A report of an earlier run must not speak for this one.
  if (step.report !== undefined) await rm(step.report, { force: true });
  const { status, output } = await run(step);
  if (step.read === undefined) return { passed: 0, failed: status === 0 ? 0 : 1, skipped: 0 };

  const text =
    step.report === undefined ? output : await readFile(step.report, 'utf8').catch(() => '');
  const found = step.read(text) ?? { passed: 0, failed: 0, skipped: 0 };
  if (status !== 0 && found.failed === 0) {
    console.error(
      `${step.command[0]} ended with ${status ?? 'a signal'} without naming a failed test: counted as one.`,
    );
    return { ...found, failed: 1 };
  }
  if (status === 0 && found.passed + found.failed === 0) {
    console.error('No test ran, which proves nothing: counted as a failure.');
    return { ...found, failed: 1 };
  }
  return found;
}

/** @param {readonly string[]} wanted names of layers; none: all */
async function main(wanted) {
  const unknown = wanted.filter((name) => !LAYERS.some((layer) => layer.name === name));
  if (unknown.length > 0) {
    console.error(`There is no layer '${unknown.join("', '")}'. Layers, in their order:`);
    for (const { name, about } of LAYERS) console.error(`  ${name.padEnd(8)} ${about}`);
    return 2;
  }
  await mkdir(REPORTS, { recursive: true });

  const all = { passed: 0, failed: 0, skipped: 0 };
  const table = [];
  for (const layer of LAYERS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    if (all.failed > 0) {
      table.push(`  ${layer.name.padEnd(8)} not run`);
      continue;
    }
    console.log(`\n=== ${layer.name}: ${layer.about}`);
    const began = performance.now();
    const sum = { passed: 0, failed: 0, skipped: 0 };
    for (const step of layer.steps) {
      const found = await totalsOf(step);
      for (const key of /** @type {const} */ (['passed', 'failed', 'skipped']))
        sum[key] += found[key];
      if (sum.failed > 0) break;
    }
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) all[key] += sum[key];
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
    table.push(
      `  ${layer.name.padEnd(8)} ${sum.passed} passed, ${sum.failed} failed${skipped} (${seconds} s)`,
    );
  }

  console.log(`\n=== layers\n${table.join('\n')}\n`);
  console.log(`${all.passed} passed, ${all.failed} failed`);
  return all.failed === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
