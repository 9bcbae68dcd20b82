/** Texts that are longer than a string may be, piece by piece. */
import { closeSync, readSync } from 'node:fs';
import { openRegular, type ReadRule } from './read.js';
import { readError, UnreadableFile } from './systemErrors.js';
import { TextDecoding } from './textEncoding.js';

/** Bytes that are decoded at once. */
const PIECE = 1 << 20;

/**
 * The pieces of a text in UTF-8 or UTF-16, without a byte order mark.
 * @throws UnreadableFile also while it is gone through: where the file is longer than is read
 */
export function* textPieces(path: string, { limit, within }: ReadRule): Generator<string> {
  const { descriptor } = openRegular(path, within);
  try {
    const decoding = new TextDecoding();
    const piece = Buffer.allocUnsafe(PIECE);
    for (let read = 0; ;) {
      const count = readSync(descriptor, piece, 0, PIECE, null);
      if (count === 0) break;
      read += count;
      if (read > limit)
        throw new UnreadableFile('TOO_LARGE', path, `it has more than the ${limit} bytes that are read`);
      yield decoding.decode(piece.subarray(0, count));
    }
    yield decoding.end();
  } catch (error) {
    throw readError(path, error);
  } finally {
    closeSync(descriptor);
  }
}

/** The pieces of a text that is in memory. */
export function* piecesOf(bytes: Uint8Array): Generator<string> {
  const decoding = new TextDecoding();
  for (let at = 0; at < bytes.length; at += PIECE) yield decoding.decode(bytes.subarray(at, at + PIECE));
  yield decoding.end();
}
