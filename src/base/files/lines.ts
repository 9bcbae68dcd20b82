/** Texts that are longer than a string may be, line by line. */
import { closeSync, readSync } from 'node:fs';
import { openRegular, type ReadRule } from './read.js';
import { readError, UnreadableFile } from './systemErrors.js';
import { TextDecoding, textEncoding, utf8Bytes } from './textEncoding.js';

/** Bytes that are read at once. */
const PIECE = 1 << 20;
/** Bytes of a line; a longer one was made to fill the memory, or is no text. */
const LONGEST_LINE = 1 << 24;
const NEWLINE = 0x0a;

/**
 * Yields the lines of a text in UTF-8 or UTF-16, without line ends and byte order mark. Text after the last line end is
 * a line if it is not empty.
 * @throws UnreadableFile also during iteration: if the file, or a line of it, exceeds the limit
 */
export function* linesOf(path: string, { limit, within }: ReadRule): Generator<string> {
  const { descriptor, facts } = openRegular(path, within);
  try {
    if (facts.size > limit) throw tooLong(path, `it has ${facts.size} bytes, and at most ${limit} are read`);
    let isUtf8: boolean | undefined;
    const decoding = new TextDecoding();
    let [left, text, read] = [Buffer.alloc(0), '', 0];
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE);
      const count = readSync(descriptor, piece, 0, PIECE, null);
      if (count === 0) break;
      read += count;
      if (read > limit) throw tooLong(path, `it has more than the ${limit} bytes that are read`);
      isUtf8 ??= textEncoding(piece.subarray(0, count)) === 'utf-8';
      if (isUtf8) {
        const begin = read === count ? utf8Bytes(piece.subarray(0, count)) : piece.subarray(0, count);
        const end = begin.lastIndexOf(NEWLINE);
        if (end >= 0) {
          yield* textLines(Buffer.concat([left, begin.subarray(0, end)]).toString('utf8'));
          left = Buffer.from(begin.subarray(end + 1));
        } else left = Buffer.concat([left, begin]);
      } else {
        text += decoding.decode(piece.subarray(0, count));
        const end = text.lastIndexOf('\n');
        if (end >= 0) yield* textLines(text.slice(0, end));
        text = text.slice(end + 1);
      }
      if (left.length + text.length > LONGEST_LINE)
        throw tooLong(path, `a line of it has more than ${LONGEST_LINE} bytes`);
    }
    text += decoding.end();
    if (left.length > 0) yield* textLines(left.toString('utf8'));
    if (text !== '') yield* textLines(text);
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
