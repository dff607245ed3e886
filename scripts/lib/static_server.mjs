// A small static web server for dist/: the right MIME types (a browser compiles WebAssembly while it
// loads only if it comes as application/wasm), nothing outside its folders, GET and HEAD only, no cache.
// Folders are layered: the first one that has the file wins, which is how a start with other ports gives
// the page a config.json of its own. It knows nothing of the page.
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * The file that a request means, or undefined. Never a folder, a hidden file, or anything outside.
 * @param {readonly string[]} folders
 * @param {string} url
 */
async function find(folders, url) {
  let asked;
  try {
    asked = decodeURIComponent(url.replace(/[?#].*/s, ''));
  } catch {
    return undefined;
  }
  if (!asked.startsWith('/') || asked.includes('\0') || asked.includes('\\') || /\/\./.test(asked))
    return undefined;
  if (asked.endsWith('/')) asked += 'index.html';
  for (const folder of folders) {
    try {
      const root = await realpath(folder);
      const file = await realpath(path.join(root, asked));
      const inside = file.startsWith(root + path.sep);
      const { size, isFile } = await stat(file).then((s) => ({ size: s.size, isFile: s.isFile() }));
      if (inside && isFile) return { file, size };
    } catch {
      // Not in this folder; perhaps in the next.
    }
  }
  return undefined;
}

/**
 * Serves `folders` on host:port (0: any free port). Resolves when it listens; rejects with node's own
 * error, whose code is EADDRINUSE when the port is taken.
 * @param {{ folders: readonly string[], host: string, port: number }} options
 * @returns {Promise<{ port: number, stop: () => Promise<void> }>}
 */
export function serveFolders({ folders, host, port }) {
  const server = createServer((request, response) => {
    void answer(request, response);
  });

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  async function answer(request, response) {
    const plain = { 'Content-Type': 'text/plain; charset=utf-8' };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...plain, Allow: 'GET, HEAD' }).end('Only GET and HEAD.\n');
      return;
    }
    const found = await find(folders, request.url ?? '/');
    if (found === undefined) {
      response.writeHead(404, plain).end('There is nothing at this address.\n');
      return;
    }
    response.writeHead(200, {
      'Content-Type': TYPES[path.extname(found.file)] ?? 'application/octet-stream',
      'Content-Length': found.size,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    // Headers are out: a file that fails now can only break the connection off.
    createReadStream(found.file)
      .on('error', () => response.destroy())
      .pipe(response);
  }

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      resolve({
        port: address.port,
        stop: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
