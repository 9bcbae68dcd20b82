/** What an executable says of itself: which libraries it needs and which names it takes from them (ELF, System V ABI). */
import { closeSync, readSync } from 'node:fs';
import { openRegular, UnreadableFile } from '../base/files/index.js';

/** The dynamic side of an executable. */
export interface Executable {
  /** Names of the shared libraries it is linked with, such as `libmpi.so.40`. */
  readonly needed: readonly string[];
  /** Folders it looks for them in first; `$ORIGIN` is not replaced. */
  readonly libraryFolders: readonly string[];
  /** Every name of its dynamic symbols, imported and exported. */
  readonly symbols: ReadonlySet<string>;
}

const EXECUTABLE = 2;
const SHARED = 3;
const LOADED = 1;
const DYNAMIC = 2;
const INTERPRETER = 3;
const TAGS = { end: 0, needed: 1, strings: 5, stringsSize: 10, rpath: 15, runpath: 29 } as const;
/** More than any program has: what says more is no program that was linked here. */
const MOST_HEADERS = 256;
const LARGEST_PART = 64 << 20;

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

/** Reads a part of the file; shorter where the file ends before. */
type Part = (offset: number, size: number) => Buffer;

function segmentsOf(header: Buffer, part: Part): Segment[] {
  const start = Number(header.readBigUInt64LE(32));
  const size = header.readUInt16LE(54);
  const count = Math.min(header.readUInt16LE(56), MOST_HEADERS);
  if (size < 56) return [];
  const table = part(start, size * count);
  return Array.from({ length: Math.floor(table.length / size) }, (_, index) => {
    const at = index * size;
    return {
      type: table.readUInt32LE(at),
      offset: Number(table.readBigUInt64LE(at + 8)),
      address: Number(table.readBigUInt64LE(at + 16)),
      size: Number(table.readBigUInt64LE(at + 32)),
    };
  });
}

/** The entries of the dynamic section by tag, in their order. */
function dynamicEntries(section: Buffer): Map<number, number[]> {
  const entries = new Map<number, number[]>();
  for (let at = 0; at + 16 <= section.length; at += 16) {
    const tag = Number(section.readBigInt64LE(at));
    if (tag === TAGS.end) break;
    const values = entries.get(tag) ?? [];
    values.push(Number(section.readBigUInt64LE(at + 8)));
    entries.set(tag, values);
  }
  return entries;
}

/** The text of the string table that begins at a position. */
function textAt(strings: Buffer, at: number): string {
  const end = strings.indexOf(0, at);
  return strings.toString('latin1', at, end < 0 ? strings.length : end);
}

function describe(part: Part, libraries: boolean): Executable | undefined {
  const header = part(0, 64);
  const is64BitLittleEndian =
    header.length === 64 && header.readUInt32BE(0) === 0x7f454c46 && header.readUInt16BE(4) === 0x0201;
  if (!is64BitLittleEndian) return undefined;
  const type = header.readUInt16LE(16);
  const segments = segmentsOf(header, part);
  // Executables that may be loaded anywhere are of the type of libraries, but name who loads them.
  const executable =
    type === EXECUTABLE || (type === SHARED && segments.some((segment) => segment.type === INTERPRETER));
  if (!executable && !(libraries && type === SHARED)) return undefined;
  const dynamic = segments.find((segment) => segment.type === DYNAMIC);
  const entries =
    dynamic === undefined ? new Map<number, number[]>() : dynamicEntries(part(dynamic.offset, dynamic.size));
  const address = entries.get(TAGS.strings)?.at(0) ?? 0;
  const holder = segments.find(
    (segment) => segment.type === LOADED && address >= segment.address && address < segment.address + segment.size,
  );
  const size = entries.get(TAGS.stringsSize)?.at(0) ?? 0;
  const strings = holder === undefined ? Buffer.alloc(0) : part(holder.offset + address - holder.address, size);
  const texts = (tag: number): string[] => (entries.get(tag) ?? []).map((at) => textAt(strings, at));
  return {
    needed: texts(TAGS.needed),
    libraryFolders: [...texts(TAGS.runpath), ...texts(TAGS.rpath)].flatMap((text) => text.split(':')),
    symbols: new Set(strings.toString('latin1').split('\0')),
  };
}

/**
 * Reads what a program says of itself.
 * @param path a regular file
 * @param options.libraries whether shared libraries are wanted too
 * @returns undefined when it is no 64-bit little-endian ELF executable, or cannot be read
 */
export function readExecutable(path: string, { libraries = false } = {}): Executable | undefined {
  let file: number;
  try {
    file = openRegular(path, null).descriptor;
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined; // gone, or not for us: no program that could be started
    throw error;
  }
  try {
    return describe((offset, size) => {
      if (!Number.isSafeInteger(offset) || size > LARGEST_PART) return Buffer.alloc(0);
      const buffer = Buffer.alloc(size);
      return buffer.subarray(0, readSync(file, buffer, 0, size, offset));
    }, libraries);
  } finally {
    closeSync(file);
  }
}
