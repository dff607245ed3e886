// An outgoing file behind the browser's File: read piece by piece, so memory does not grow with it.
//
// On a byte's road: disk -> here -> engine/engine_port.ts. A File stands for the file as it was when
// it was chosen; the browser refuses to read it once it has changed.
import { readingProblem } from './problem_words.ts';
import { StorageProblem } from './sink.ts';
import type { FileSource } from './source.ts';

export class BlobSource implements FileSource {
  readonly name: string;
  readonly size: number;
  readonly modified: number;
  readonly #file: File;

  constructor(file: File, name: string) {
    this.#file = file;
    this.name = name;
    this.size = file.size;
    this.modified = Math.floor(file.lastModified / 1000);
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    let bytes: Uint8Array;
    try {
      bytes = new Uint8Array(await this.#file.slice(offset, offset + length).arrayBuffer());
    } catch (error) {
      throw readingProblem(error, this.name);
    }
    if (bytes.length !== length) {
      throw new StorageProblem(`“${this.name}” became shorter while it was being sent.`);
    }
    return bytes;
  }
}
