// Reading a File by offset, with node's own File.
import { File } from 'node:buffer';

import { expect, test } from 'vitest';

import { BlobSource } from './blob_source.ts';

const file = (bytes: Uint8Array<ArrayBuffer>) =>
  new File([bytes], 'x.bin', { lastModified: 1_700_000_000_999 }) as unknown as globalThis.File;

test('a read answers with exactly the bytes at its offset', async () => {
  const source = new BlobSource(file(Uint8Array.from([0, 1, 2, 3, 4, 5])), 'renamed.bin');
  expect(source).toMatchObject({ name: 'renamed.bin', size: 6, modified: 1_700_000_000 });
  expect(await source.read(2, 3)).toEqual(Uint8Array.from([2, 3, 4]));
});

test('a file that became shorter is an error, never a short answer', async () => {
  const source = new BlobSource(file(new Uint8Array(6)), 'x.bin');
  await expect(source.read(4, 3)).rejects.toThrow(
    '“x.bin” became shorter while it was being sent.',
  );
});

test('a file that cannot be read any more says so in words', async () => {
  const broken = {
    size: 6,
    lastModified: 0,
    slice: () => ({
      arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
    }),
  } as unknown as globalThis.File;
  await expect(new BlobSource(broken, 'x.bin').read(0, 6)).rejects.toThrow(
    '“x.bin” was changed, moved or deleted while it was being sent.',
  );
});
