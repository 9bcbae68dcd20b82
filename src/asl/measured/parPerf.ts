import { type Construct, type ParallelRegion, THREAD_COLUMNS } from '../../model/parallelRegions.js';
import { type Column, ColumnTable, manyFrom, type Table } from '../data.js';

/**
 * The rows of ParPerf (Fürlinger & Gerndt 2005, figure 2): constructs by call path where that is known, else summed over
 * all of them. A column that no construct has is absent; of one that has it not, it is empty.
 */
export function parPerfTable(all: readonly ParallelRegion[]): Table {
  const placed = new Set(all.flatMap(({ callPath, region }) => (callPath === undefined ? [] : [region])));
  const rows = all.filter(({ callPath, region }) => callPath !== undefined || !placed.has(region));
  const single = (of: (row: ParallelRegion) => number): Column => Float64Array.from(rows, of);
  const columns = new Map<string, Column>([
    ['reg', single(({ region }) => region)],
    ['exp', single(() => 0)],
    ['path', single(({ callPath = NaN }) => callPath)],
    ['threadC', single(({ locations }) => locations.length)],
  ]);
  for (const name of THREAD_COLUMNS)
    if (rows.some((row) => row.columns.has(name)))
      columns.set(name, manyFrom(rows.map((row) => row.columns.get(name) ?? [])));
  return new ColumnTable(rows.length, columns);
}

/** The kind of a region as the language names it: of a parallel loop that of the loop, whose threads wait at its end. */
export function kindOf(role: string, construct: Construct | undefined): string {
  const kind = construct === undefined || construct === 'user' ? role : construct.replace(/^parallel-/, '');
  return kind.toUpperCase().replaceAll('-', '_');
}
