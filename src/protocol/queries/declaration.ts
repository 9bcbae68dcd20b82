/** Declaration of a query of an open experiment's measurement. */
import * as v from 'valibot';
import type { ColumnArrays, ColumnType } from '../../base/columns.js';

export type ColumnTypes = Readonly<Record<string, ColumnType>>;

/** The arrays of an answer, by the names of its columns. */
export type ArraysOf<Types extends ColumnTypes> = { readonly [Name in keyof Types]: ColumnArrays[Types[Name]] };

export interface QueryDeclaration<Ask, Head, Columns> {
  /** Schema of the parameters. */
  readonly ask: v.GenericSchema<unknown, Ask>;
  /** Content of an answer in addition to its columns: little, since it travels as text. */
  readonly head: v.GenericSchema<unknown, Head>;
  /** The columns of an answer. */
  readonly columns: v.GenericSchema<unknown, Columns>;
}

const ARRAYS = {
  uint8: Uint8Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

/** Columns of these names and types, and no others. */
export function columnsOf<const Types extends ColumnTypes>(types: Types): v.GenericSchema<unknown, ArraysOf<Types>> {
  const names = Object.keys(types);
  const isOf = (column: unknown, type: ColumnType | undefined): boolean =>
    type !== undefined && column instanceof ARRAYS[type];
  return v.custom<ArraysOf<Types>>(
    (input) =>
      typeof input === 'object' &&
      input !== null &&
      Object.keys(input).length === names.length &&
      Object.entries(input).every(([name, column]) => Object.hasOwn(types, name) && isOf(column, types[name])),
    `the columns are not ${names.join(', ')}`,
  );
}

/** Loops of a run that can be looked at. */
const MOST_LOOPS = 1000;

/** A number of a call path, a location or the like. */
export const index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_fffe));

/**
 * Restricts values to one phase, by its number, or, if it equals their count, to the time outside of all phases.
 * Omitted for the whole run.
 */
export const chosenPhase = v.exactOptional(index);

/** Some call paths, locations or the like, by their numbers. */
export const indices = v.pipe(v.array(index), v.maxLength(1 << 20));

/** Some of the locations, by their numbers; null means all. */
export const chosenLocations = v.nullable(indices);

/** One of the loops of a run, by its number; omitted for the chosen one, 0. */
export const chosenLoop = v.exactOptional(v.pipe(index, v.maxValue(MOST_LOOPS - 1)));
