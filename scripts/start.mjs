// `npm start`, after the build: checks what the person set, starts the product, prints the page's
// address on a line of its own, and stops everything on Ctrl-C, on SIGTERM, and when one part dies.
//   node scripts/start.mjs [--check]     --check: only say whether the settings and ports will do
import { mkdir, mkdtemp, readdir, rmdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { HOST, startProduct } from './lib/product.mjs';

/** What the person may set, and what holds otherwise. */
const PORTS = [
  { variable: 'BOARDWALK_WEB_PORT', usual: 8080, part: 'page' },
  { variable: 'BOARDWALK_BRIDGE_PORT', usual: 8081, part: 'bridge' },
  { variable: 'BOARDWALK_BOARD_PORT', usual: 2323, part: 'demo board' },
];

/** A mistake of the person's, told in one sentence and without a stack. */
class Told extends Error {}

/** @param {{ variable: string, usual: number }} setting */
function portFrom({ variable, usual }) {
  const text = process.env[variable] ?? '';
  if (text === '') return usual;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  // 0 asks for any free port; the address is printed anyway.
  if (!(port <= 65535))
    throw new Told(`${variable}=${text} is not a port: give a number from 0 to 65535.`);
  return port;
}

/** @param {{ variable: string, usual: number, part: string }} setting */
async function mustBeFree(setting) {
  const port = portFrom(setting);
  if (port === 0) return;
  await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const what = `Port ${port}, where the ${setting.part} should listen,`;
      const cure = `Choose another: ${setting.variable}=${port < 65535 ? port + 1 : 8080} npm start`;
      if (error.code === 'EADDRINUSE')
        reject(new Told(`${what} is in use by another program. ${cure}`));
      else if (error.code === 'EACCES') reject(new Told(`${what} is reserved for root. ${cure}`));
      else reject(error);
    });
    probe.listen(port, HOST, () => probe.close(resolve));
  });
}

async function checkedFiles() {
  const files = process.env['BOARDWALK_FILES'];
  if (!files) return undefined;
  const isFolder = await stat(files).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new Told(`BOARDWALK_FILES=${files} is not a folder.`);
  return path.resolve(files);
}

/** The folder for uploads; a fresh one below the temporary folder unless the person named one. */
async function uploadsFolder() {
  const named = process.env['BOARDWALK_UPLOADS'];
  if (!named) return mkdtemp(path.join(tmpdir(), 'boardwalk-uploads-'));
  try {
    await mkdir(named, { recursive: true });
  } catch {
    throw new Told(`BOARDWALK_UPLOADS=${named} is not a folder and cannot be made one.`);
  }
  return path.resolve(named);
}

async function main() {
  const files = await checkedFiles();
  const ports = PORTS.map(portFrom);
  const taken = ports.find((port, index) => port !== 0 && ports.indexOf(port) !== index);
  if (taken !== undefined) {
    throw new Told(
      `Port ${taken} is given to two parts. Set ${PORTS.map((p) => p.variable).join(', ')} apart.`,
    );
  }
  for (const setting of PORTS) await mustBeFree(setting);
  if (process.argv.includes('--check')) return;

  /** Called once with what happened, or '' when the person wants to stop. @type {(reason: string) => void} */
  let leave = () => {};
  /** @type {Promise<string>} */
  const left = new Promise((resolve) => (leave = resolve));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => leave(''));

  const uploads = await uploadsFolder();
  const [webPort = 0, bridgePort = 0, boardPort = 0] = ports;
  try {
    const product = await startProduct({
      webPort,
      bridgePort,
      boardPort,
      files,
      uploads,
      onLine: (part, line) => console.log(`${part.padEnd(6)} | ${line}`),
    });
    for (const part of [product.bridge, product.board]) void part.ended.then(leave);

    console.log(`
Files on offer:   ${files ?? "the demo board's own"}
Uploads land in:  ${uploads}

Boardwalk is ready (Ctrl-C stops it). Open:
${product.address}
`);

    const problem = await left;
    await product.stop();
    if (problem !== '') throw new Told(`${problem}\nEverything else was stopped too.`);
    console.log('Stopped.');
  } finally {
    // An uploaded file is the person's and stays; an empty folder was only ours.
    const isOurs = !process.env['BOARDWALK_UPLOADS'];
    if (isOurs && (await readdir(uploads)).length === 0) await rmdir(uploads);
  }
}

try {
  await main();
} catch (error) {
  // A part that could not start says why in its own words; the stack of this file would not help.
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
