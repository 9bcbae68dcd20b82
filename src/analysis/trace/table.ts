import { enlargeFloat64, enlargeInt32 } from './enlarge.js';

/** The columns of a table: `number` columns hold times, amounts and identifiers, `index` columns indices and ranks. */
type Columns<NumberName extends string, IndexName extends string> = Readonly<
  Record<NumberName, Float64Array> & Record<IndexName, Int32Array>
>;

/**
 * Rows of numbers kept as columns, growing by doubling. Columns are replaced when they grow: read them through
 * `columns` each time rows may have been added.
 */
export class Table<NumberName extends string, IndexName extends string> {
  length = 0;
  columns: Columns<NumberName, IndexName>;
  private capacity = 64;
  private numbers: Record<NumberName, Float64Array>;
  private indices: Record<IndexName, Int32Array>;

  constructor(
    private readonly numberNames: readonly NumberName[],
    private readonly indexNames: readonly IndexName[],
  ) {
    this.numbers = record(numberNames, () => new Float64Array(this.capacity));
    this.indices = record(indexNames, () => new Int32Array(this.capacity));
    this.columns = { ...this.numbers, ...this.indices };
  }

  /** Adds a row of zeros and returns its index; the caller fills it through `columns`. */
  addRow(): number {
    if (this.length === this.capacity) this.grow();
    return this.length++;
  }

  private grow(): void {
    this.capacity *= 2;
    this.numbers = record(this.numberNames, (name) => enlargeFloat64(this.numbers[name], this.capacity));
    this.indices = record(this.indexNames, (name) => enlargeInt32(this.indices[name], this.capacity));
    this.columns = { ...this.numbers, ...this.indices };
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
