/** Counter rates per second, in order of time. */
import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import { BLOCK_EVENTS, type CounterName, type Timeline } from '../../../model/timeline.js';
import { sortedByKey } from '../tables/sortedByKey.js';
import { Table } from '../tables/table.js';

/** Rows of a counter of a location from which on they grow. */
const MOST_SMALL = 1024;

/** Rows while they come; `id` is what events name the counters by, `index` counts in that. */
export type CounterRows = Table<'from' | 'to' | 'least' | 'most' | 'counted', 'location' | 'id' | 'index'>;

export function emptyCounters(): CounterRows {
  return new Table(['from', 'to', 'least', 'most', 'counted'], ['location', 'id', 'index']);
}

/** Values of one counter: its rows, each of which combines so many values. */
interface Series {
  /** Last value and its time. */
  value: number;
  time: number;
  rows: number[];
  /** Values of a row. */
  size: number;
  /** Values that the last row takes still. */
  left: number;
}

/** Keeps what counters of one location count between readings. */
export class CounterRecorder {
  private readonly series = new Map<number, Series[]>();

  constructor(
    private readonly location: number,
    private readonly table: CounterRows,
  ) {}

  /** @param time seconds since the start of the trace @param operands of the event, from `at` on */
  read(time: number, operands: Float64Array, at: number): void {
    const [id, count] = [operands[at] ?? absent(at), operands[at + 1] ?? absent(at)];
    let list = this.series.get(id);
    if (list?.length !== count)
      this.series.set(id, (list = Array.from({ length: count }, () => ({ ...NOTHING, rows: [] }))));
    for (const [index, one] of list.entries()) this.add(one, id, index, time, operands[at + 2 + index] ?? absent(at));
  }

  private add(series: Series, id: number, index: number, time: number, value: number): void {
    const seconds = time - series.time;
    // A count at one moment is added to the following interval.
    if (seconds <= 0) return;
    const counted = value - series.value;
    if (counted >= 0) {
      const last = series.rows.at(-1);
      const goesOn = last !== undefined && series.left > 0 && this.table.columns.to[last] === series.time;
      const row = goesOn ? last : this.newRow(series, id, index);
      const { columns } = this.table;
      columns.to[row] = time;
      columns.counted[row] = (columns.counted[row] ?? absent(row)) + counted;
      columns.least[row] = Math.min(columns.least[row] ?? absent(row), counted / seconds);
      columns.most[row] = Math.max(columns.most[row] ?? absent(row), counted / seconds);
      series.left--;
    }
    series.value = value;
    series.time = time;
  }

  private newRow(series: Series, id: number, index: number): number {
    const row = this.table.addRow();
    const { columns } = this.table;
    columns.location[row] = this.location;
    columns.id[row] = id;
    columns.index[row] = index;
    columns.from[row] = series.time;
    columns.counted[row] = 0;
    columns.least[row] = Number.POSITIVE_INFINITY;
    columns.most[row] = 0;
    series.rows.push(row);
    if (series.size < BLOCK_EVENTS && series.rows.length > MOST_SMALL) series.size *= 2;
    series.left = series.size;
    return row;
  }
}

const NOTHING: Series = { value: Number.NaN, time: Number.NaN, rows: [], size: 1, left: 0 };

/** All rows in order of locations and counters, in units of these. */
export function countersOf(
  { columns, length }: CounterRows,
  known: Definitions['counters'],
  locations: number,
): Pick<Timeline, 'counters' | 'counterNames'> {
  const counterNames: CounterName[] = [];
  const scales: number[] = [];
  const numbers = new Map<string, number>();
  for (const [id, list] of known ?? [])
    for (const [index, { name, unit, scale }] of list.entries()) {
      numbers.set(`${id}/${index}`, counterNames.length);
      counterNames.push({ name, unit });
      scales.push(scale);
    }
  const numberOf = (row: number): number => numbers.get(`${columns.id[row]}/${columns.index[row]}`) ?? -1;
  const kept = Array.from({ length }, (_, row) => row).filter((row) => numberOf(row) >= 0);
  const keys = Float64Array.from(kept, (row) => elementAt(columns.location, row) * counterNames.length + numberOf(row));
  const order = Uint32Array.from(sortedByKey(keys), (at) => elementAt(kept, at));
  const first = new Uint32Array(locations + 1);
  for (const [at, row] of order.entries()) first[elementAt(columns.location, row) + 1] = at + 1;
  for (let at = 1; at <= locations; at++) first[at] = Math.max(elementAt(first, at), elementAt(first, at - 1));
  const pick = (value: (row: number) => number): Float64Array => Float64Array.from(order, value);
  const scaled = (column: Float64Array) => pick((row) => elementAt(column, row) * elementAt(scales, numberOf(row)));
  const seconds = (row: number): number => elementAt(columns.to, row) - elementAt(columns.from, row);
  const counted = scaled(columns.counted);
  return {
    counterNames,
    counters: {
      first,
      counter: Int32Array.from(order, numberOf),
      from: pick((row) => elementAt(columns.from, row)),
      to: pick((row) => elementAt(columns.to, row)),
      least: scaled(columns.least),
      most: scaled(columns.most),
      mean: counted.map((value, at) => value / seconds(elementAt(order, at))),
    },
  };
}
