/**
 * Rows of numbers kept as columns, growing by doubling. Columns are replaced when they grow: read them through
 * `columns` each time rows may have been added.
 */
export class Table<Name extends string> {
  length = 0;
  readonly columns: Record<Name, Float64Array>;
  private readonly names: readonly Name[];
  private capacity: number;

  constructor(names: readonly Name[], capacity = 64) {
    this.names = names;
    this.capacity = capacity;
    this.columns = columnsOf(names, () => new Float64Array(capacity));
  }

  /** Adds a row of zeros and returns its index; the caller fills it through `columns`. */
  addRow(): number {
    if (this.length === this.capacity) this.grow();
    return this.length++;
  }

  private grow(): void {
    this.capacity *= 2;
    for (const name of this.names) {
      const larger = new Float64Array(this.capacity);
      larger.set(this.columns[name]);
      this.columns[name] = larger;
    }
  }
}

function columnsOf<Name extends string>(names: readonly Name[], make: () => Float64Array): Record<Name, Float64Array> {
  const columns: Partial<Record<Name, Float64Array>> = {};
  for (const name of names) columns[name] = make();
  if (!isComplete(columns, names)) throw new Error('a column is missing');
  return columns;
}

function isComplete<Name extends string>(
  columns: Partial<Record<Name, Float64Array>>,
  names: readonly Name[],
): columns is Record<Name, Float64Array> {
  return names.every((name) => columns[name] !== undefined);
}
