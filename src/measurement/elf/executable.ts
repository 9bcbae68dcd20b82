/** Data in an executable: which libraries it needs and which names it imports from them (ELF, System V ABI). */
import { type ElfHeader, type Part, textAt, withElf } from './file.js';

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
/** More than any program has: a larger count means it is no program that was linked here. */
const MOST_HEADERS = 256;

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

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

function describe({ type, bytes }: ElfHeader, part: Part, libraries: boolean): Executable | undefined {
  const segments = segmentsOf(bytes, part);
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
 * Reads the data of a program.
 * @param path a regular file
 * @param options.libraries whether shared libraries are accepted too
 * @returns undefined when it is no 64-bit little-endian ELF executable, or cannot be read
 */
export function readExecutable(path: string, { libraries = false } = {}): Executable | undefined {
  return withElf(path, (header, part) => describe(header, part, libraries));
}
