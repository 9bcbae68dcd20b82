import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type ByteOrder = 'little' | 'big';
export const BYTE_ORDERS: readonly ByteOrder[] = ['little', 'big'];
export const NONE_32 = 0xffff_ffff;
export const NONE_64 = 0xffff_ffff_ffff_ffffn;

/** The lowest 64 bits; as a number where that is enough, since writing takes ten times as long with big integers. */
function lowestBits(value: bigint | number): bigint | number {
  const isSmall = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < NONE_32;
  return isSmall ? value : BigInt.asUintN(64, BigInt(value));
}

/** @param byte its place, 0 for the lowest one */
function byteOf(value: bigint | number, byte: number): number {
  if (typeof value === 'bigint') return Number((value >> BigInt(8 * byte)) & 0xffn);
  return byte < 4 ? (value >>> (8 * byte)) & 0xff : 0;
}

/** Writes OTF2's primitive types, byte-exact. Made for tests only: slow and simple. */
export class Bytes {
  readonly bytes: number[] = [];
  constructor(readonly order: ByteOrder = 'little') {}

  uint8(...values: number[]): this {
    for (const value of values) this.bytes.push(value & 0xff);
    return this;
  }

  /** The lowest `width` bytes of a value in the file's order. */
  full(value: bigint | number, width: number): this {
    const bits = lowestBits(value);
    for (let place = 0; place < width; place++) {
      const byte = this.order === 'little' ? place : width - 1 - place;
      this.bytes.push(byteOf(bits, byte));
    }
    return this;
  }

  /** A compressed number; all bits set are one byte 0xFF. */
  packed(value: bigint | number, undefinedValue: bigint): this {
    const bits = lowestBits(value);
    if (bits === undefinedValue) return this.uint8(0xff);
    let width = typeof bits === 'number' ? 4 : 8;
    while (width > 0 && byteOf(bits, width - 1) === 0) width--;
    return this.uint8(width).full(bits, width);
  }

  uint32(...values: number[]): this {
    for (const value of values) this.packed(value, BigInt(NONE_32));
    return this;
  }

  uint64(...values: (bigint | number)[]): this {
    for (const value of values) this.packed(value, NONE_64);
    return this;
  }

  float64(value: number): this {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    return this.full(view.getBigUint64(0), 8);
  }

  /** As uint64, of any number of values. */
  uint64s(values: readonly (bigint | number)[]): this {
    for (const value of values) this.uint64(value);
    return this;
  }

  text(value: string): this {
    return this.uint8(...new TextEncoder().encode(value), 0);
  }

  /** A record: type, length, content. */
  record(type: number, content: (bytes: Bytes) => void): this {
    const inner = new Bytes(this.order);
    content(inner);
    this.uint8(type);
    if (inner.bytes.length < 0xff) this.uint8(inner.bytes.length);
    else this.uint8(0xff).full(inner.bytes.length, 8);
    for (const byte of inner.bytes) this.bytes.push(byte);
    return this;
  }
}

/** One record's bytes. */
export type Piece = readonly number[];

/** Makes records as pieces, so that they can be laid into chunks without cutting one. */
export function pieces(order: ByteOrder, ...writers: ((bytes: Bytes) => void)[]): Piece[] {
  return writers.map((write) => {
    const bytes = new Bytes(order);
    write(bytes);
    return bytes.bytes;
  });
}

/** Lays pieces into chunks of `chunkSize`, each with its header, the last one ended by the end-of-file mark. */
export function chunked(order: ByteOrder, chunkSize: number, all: readonly Piece[]): Uint8Array {
  const header = () =>
    new Bytes(order)
      .uint8(3, order === 'little' ? 0x42 : 0x23)
      .full(1, 8)
      .full(0, 8).bytes;
  const bytes = header();
  let begin = 0;
  for (const piece of [...all, [2]]) {
    if (bytes.length - begin + piece.length + 1 > chunkSize) {
      while (bytes.length - begin < chunkSize) bytes.push(0);
      begin = bytes.length;
      bytes.push(...header());
    }
    for (const byte of piece) bytes.push(byte);
  }
  return new Uint8Array(bytes);
}

export interface LocationSpec {
  readonly id: bigint | number;
  /** Content of the event file; without it there is none. */
  readonly events?: Uint8Array;
  /** Content of the definition file; without it there is none. */
  readonly definitions?: Uint8Array;
}

export interface ArchiveSpec {
  readonly order?: ByteOrder;
  readonly chunkSize?: number;
  readonly definitions: Uint8Array;
  readonly locations?: readonly LocationSpec[];
  readonly substrate?: number;
  readonly compression?: number;
  readonly properties?: Readonly<Record<string, string>>;
}

/** The anchor file's bytes. */
export function anchorBytes(spec: Omit<ArchiveSpec, 'definitions'>): Uint8Array {
  const order = spec.order ?? 'little';
  const bytes = new Bytes(order).uint8(3, order === 'little' ? 0x42 : 0x23).text('OTF2');
  bytes.uint8(3, 2, 3, 0, 2); // anchor format, trace format, version 3.0.2
  bytes.full(spec.chunkSize ?? 4096, 8).full(spec.chunkSize ?? 4096, 8);
  bytes.uint8(spec.substrate ?? 1, spec.compression ?? 1);
  bytes.full(spec.locations?.length ?? 0, 8).full(0, 8);
  bytes.text('machine').text('test writer').text('');
  const properties = Object.entries(spec.properties ?? {});
  bytes.full(properties.length, 4);
  for (const [name, value] of properties) bytes.text(name).text(value);
  bytes.full(0x1234, 8).full(0, 4).full(0, 4).uint8(2);
  return Uint8Array.from(bytes.bytes);
}

/** Writes an archive into a new folder and returns its anchor's path. */
export function writeArchive(spec: ArchiveSpec): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-otf2-'));
  folders.push(folder);
  writeFileSync(join(folder, 'traces.otf2'), anchorBytes(spec));
  writeFileSync(join(folder, 'traces.def'), spec.definitions);
  mkdirSync(join(folder, 'traces'));
  for (const { id, events, definitions } of spec.locations ?? []) {
    if (events !== undefined) writeFileSync(join(folder, 'traces', `${id}.evt`), events);
    if (definitions !== undefined) writeFileSync(join(folder, 'traces', `${id}.def`), definitions);
  }
  return join(folder, 'traces.otf2');
}

const folders: string[] = [];

/** Deletes all that writeArchive wrote. */
export function removeArchives(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
