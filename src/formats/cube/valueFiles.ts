/** The two files of a metric: which call paths have values (`N.index`), and those values (`N.data`). */
import { inflateSync } from 'node:zlib';
import { MOST_VALUES } from '../limits.js';
import { DamagedCube } from './damage.js';

export const INDEX_MARK = 'CUBEX.INDEX';
export const DATA_MARK = 'CUBEX.DATA';
export const COMPRESSED_MARK = 'ZCUBEX.DATA';
/** Field of an index file for one with row numbers, and for one without, because all rows exist. */
export const SPARSE = 1;
export const DENSE = 3;
/** Bytes of an index before its rows: the mark, byte order, version and format. */
export const INDEX_HEADER = INDEX_MARK.length + 7;
/** Bytes of a compressed block's entry: where it belongs, where it lies, how long it is. */
export const BLOCK_ENTRY = 24;
/** zlib never packs more tightly than this. */
const HIGHEST_COMPRESSION = 1032;

export interface ValueIndex {
  /** Rows in the metric's order of the call tree; undefined if all exist. */
  readonly rows: Uint32Array | undefined;
  readonly little: boolean;
}

function startsWith(bytes: Uint8Array, mark: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', 0, mark.length) === mark;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * @param nodes how many call paths there are
 * @throws DamagedCube
 */
export function readIndex(bytes: Uint8Array, nodes: number): ValueIndex {
  if (!startsWith(bytes, INDEX_MARK) || bytes.length < INDEX_HEADER) throw new DamagedCube('its index is no index');
  const view = viewOf(bytes);
  const little = view.getUint32(INDEX_MARK.length, true) === 1;
  if (!little && view.getUint32(INDEX_MARK.length) !== 1)
    throw new DamagedCube('its index has an unknown order of bytes');
  const format = view.getUint8(INDEX_HEADER - 1);
  if (format === DENSE) return { rows: undefined, little };
  if (format !== SPARSE) throw new DamagedCube(`its index has the unknown format ${format}`);
  // CUBE's tools omit even the number of rows if there are none.
  if (bytes.length === INDEX_HEADER) return { rows: new Uint32Array(0), little };
  if (bytes.length < INDEX_HEADER + 4) throw new DamagedCube('its index is cut off');
  const count = view.getUint32(INDEX_HEADER, little);
  if (count * 4 > bytes.length - INDEX_HEADER - 4) throw new DamagedCube('its index is cut off');
  const rows = new Uint32Array(count);
  const seen = new Uint8Array(nodes);
  for (let i = 0; i < count; i++) {
    const row = view.getUint32(INDEX_HEADER + 4 + i * 4, little);
    if (row >= nodes) throw new DamagedCube(`its index names row ${row} of ${nodes}`);
    if (seen[row] !== 0) throw new DamagedCube(`its index names row ${row} twice`);
    seen[row] = 1;
    rows[i] = row;
  }
  return { rows, little };
}

export interface RowShape {
  /** How many rows there should be. */
  readonly rows: number;
  /** Values in a row. */
  readonly locations: number;
  /** Bytes of a value. */
  readonly width: number;
  readonly little: boolean;
}

/**
 * The bytes of the values of all rows, one row after another.
 * @throws DamagedCube
 */
export function readContent(bytes: Uint8Array, shape: RowShape): Uint8Array {
  // Values of many bytes are many numbers.
  const count = shape.rows * shape.locations * Math.ceil(shape.width / 8);
  if (count > MOST_VALUES)
    throw new DamagedCube(`it has ${count} values, and at most ${MOST_VALUES} of a metric are read`);
  if (startsWith(bytes, COMPRESSED_MARK)) return readCompressed(bytes, shape);
  if (!startsWith(bytes, DATA_MARK)) throw new DamagedCube('its data has no mark of CUBE in front');
  const content = bytes.subarray(DATA_MARK.length);
  if (content.length < shape.rows * shape.locations * shape.width) throw new DamagedCube('its data is cut off');
  return content;
}

/** Reads rows compressed with zlib one by one, after a list of their positions. */
function readCompressed(bytes: Uint8Array, shape: RowShape): Uint8Array {
  const entries = readEntries(bytes, shape);
  const rowBytes = shape.locations * shape.width;
  const packed = entries.reduce((sum, { size }) => sum + size, 0);
  // Rows that share bytes are no rows: a few kilobytes would unpack to gigabytes.
  if (packed > bytes.length) throw new DamagedCube('its compressed data overlaps');
  if (shape.rows * rowBytes > packed * HIGHEST_COMPRESSION) throw new DamagedCube('its compressed data is too short');
  const result = new Uint8Array(shape.rows * rowBytes);
  for (const { row, start, size } of entries)
    result.set(unpack(bytes.subarray(start, start + size), rowBytes), row * rowBytes);
  return result;
}

function readEntries(bytes: Uint8Array, shape: RowShape): { row: number; start: number; size: number }[] {
  const view = viewOf(bytes);
  const head = COMPRESSED_MARK.length;
  if (bytes.length < head + 8) throw new DamagedCube('its compressed data is cut off');
  const number = (at: number) => Number(view.getBigUint64(at, shape.little));
  const count = number(head);
  const base = head + 8 + count * BLOCK_ENTRY;
  if (count > shape.rows || base > bytes.length) throw new DamagedCube('its compressed data has too many blocks');
  const rowBytes = shape.locations * shape.width;
  const entries = [];
  for (let at = head + 8; at < base; at += BLOCK_ENTRY) {
    const [row, start, size] = [number(at) / rowBytes, base + number(at + 8), number(at + 16)];
    if (size === 0) continue;
    if (!Number.isInteger(row) || row >= shape.rows || start + size > bytes.length)
      throw new DamagedCube('its compressed data is outside its file');
    entries.push({ row, start, size });
  }
  return entries;
}

function unpack(packed: Uint8Array, size: number): Uint8Array {
  let content: Uint8Array;
  try {
    content = inflateSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (cause) {
    throw new DamagedCube('its compressed data cannot be unpacked', { cause });
  }
  if (content.length !== size) throw new DamagedCube('its compressed data is cut');
  return content;
}
