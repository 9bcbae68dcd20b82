/**
 * Texts in UTF-16, as PowerShell and some editors of Windows write them, and byte order marks. All readers of text
 * formats decode through here.
 */
import { StringDecoder } from 'node:string_decoder';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Characters that are looked at where no mark shows the encoding. */
const MOST_EXAMINED_BYTES = 256;
/** A shorter text without a mark is none of UTF-16 for sure. */
const LEAST_EXAMINED_BYTES = 4;
/** Of the characters of a text in UTF-16, at least so many are of ASCII; of other data hardly any are. */
const LEAST_ASCII = 0.75;
/** Bytes that are decoded at once. */
const PIECE = 1 << 20;

/**
 * The encoding of a text: by its byte order mark, otherwise by zeros in every other byte.
 * @param head the first bytes; binary data is taken for UTF-8
 */
export function textEncoding(head: Uint8Array): TextEncoding {
  // A mark of UTF-32 begins like one of UTF-16.
  if (head[0] === 0xff && head[1] === 0xfe && !(head[2] === 0 && head[3] === 0)) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (looksEncoded(head, 0)) return 'utf-16le';
  return looksEncoded(head, 1) ? 'utf-16be' : 'utf-8';
}

/** Whether nearly all pairs of bytes are characters of ASCII. @param low position of the lower byte in a pair */
function looksEncoded(head: Uint8Array, low: 0 | 1): boolean {
  const pairs = Math.min(MOST_EXAMINED_BYTES, Math.floor(head.length / 2));
  if (pairs < LEAST_EXAMINED_BYTES) return false;
  let plain = 0;
  for (let i = 0; i < pairs; i++) {
    const [lower, upper] = [head[2 * i + low] ?? 0, head[2 * i + 1 - low] ?? 0];
    if (lower === 0 && upper === 0) return false;
    const isPlain = upper === 0 && (lower >= 0x20 ? lower < 0x7f : lower >= 0x09 && lower <= 0x0d);
    if (isPlain) plain++;
    else if (i === 0) return false;
  }
  return plain >= LEAST_ASCII * pairs;
}

/** Decodes a text from successive pieces; its byte order mark is removed. */
export class TextDecoding {
  private decoder: StringDecoder | undefined;
  private isSwapped = false;
  /** A byte whose pair is in the next piece. */
  private left: Uint8Array = new Uint8Array(0);

  /** @param piece the first one has the mark, if there is one; it may be changed */
  decode(piece: Uint8Array): string {
    const isFirst = this.decoder === undefined;
    const decoder = (this.decoder ??= this.begin(textEncoding(piece)));
    const text = decoder.write(this.isSwapped ? this.swapped(piece) : Buffer.from(piece));
    return isFirst && text.startsWith('\ufeff') ? text.slice(1) : text;
  }

  /** The rest of a text that was cut within a character. */
  end(): string {
    return this.decoder?.end() ?? '';
  }

  private begin(encoding: TextEncoding): StringDecoder {
    this.isSwapped = encoding === 'utf-16be';
    return new StringDecoder(encoding === 'utf-8' ? 'utf8' : 'utf16le');
  }

  private swapped(piece: Uint8Array): Buffer {
    const all = Buffer.concat([this.left, piece]);
    const even = all.length - (all.length % 2);
    this.left = all.subarray(even);
    return all.subarray(0, even).swap16();
  }
}

/** The bytes of a text in UTF-8 without a mark; those of other data as they are. */
export function utf8Bytes(bytes: Uint8Array): Uint8Array {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (textEncoding(bytes) === 'utf-8') return hasMark ? bytes.subarray(3) : bytes;
  const decoding = new TextDecoding();
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += PIECE)
    pieces.push(Buffer.from(decoding.decode(bytes.subarray(at, at + PIECE)), 'utf8'));
  pieces.push(Buffer.from(decoding.end(), 'utf8'));
  return Buffer.concat(pieces);
}
