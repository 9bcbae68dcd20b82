/** The sections of an ELF file and its symbols (System V ABI, chapter 4). */
import { type ElfHeader, type Part, textAt, withElf } from './file.js';

/** A section with its contents. */
export interface Section {
  /** Its address in memory, before the file is relocated. */
  readonly address: number;
  readonly bytes: Buffer;
}

/** Access to a file's sections. */
export interface Sections {
  /** The section of a name; undefined where there is none. */
  readonly section: (name: string) => Section | undefined;
  /** The names of functions by their address; of several at one address the first. */
  readonly functionNames: () => ReadonlyMap<number, string>;
}

const HEADER = 64;
const SYMBOL = 24;
const FUNCTION_TYPE = 2;
/** More than any linker makes. */
const MOST_SECTIONS = 100_000;

interface SectionHeader {
  readonly name: string;
  readonly address: number;
  readonly offset: number;
  readonly size: number;
}

function headersOf({ bytes }: ElfHeader, part: Part): SectionHeader[] {
  const start = Number(bytes.readBigUInt64LE(40));
  const count = bytes.readUInt16LE(60);
  if (bytes.readUInt16LE(58) !== HEADER || count > MOST_SECTIONS) return [];
  const table = part(start, count * HEADER);
  const whole = Math.floor(table.length / HEADER);
  const rangeOf = (at: number): { offset: number; size: number } => ({
    offset: Number(table.readBigUInt64LE(at + 24)),
    size: Number(table.readBigUInt64LE(at + 32)),
  });
  const namesAt = bytes.readUInt16LE(62) * HEADER;
  if (namesAt + HEADER > table.length) return [];
  const { offset, size } = rangeOf(namesAt);
  const names = part(offset, size);
  return Array.from({ length: whole }, (_, index) => ({
    name: textAt(names, table.readUInt32LE(index * HEADER)),
    address: Number(table.readBigUInt64LE(index * HEADER + 16)),
    ...rangeOf(index * HEADER),
  }));
}

function namesIn(symbols: Buffer, strings: Buffer): Map<number, string> {
  const names = new Map<number, string>();
  for (let at = 0; at + SYMBOL <= symbols.length; at += SYMBOL) {
    const isDefined = symbols.readUInt16LE(at + 6) !== 0;
    const address = Number(symbols.readBigUInt64LE(at + 8));
    if (!isDefined || (symbols.readUInt8(at + 4) & 0xf) !== FUNCTION_TYPE || names.has(address)) continue;
    names.set(address, textAt(strings, symbols.readUInt32LE(at)));
  }
  return names;
}

/**
 * Reads sections of a file.
 * @param path a regular file
 * @param read what is wanted; the sections can be asked for only in it
 * @returns undefined when it is no 64-bit little-endian ELF file, or cannot be read
 */
export function withSections<Known>(path: string, read: (sections: Sections) => Known): Known | undefined {
  return withElf(path, (header, part) => {
    const headers = headersOf(header, part);
    const section = (name: string): Section | undefined => {
      const found = headers.find((each) => each.name === name);
      return found === undefined ? undefined : { address: found.address, bytes: part(found.offset, found.size) };
    };
    const empty = Buffer.alloc(0);
    const functionNames = (): ReadonlyMap<number, string> => {
      const stripped = section('.symtab') === undefined;
      const [symbols, strings] = stripped ? ['.dynsym', '.dynstr'] : ['.symtab', '.strtab'];
      return namesIn(section(symbols)?.bytes ?? empty, section(strings)?.bytes ?? empty);
    };
    return read({ section, functionNames });
  });
}
