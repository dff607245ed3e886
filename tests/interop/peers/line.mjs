// What the peers written in JavaScript share: the line on stdin and stdout, the files at both ends, and
// how such a program ends. Knows no protocol. A peer that throws ends with status 1 and says why on
// stderr; it is the peer's own behaviour that is on show, so nothing is mended here.
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ name: string, bytes: Buffer, modified: Date, mode: number }} SourceFile */

/**
 * Sends bytes to the other end; resolves when there is room for more.
 * @param {Uint8Array | readonly number[]} octets
 * @returns {Promise<void>}
 */
export function write(octets) {
  return new Promise((resolve) => {
    if (process.stdout.write(Uint8Array.from(octets))) resolve();
    else process.stdout.once('drain', resolve);
  });
}

/** @param {readonly string[]} paths @returns {SourceFile[]} */
export const readFiles = (paths) =>
  paths.map((from) => {
    const { mtime, mode } = statSync(from);
    return { name: path.basename(from), bytes: readFileSync(from), modified: mtime, mode };
  });

/** A file of the folder that the program runs in; a name never leads out of it. */
export class StoredFile {
  #descriptor;

  /** @param {string} name as the other end sent it */
  constructor(name) {
    this.#descriptor = openSync(path.basename(name), 'w');
  }

  /** @param {Uint8Array | readonly number[]} octets */
  write(octets) {
    writeSync(this.#descriptor, Uint8Array.from(octets));
  }

  close() {
    closeSync(this.#descriptor);
  }
}

/**
 * Ends the program once everything written has left it.
 * @param {number} status
 */
export function end(status) {
  process.stdin.destroy();
  process.stdout.write('', () => process.exit(status));
}

/** @param {unknown} error some of these peers throw plain strings */
export function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  end(1);
}

/**
 * Runs `send` or `receive` as the first argument says.
 * @param {{ send: (files: SourceFile[]) => void, receive: () => void }} roles
 */
export function run({ send, receive }) {
  const [role, ...paths] = process.argv.slice(2);
  // A line that goes away under a write is the end of the story, not a stack trace.
  process.stdout.on('error', fail);
  process.stdin.on('error', fail);
  try {
    if (role === 'send') send(readFiles(paths));
    else if (role === 'receive') receive();
    else throw new Error('say send FILE... or receive');
  } catch (error) {
    fail(error);
  }
}
