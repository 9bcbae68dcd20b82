/**
 * Files of columns (base/columns.ts) that are read piece by piece: those of a timeline are too large to be held in
 * memory. The header lists the columns, and everything is checked against the size of the file before memory is
 * allocated.
 */
import { closeSync, readSync } from 'node:fs';
import * as v from 'valibot';
import { type Column, type ColumnArrays, ColumnReader, type ColumnType, columnPieces } from '../../base/columns.js';
import { openRegular, writeAtomically } from '../../base/files/index.js';

const PREFIX = 16;
/** Bytes of a header of such a file; a larger one was made to fill the memory. */
const LARGEST_HEADER = 1 << 22;
const MOST_COLUMNS = 1000;

const BYTES: Readonly<Record<ColumnType, number>> = { uint8: 1, int32: 4, uint32: 4, float32: 4, float64: 8 };

const described = v.pipe(
  v.array(
    v.object({
      name: v.string(),
      type: v.picklist(['uint8', 'int32', 'uint32', 'float32', 'float64']),
      length: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 40)),
    }),
  ),
  v.maxLength(MOST_COLUMNS),
);
const schema = v.object({ about: v.unknown(), columns: described });

/** Position of a column in the file. */
interface Place {
  readonly type: ColumnType;
  readonly length: number;
  readonly offset: number;
}

type Damaged = (reason: string, cause?: unknown) => Error;

function typeOf(column: Column): ColumnType {
  if (column instanceof Float64Array) return 'float64';
  if (column instanceof Float32Array) return 'float32';
  if (column instanceof Int32Array) return 'int32';
  return column instanceof Uint32Array ? 'uint32' : 'uint8';
}

/**
 * Writes such a file, as writeAtomically does.
 * @param mark eight characters of ASCII
 * @param about additional JSON data
 */
export function writeColumnFile(
  path: string,
  mark: string,
  about: unknown,
  columns: Readonly<Record<string, Column>>,
): void {
  const list = Object.entries(columns).map(([name, column]) => ({ name, type: typeOf(column), length: column.length }));
  writeAtomically(path, columnPieces(mark, { about, columns: list }, Object.values(columns)));
}

/** Such a file, open for reading. */
export class ColumnFile {
  private constructor(
    private readonly descriptor: number,
    /** The file's additional JSON data, not validated. */
    readonly about: unknown,
    private readonly places: ReadonlyMap<string, Place>,
    private readonly damaged: Damaged,
  ) {}

  /** @throws what `damaged` makes where it is no such file; UnreadableFile */
  static open(path: string, mark: string, damaged: Damaged): ColumnFile {
    const { descriptor, facts } = openRegular(path);
    try {
      const { about, columns, end } = headerOf(descriptor, mark, damaged);
      const places = placesOf(columns, end, facts.size, damaged);
      return new ColumnFile(descriptor, about, places, damaged);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }

  has(name: string): boolean {
    return this.places.has(name);
  }

  /** How many numbers a column has. @throws what `damaged` makes where there is none of this name */
  lengthOf(name: string): number {
    return this.place(name).length;
  }

  /**
   * Reads some numbers of a column, into separate memory.
   * @throws the error that `damaged` creates if there are too few, or they are of another type
   */
  read<T extends ColumnType>(name: string, type: T, from: number, to: number): ColumnArrays[T];
  read(name: string, type: ColumnType, from: number, to: number): Column {
    const place = this.place(name);
    if (place.type !== type) throw this.damaged(`its column ${name} is ${place.type} instead of ${type}`);
    if (from < 0 || to < from || to > place.length)
      throw this.damaged(`its column ${name} has only ${place.length} rows`);
    const bytes = new Uint8Array((to - from) * BYTES[type]);
    this.fill(bytes, place.offset + from * BYTES[type]);
    switch (type) {
      case 'uint8':
        return bytes;
      case 'int32':
        return new Int32Array(bytes.buffer);
      case 'uint32':
        return new Uint32Array(bytes.buffer);
      case 'float32':
        return new Float32Array(bytes.buffer);
      case 'float64':
        return new Float64Array(bytes.buffer);
    }
  }

  private place(name: string): Place {
    const place = this.places.get(name);
    if (place === undefined) throw this.damaged(`it has no column ${name}`);
    return place;
  }

  private fill(bytes: Uint8Array, offset: number): void {
    let read = 0;
    while (read < bytes.length) {
      const more = readSync(this.descriptor, bytes, read, bytes.length - read, offset + read);
      if (more === 0) throw this.damaged('it ends too early');
      read += more;
    }
  }
}

function headerOf(
  descriptor: number,
  mark: string,
  damaged: Damaged,
): v.InferOutput<typeof schema> & { readonly end: number } {
  const prefix = new Uint8Array(PREFIX);
  const first = readSync(descriptor, prefix, 0, PREFIX, 0);
  if (first < PREFIX || Buffer.from(prefix.subarray(0, 8)).toString('latin1') !== mark)
    throw damaged('it does not begin as one');
  const length = new DataView(prefix.buffer).getUint32(8, true);
  if (length > LARGEST_HEADER) throw damaged(`its header has ${length} bytes, and at most ${LARGEST_HEADER} are read`);
  const bytes = new Uint8Array(PREFIX + Math.ceil(length / 8) * 8);
  const reader = new ColumnReader(bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0)), damaged);
  const checked = v.safeParse(schema, reader.header());
  if (!checked.success) throw damaged(checked.issues[0].message);
  return { ...checked.output, end: reader.position };
}

function placesOf(
  columns: v.InferOutput<typeof described>,
  begin: number,
  size: number,
  damaged: Damaged,
): Map<string, Place> {
  const places = new Map<string, Place>();
  let offset = begin;
  for (const { name, type, length } of columns) {
    places.set(name, { type, length, offset });
    offset += Math.ceil((length * BYTES[type]) / 8) * 8;
    if (offset > size) throw damaged('it ends too early');
  }
  return places;
}
