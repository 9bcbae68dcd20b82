import { absent } from '../../../base/elements.js';
import { enlargeFloat64, enlargeInt32, enlargeUint8 } from './enlarge.js';
import { type Forecast, NO_FORECAST } from './forecast.js';
import type { Memory } from './memory.js';
import { release, shortened } from './release.js';

/**
 * The columns of a table: `number` columns hold times, amounts and identifiers, `index` columns indices and ranks, `byte`
 * columns what has few values.
 */
type Columns<NumberName extends string, IndexName extends string, ByteName extends string> = Readonly<
  Record<NumberName, Float64Array> & Record<IndexName, Int32Array> & Record<ByteName, Uint8Array>
>;

type Column = Float64Array | Int32Array | Uint8Array;

/** The rows of a table for reading; columns may be longer than there are rows. */
export interface Rows<NumberName extends string, IndexName extends string, ByteName extends string = never> {
  readonly length: number;
  readonly columns: Columns<NumberName, IndexName, ByteName>;
}

/** Rows as plain data, which can be sent to other threads. */
export interface SendableRows<
  NumberName extends string,
  IndexName extends string,
  ByteName extends string = never,
> extends Rows<NumberName, IndexName, ByteName> {
  /** A table is none of these: it holds functions. */
  readonly memory?: never;
}

/** A table as plain data. */
export interface TableData {
  readonly length: number;
  /** By name; they may be longer than `length`. */
  readonly columns: Readonly<Record<string, Column>>;
  /** As in SendableRows. */
  readonly memory?: never;
}

/**
 * Renumbering of a column's indices in another table: by an offset, or by a list. Negative ones, which mean none, are
 * unchanged.
 */
export type Renumbering = number | Int32Array;

/**
 * Rows of numbers stored as columns, growing by doubling or by a forecast, which also selects the memory. Columns are
 * replaced when they grow, and others may then reuse their memory: read them through `columns` whenever rows may have
 * been added.
 */
export class Table<NumberName extends string, IndexName extends string, ByteName extends string = never> {
  length = 0;
  columns: Columns<NumberName, IndexName, ByteName>;
  private capacity = 64;
  private numbers: Record<NumberName, Float64Array>;
  private indices: Record<IndexName, Int32Array>;
  private bytes: Record<ByteName, Uint8Array>;

  constructor(
    private readonly numberNames: readonly NumberName[],
    private readonly indexNames: readonly IndexName[],
    private readonly forecast: Forecast = NO_FORECAST,
    private readonly byteNames: readonly ByteName[] = [],
  ) {
    this.numbers = record(numberNames, () => forecast.memory.float64(this.capacity));
    this.indices = record(indexNames, () => forecast.memory.int32(this.capacity));
    this.bytes = record(byteNames, () => forecast.memory.uint8(this.capacity));
    this.columns = joined(this.numbers, this.indices, this.bytes);
  }

  /** Memory of its columns. */
  get memory(): Memory {
    return this.forecast.memory;
  }

  /** Adds a row and returns its index; the caller fills all of it through `columns`. */
  addRow(): number {
    if (this.length === this.capacity) this.grow(this.length + 1);
    return this.length++;
  }

  /** Adds a row of another table with the same columns. */
  copyRow(from: Table<NumberName, IndexName, ByteName>, row: number): void {
    const added = this.addRow();
    for (const name of this.numberNames) this.numbers[name][added] = from.numbers[name][row] ?? absent(row);
    for (const name of this.indexNames) this.indices[name][added] = from.indices[name][row] ?? absent(row);
    for (const name of this.byteNames) this.bytes[name][added] = from.bytes[name][row] ?? absent(row);
  }

  /** Reserves capacity for this total number of rows. */
  reserve(rows: number): void {
    if (rows > this.capacity) this.grow(rows);
  }

  /** Forgets all rows and keeps their memory for others, which must be filled as a whole. */
  reuse(): void {
    this.length = 0;
  }

  /** Ends adding rows: releases the spare capacity. */
  finish(): void {
    if (!this.memory.isShared || this.capacity === this.length) return;
    const { numbers, indices, bytes, length } = this;
    this.numbers = record(this.numberNames, (name) => shortened(numbers[name], length));
    this.indices = record(this.indexNames, (name) => shortened(indices[name], length));
    this.bytes = record(this.byteNames, (name) => shortened(bytes[name], length));
    this.columns = joined(this.numbers, this.indices, this.bytes);
    this.capacity = length;
  }

  /** Forgets all rows and gives their memory back. */
  clear(): void {
    release(...Object.values<Column>(this.columns));
    this.length = 0;
    this.capacity = 0;
    this.numbers = record(this.numberNames, () => this.memory.float64(0));
    this.indices = record(this.indexNames, () => this.memory.int32(0));
    this.bytes = record(this.byteNames, () => this.memory.uint8(0));
    this.columns = joined(this.numbers, this.indices, this.bytes);
  }

  /** The rows for other threads to read; the table must not change meanwhile. */
  rows(): SendableRows<NumberName, IndexName, ByteName> {
    return { length: this.length, columns: this.columns };
  }

  /** The rows as plain data. It shares the table's memory, so that the table must not change any more. */
  data(): TableData {
    return { length: this.length, columns: this.columns };
  }

  /**
   * Adds all rows of another table with the same columns.
   * @param changes by column of indices: what its values become
   */
  append({ length, columns }: TableData, changes: Partial<Record<IndexName, Renumbering>>): void {
    const first = this.length;
    if (first + length > this.capacity) this.grow(first + length);
    const added = (name: string): Column => (columns[name] ?? absent(name)).subarray(0, length);
    for (const name of this.numberNames) this.numbers[name].set(added(name), first);
    for (const name of this.indexNames) this.indices[name].set(added(name), first);
    for (const name of this.byteNames) this.bytes[name].set(added(name), first);
    this.length += length;
    for (const name of this.indexNames) {
      const change = changes[name];
      if (change !== undefined) renumber(this.indices[name].subarray(first, this.length), change);
    }
  }

  private grow(least: number): void {
    const { numbers, indices, bytes, memory } = this;
    const capacity = this.forecast.capacity(this.length, least);
    this.capacity = capacity;
    this.numbers = record(this.numberNames, (name) => moved(numbers[name], enlargeFloat64, capacity, memory));
    this.indices = record(this.indexNames, (name) => moved(indices[name], enlargeInt32, capacity, memory));
    this.bytes = record(this.byteNames, (name) => moved(bytes[name], enlargeUint8, capacity, memory));
    this.columns = joined(this.numbers, this.indices, this.bytes);
  }
}

/**
 * Returns all columns in one record. Records spread into new ones soon get different hidden classes. Code that reads
 * columns of many hidden classes looks them up by name, for each record of a trace.
 */
function joined<Numbers extends object, Indices extends object, Bytes extends object>(
  numbers: Numbers,
  indices: Indices,
  bytes: Bytes,
): Numbers & Indices & Bytes {
  return Object.assign({}, numbers, indices, bytes);
}

/** Returns a longer copy; the original is released, so that there are never two copies of all columns. */
function moved<C extends Column>(
  column: C,
  enlarge: (column: C, capacity: number, memory: Memory) => C,
  capacity: number,
  memory: Memory,
): C {
  const larger = enlarge(column, capacity, memory);
  release(column);
  return larger;
}

/** Gives indices new numbers, in place. */
function renumber(indices: Int32Array, change: Renumbering): void {
  if (change === 0) return;
  // Two loops: one that asked what kind of change it is would do so for each index.
  if (typeof change === 'number') {
    for (let i = 0; i < indices.length; i++) {
      const index = indices[i] ?? absent(i);
      if (index >= 0) indices[i] = index + change;
    }
    return;
  }
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] ?? absent(i);
    if (index >= 0) indices[i] = change[index] ?? absent(index);
  }
}

/** A record with one value for each name. */
function record<Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value): Record<Name, Value> {
  const values: Partial<Record<Name, Value>> = {};
  for (const name of names) values[name] = make(name);
  if (!isComplete(values, names)) throw new Error('a column is missing');
  return values;
}

function isComplete<Name extends string, Value>(
  values: Partial<Record<Name, Value>>,
  names: readonly Name[],
): values is Record<Name, Value> {
  return names.every((name) => values[name] !== undefined);
}
