/** Interface of a measured run for properties: the view of profiles, spaces and traces. */

/** Several values for each row: those of row i are from `starts[i]` to `starts[i + 1]`. */
export interface Many {
  readonly starts: Uint32Array;
  readonly values: Float64Array;
}

/**
 * Values of rows. Numbers are in s, B, cycle and flop, 1 and 0 are true and false. Texts are given by their number in
 * `Texts`, rows of classes by their index. NaN means not measured, and no row.
 */
export type Column = Float64Array | Many;

export function isMany(column: Column): column is Many {
  return 'starts' in column;
}

/** Texts as numbers, so that columns can hold them. */
export class Texts {
  private readonly numbers = new Map<string, number>();
  private readonly texts: string[] = [];

  number(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  text(number: number): string | undefined {
    return this.texts[number];
  }
}

/** The rows of a class. */
export interface Table {
  /** How many there are; 0 of events, which are only reached from matches. */
  readonly rows: number;
  /** Returns a member of some rows; undefined if it was not measured. @param rows NaN for missing ones */
  readonly member: (name: string, rows: Float64Array) => Column | undefined;
  /** Returns the result of a relation of several values. */
  readonly relation?: (name: string, values: readonly Column[]) => Column | undefined;
}

export interface AslData {
  readonly texts: Texts;
  readonly table: (className: string) => Table | undefined;
  /** The row that represents the whole program among the regions; NaN if none does. */
  readonly wholeProgram: number;
  /**
   * Returns the matches of a pattern, as rows of a separate class. @param values of its parameters, by row; undefined
   * where there are no events; @throws LimitReached of the meter
   */
  readonly matches?: (
    pattern: string,
    values: readonly Column[],
    rows: number,
    meter: { readonly hold: (count: number) => void },
  ) => Many | undefined;
  /** Why a pattern was stopped, where it was: nothing is known of its matches. */
  readonly stopped?: (pattern: string) => string | undefined;
}

/** Rows of a class that are held in columns. */
export class ColumnTable implements Table {
  /** @param columns by the name of the member, with a value for each row */
  constructor(
    readonly rows: number,
    private readonly columns: ReadonlyMap<string, Column>,
  ) {}

  readonly member = (name: string, rows: Float64Array): Column | undefined => {
    const column = this.columns.get(name);
    if (column === undefined) return undefined;
    return isMany(column) ? manyOf(column, rows) : singleOf(column, rows);
  };
}

function singleOf(column: Float64Array, rows: Float64Array): Float64Array {
  const found = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) found[at] = column[rows[at] ?? NaN] ?? NaN;
  return found;
}

function manyOf({ starts, values }: Many, rows: Float64Array): Many {
  const found = new Uint32Array(rows.length + 1);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? NaN;
    const length = (starts[row + 1] ?? 0) - (starts[row] ?? 0);
    found[at + 1] = (found[at] ?? 0) + Math.max(0, length);
  }
  const gathered = new Float64Array(found[rows.length] ?? 0);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? NaN;
    const from = starts[row] ?? 0;
    gathered.set(values.subarray(from, Math.max(from, starts[row + 1] ?? 0)), found[at]);
  }
  return { starts: found, values: gathered };
}

/** Lists as a column of several values a row. */
export function manyFrom(lists: readonly ArrayLike<number>[]): Many {
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach(({ length }, at) => (starts[at + 1] = (starts[at] ?? 0) + length));
  const values = new Float64Array(starts[lists.length] ?? 0);
  lists.forEach((list, at) => values.set(list, starts[at]));
  return { starts, values };
}
