/**
 * Series of a run by iteration as a file next to its performance space (`series.bin`). It is derived: a missing or
 * damaged one is recreated. Row descriptions and begins of iterations are held while it is open; values are read row by
 * row.
 */
import { present } from '../../base/present.js';
import * as v from 'valibot';
import type { Column } from '../../base/columns.js';
import { absent } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import {
  type CounterSeries,
  ITERATION_SOURCES,
  type RunSeries,
  type SeriesTable,
} from '../../model/dynamics/series.js';
import { ColumnFile, writeColumnFile } from './columnFile.js';
import { count, number } from '../../model/findings/reportWords.js';

const MARK = 'TTSERI01';
/** Limits for counts in untrusted files. */
const MOST = { locations: 1 << 24, metrics: 1 << 12, iterations: 2 ** 32 };

const level = v.object({
  source: v.picklist(ITERATION_SOURCES),
  name: v.string(),
  parent: v.pipe(v.number(), v.integer(), v.minValue(-1)),
  members: v.array(count),
  count,
  coverage: number,
  regularity: number,
});
const schema = v.object({
  format: v.literal('trimtab-series'),
  version: v.literal(1),
  levels: v.pipe(v.array(level), v.minLength(1), v.maxLength(1000)),
  metrics: v.pipe(v.array(v.string()), v.maxLength(MOST.metrics)),
  /** Those of the metrics that are counters; omitted if there are none. */
  counters: v.optional(
    v.pipe(v.array(v.object({ name: v.string(), unit: v.string() })), v.maxLength(MOST.metrics)),
    [],
  ),
  loopTime: number,
  totalTime: number,
  locations: v.pipe(count, v.maxValue(MOST.locations)),
  callPaths: count,
});

/** Results that a file must belong to. */
export interface SeriesBelongTo {
  readonly locations: number;
  readonly callPaths: number;
}

/** Writes the series of a run. @throws TrimtabError where it cannot be written */
export function writeSeries(path: string, run: RunSeries, callPaths: number): void {
  const { levels, iterations, series, loopTime, totalTime } = run;
  const { metrics, counters, metric, node, location, value, outside } = series;
  // Threads have the moments of their master.
  const distinct = [...new Set(iterations.starts)];
  const numbers = new Map(distinct.map((starts, at) => [starts, at]));
  const all = new Float64Array(distinct.reduce((sum, { length }) => sum + length, 0));
  const begins = new Uint32Array(distinct.length + 1);
  for (const [at, starts] of distinct.entries()) {
    const begin = begins[at] ?? absent(at);
    all.set(starts, begin);
    begins[at + 1] = begin + starts.length;
  }
  const startsOf = Uint32Array.from(iterations.starts, (starts) => numbers.get(starts) ?? absent(0));
  const about = {
    format: 'trimtab-series',
    version: 1,
    levels,
    metrics,
    ...present({ counters }),
    loopTime,
    totalTime,
    locations: iterations.starts.length,
    callPaths,
  };
  const columns: Record<string, Column> = { metric, node, location, outside, startsOf, begins, starts: all, value };
  writeColumnFile(path, MARK, about, columns);
}

/** Such a file, open for reading. */
export class SeriesFile {
  private constructor(
    private readonly file: ColumnFile,
    /** All but its values, which are read row by row. */
    private readonly known: Omit<RunSeries, 'series'> & { readonly series: Omit<SeriesTable, 'value'> },
  ) {}

  /**
   * @param hold receives the memory size of the open file
   * @throws TrimtabError if it is damaged or belongs to other results
   */
  static open(path: string, expected: SeriesBelongTo, hold: (bytes: number) => void): SeriesFile {
    const damaged = (reason: string, cause?: unknown): TrimtabError =>
      new TrimtabError(`The series of this experiment are damaged: ${path}: ${reason}.`, { cause });
    const file = ColumnFile.open(path, MARK, damaged);
    try {
      const checked = v.safeParse(schema, file.about);
      if (!checked.success) throw damaged(checked.issues[0].message);
      const { levels, metrics, counters, loopTime, totalTime, locations, callPaths } = checked.output;
      if (locations !== expected.locations || callPaths !== expected.callPaths)
        throw damaged('it belongs to other results');
      const [chosen] = levels;
      const rows = file.lengthOf('metric');
      if (chosen === undefined || file.lengthOf('value') !== rows * chosen.count)
        throw damaged('its number of values does not match its iterations and rows');
      hold(20 * rows + 8 * file.lengthOf('starts') + 4 * locations);
      const [metric, node, location] = (['metric', 'node', 'location'] as const).map((name) =>
        file.read(name, 'uint32', 0, rows),
      );
      const outside = file.read('outside', 'float64', 0, rows);
      const starts = startsIn(file, locations, chosen.count, damaged);
      if (metric === undefined || node === undefined || location === undefined) throw damaged('it has no rows');
      for (let row = 0; row < rows; row++)
        if ((metric[row] ?? 0) >= metrics.length || (location[row] ?? 0) >= locations)
          throw damaged(`row ${row} belongs to no metric or location`);
      const series = { metrics, counters, count: chosen.count, metric, node, location, outside };
      return new SeriesFile(file, { levels, iterations: { ...chosen, starts }, series, loopTime, totalTime });
    } catch (error) {
      file.close();
      throw error;
    }
  }

  get metrics(): readonly string[] {
    return this.known.series.metrics;
  }

  get counters(): readonly CounterSeries[] {
    return this.known.series.counters ?? [];
  }

  /** Iterations. */
  get count(): number {
    return this.known.series.count;
  }

  /** By row: see SeriesTable of the model. */
  get metric(): Uint32Array {
    return this.known.series.metric;
  }

  get node(): Uint32Array {
    return this.known.series.node;
  }

  get location(): Uint32Array {
    return this.known.series.location;
  }

  /** By location: see Iterations of the model. */
  get starts(): readonly Float64Array[] {
    return this.known.iterations.starts;
  }

  get rows(): number {
    return this.metric.length;
  }

  /** Seconds by iteration; what a counter counts. */
  values(row: number): Float32Array {
    return this.file.read('value', 'float32', row * this.count, (row + 1) * this.count);
  }

  /** All of it, as the analysis of dynamics wants it. */
  run(): RunSeries {
    const { known, file, rows, count } = this;
    return { ...known, series: { ...known.series, value: file.read('value', 'float32', 0, rows * count) } };
  }

  close(): void {
    this.file.close();
  }
}

function startsIn(
  file: ColumnFile,
  locations: number,
  iterations: number,
  damaged: (reason: string) => Error,
): Float64Array[] {
  const begins = file.read('begins', 'uint32', 0, file.lengthOf('begins'));
  const all = file.read('starts', 'float64', 0, file.lengthOf('starts'));
  const distinct = Array.from(begins.subarray(1), (end, at) => all.subarray(begins[at] ?? absent(at), end));
  if (distinct.some(({ length }) => length !== 0 && length !== iterations + 1))
    throw damaged('its iterations begin at too few moments');
  return Array.from(file.read('startsOf', 'uint32', 0, locations), (at) => {
    const starts = distinct[at];
    if (starts === undefined) throw damaged('a location has no iterations');
    return starts;
  });
}
