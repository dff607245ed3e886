// The whole product on this machine: page, demo board and bridge, joined. Each is told the others'
// addresses, so any port may be chosen, or 0 for any free one. Used by scripts/start.mjs for a person and
// by the fixtures of tests/e2e. It expects dist/ to be built (scripts/build page).
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { Service } from './service.mjs';
import { serveFolders } from './static_server.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const HOST = '127.0.0.1';
/** Debian's own: its websockify is not seen by a Python from elsewhere. */
export const PYTHON = '/usr/bin/python3';

/**
 * @param {{ port: number, files?: string | undefined, uploads?: string | undefined,
 *           onLine?: (line: string) => void }} options
 */
export function startBoard({ port, files, uploads, onLine = () => {} }) {
  return Service.start({
    name: 'demo board',
    command: [
      PYTHON,
      ...['-m', 'proxy.demo_board', '--listen', `${HOST}:${port}`],
      ...(files === undefined ? [] : ['--files', files]),
      ...(uploads === undefined ? [] : ['--uploads', uploads]),
    ],
    ready: /^demo board listening on (?<host>[^ ]+):(?<port>\d+)/,
    cwd: ROOT,
    onLine,
  });
}

/**
 * @param {{ port: number, boards: string, origins: readonly string[], extra?: readonly string[],
 *           onLine?: (line: string) => void }} options `boards` is the path of a boards.json
 */
export function startBridge({ port, boards, origins, extra = [], onLine = () => {} }) {
  return Service.start({
    name: 'bridge',
    command: [
      PYTHON,
      ...['-m', 'proxy', '--boards', boards, '--listen', `${HOST}:${port}`],
      ...origins.flatMap((origin) => ['--origin', origin]),
      ...extra,
    ],
    ready: /^bridge listening on wss?:\/\/(?<host>[^ ]+):(?<port>\d+)/,
    cwd: ROOT,
    onLine,
  });
}

/** @param {Service} service the port that it says it listens on */
export function portOf(service) {
  return Number(service.ready.groups?.['port']);
}

/**
 * Starts all three. When one cannot start, those already started are stopped and the error is thrown.
 * @param {{ webPort: number, bridgePort: number, boardPort: number, files?: string | undefined,
 *           uploads?: string | undefined, onLine?: (part: string, line: string) => void }} options
 */
export async function startProduct({ onLine = () => {}, ...options }) {
  /** @type {(() => Promise<void>)[]} */
  const stops = [];
  const stop = async () => {
    // The latest first: the bridge hangs up before the board goes.
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    const run = await mkdtemp(path.join(tmpdir(), 'boardwalk-run-'));
    stops.push(() => rm(run, { recursive: true, force: true }));
    const dist = path.join(ROOT, 'dist');

    // The page's own copies of the two files that name addresses, in front of the built ones.
    const web = await serveFolders({ folders: [run, dist], host: HOST, port: options.webPort });
    stops.push(web.stop);

    const board = await startBoard({
      port: options.boardPort,
      files: options.files,
      uploads: options.uploads,
      onLine: (line) => onLine('board', line),
    });
    stops.push(() => board.stop());
    const boards = path.join(run, 'boards.json');
    await writeFile(
      boards,
      withDemoAt(await readFile(path.join(dist, 'boards.json'), 'utf8'), portOf(board)),
    );

    const bridge = await startBridge({
      port: options.bridgePort,
      boards,
      origins: [`http://${HOST}:${web.port}`, `http://localhost:${web.port}`],
      onLine: (line) => onLine('bridge', line),
    });
    stops.push(() => bridge.stop());
    const config = /** @type {object} */ (
      JSON.parse(await readFile(path.join(dist, 'config.json'), 'utf8'))
    );
    const bridgeAddress = `ws://${HOST}:${portOf(bridge)}`;
    await writeFile(
      path.join(run, 'config.json'),
      JSON.stringify({ ...config, bridge: bridgeAddress }),
    );

    return { address: `http://${HOST}:${web.port}/`, bridge, board, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * boards.json with the demo board's entry pointing to where it really listens.
 * @param {string} json
 * @param {number} port
 */
function withDemoAt(json, port) {
  const boards = /** @type {{ id: string }[]} */ (JSON.parse(json));
  return JSON.stringify(
    boards.map((entry) => (entry.id === 'demo' ? { ...entry, host: HOST, port } : entry)),
  );
}
