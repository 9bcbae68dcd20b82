/** Texts that are longer than a string may be, line by line. */
import { closeSync, readSync } from 'node:fs';
import { openRegular, type ReadRule } from './read.js';
import { readError, UnreadableFile } from './systemErrors.js';

/** Bytes that are read at once. */
const PIECE = 1 << 20;
/** Bytes of a line; a longer one was made to fill the memory, or is no text. */
const LONGEST_LINE = 1 << 24;
const NEWLINE = 0x0a;

/**
 * The lines of a text in UTF-8, without their ends; what stands behind the last end is a line if it is not empty.
 * @throws UnreadableFile also while it is gone through: where the file, or a line of it, is longer than is read
 */
export function* linesOf(path: string, { limit, within }: ReadRule): Generator<string> {
  const { descriptor, facts } = openRegular(path, within);
  try {
    if (facts.size > limit) throw tooLong(path, `it has ${facts.size} bytes, and at most ${limit} are read`);
    let [left, read] = [Buffer.alloc(0), 0];
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE);
      const count = readSync(descriptor, piece, 0, PIECE, null);
      if (count === 0) break;
      read += count;
      if (read > limit) throw tooLong(path, `it has more than the ${limit} bytes that are read`);
      const end = piece.lastIndexOf(NEWLINE, count - 1);
      if (end >= 0) {
        yield* textLines(Buffer.concat([left, piece.subarray(0, end)]).toString('utf8'));
        left = Buffer.from(piece.subarray(end + 1, count));
      } else left = Buffer.concat([left, piece.subarray(0, count)]);
      if (left.length > LONGEST_LINE) throw tooLong(path, `a line of it has more than ${LONGEST_LINE} bytes`);
    }
    if (left.length > 0) yield* textLines(left.toString('utf8'));
  } catch (error) {
    throw readError(path, error);
  } finally {
    closeSync(descriptor);
  }
}

/** The lines of a text that is in memory, without their ends. */
export function textLines(text: string): string[] {
  return text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function tooLong(path: string, reason: string): UnreadableFile {
  return new UnreadableFile('TOO_LARGE', path, reason);
}
