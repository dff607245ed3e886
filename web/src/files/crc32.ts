// The checksum by which two files are compared without sending one (ZMODEM's ZCRC is this CRC-32 over
// the whole file). A table of 256, which is quick enough for a file that is read from disk.

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** Large enough that reading, not asking, is what takes the time. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** The CRC-32 of a whole file, read piece by piece. Rejects if it cannot be read. */
export async function crc32Of(blob: Blob): Promise<number> {
  let crc = 0xffffffff;
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    const piece = new Uint8Array(await blob.slice(at, at + PIECE_BYTES).arrayBuffer());
    for (const byte of piece) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  }
  return ~crc >>> 0;
}
