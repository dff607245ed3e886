// Folders and files on the real disk, as the stories compare them: by name and SHA-256. Knows neither
// browser nor board. Every folder made here goes when its story ends.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const KIB = 1024;
export const MIB = 1024 * KIB;

/** A file by what matters of it. */
export interface Fingerprint {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

export function fingerprint(name: string, bytes: Uint8Array): Fingerprint {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name, size: bytes.length, sha256 };
}

export class Folder {
  readonly path: string;

  constructor(folder: string) {
    this.path = folder;
  }

  /** A new empty folder below the temporary one. */
  static async make(purpose: string): Promise<Folder> {
    return new Folder(await mkdtemp(path.join(tmpdir(), `boardwalk-e2e-${purpose}-`)));
  }

  /** Puts a file of that many random bytes there. */
  async holdsRandom(name: string, size: number): Promise<Fingerprint> {
    return this.holds(name, randomBytes(size));
  }

  async holds(name: string, bytes: Uint8Array | string): Promise<Fingerprint> {
    const content = Buffer.from(bytes);
    await writeFile(path.join(this.path, name), content);
    return fingerprint(name, content);
  }

  /** A file of zeros so large that no transfer of it ends within a story; costs no disk. */
  async holdsEndless(name: string): Promise<void> {
    const file = await open(path.join(this.path, name), 'w');
    await file.truncate(2048 * MIB);
    await file.close();
  }

  /** Paths of files in it, for a dialog or a drag. */
  pathsOf(...files: readonly { readonly name: string }[]): string[] {
    return files.map(({ name }) => path.join(this.path, name));
  }

  /** Every name in it, hidden ones too, sorted. */
  async names(): Promise<string[]> {
    return (await readdir(this.path)).sort();
  }

  /** What is in it, by name; a folder in it would be an error. */
  async contents(): Promise<Fingerprint[]> {
    const found: Fingerprint[] = [];
    for (const name of await this.names()) found.push(await readFingerprint(this.path, name));
    return found;
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

/** In the order of `contents()`. */
export function byName(files: readonly Fingerprint[]): Fingerprint[] {
  return [...files].sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function readFingerprint(folder: string, name: string): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of createReadStream(path.join(folder, name)) as AsyncIterable<Buffer>) {
    hash.update(piece);
    size += piece.length;
  }
  return { name, size, sha256: hash.digest('hex') };
}
