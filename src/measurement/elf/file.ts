/** ELF files of 64 bits and little-endian byte order, read in parts and within bounds. */
import { closeSync, readSync } from 'node:fs';
import { openRegular, UnreadableFile } from '../../base/files/index.js';

/** Larger than any table of a program that was linked here: a larger size is rejected. */
const LARGEST_PART = 64 << 20;

/** Reads a part of the file; shorter where the file ends before, empty where it is too large. */
export type Part = (offset: number, size: number) => Buffer;

/** The header of an ELF file. */
export interface ElfHeader {
  /** Type of the file, such as `EXECUTABLE`. */
  readonly type: number;
  readonly bytes: Buffer;
}

const HEADER_BYTES = 64;

function headerOf(part: Part): ElfHeader | undefined {
  const bytes = part(0, HEADER_BYTES);
  const fits =
    bytes.length === HEADER_BYTES && bytes.readUInt32BE(0) === 0x7f454c46 && bytes.readUInt16BE(4) === 0x0201;
  return fits ? { type: bytes.readUInt16LE(16), bytes } : undefined;
}

/** The text of a string table that begins at a position. */
export function textAt(strings: Buffer, at: number): string {
  const end = strings.indexOf(0, at);
  return strings.toString('latin1', at, end < 0 ? strings.length : end);
}

/**
 * Opens an ELF file while it is read.
 * @param path a regular file
 * @param read returns the requested data
 * @returns undefined when it is no 64-bit little-endian ELF file, or cannot be read
 */
export function withElf<Known>(path: string, read: (header: ElfHeader, part: Part) => Known): Known | undefined {
  let file: number;
  try {
    file = openRegular(path, null).descriptor;
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined; // gone, or not for us: no program that could be started
    throw error;
  }
  try {
    const part: Part = (offset, size) => {
      if (!Number.isSafeInteger(offset) || size > LARGEST_PART) return Buffer.alloc(0);
      const buffer = Buffer.alloc(size);
      return buffer.subarray(0, readSync(file, buffer, 0, size, offset));
    };
    const header = headerOf(part);
    return header === undefined ? undefined : read(header, part);
  } finally {
    closeSync(file);
  }
}
