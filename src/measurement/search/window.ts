/** Activity of a running program in some of its iterations, in the form that hypotheses use. */
import { absent } from '../../base/elements.js';
import type { Fraction, Seconds } from '../../base/units.js';
import type { IterationStream } from '../live/iterations/stream.js';

/** Cost of recording one event, of a call of MPI and of a function (bench/probe); a visit has two. */
const EVENT_COST = { mpi: 60e-9, function: 31e-9 } as const;

/** Own time of one metric at one call path, or summed over several. */
export interface Amount {
  readonly metric: string;
  /** Names from the loop on; empty for all. */
  readonly path: readonly string[];
  /** By rank, the seconds of each iteration. */
  readonly rows: ReadonlyMap<number, Float64Array>;
}

export interface Window {
  readonly first: number;
  readonly count: number;
  readonly ranks: readonly number[];
  /** Sum of the durations of these iterations over all threads of all ranks, as after the run. */
  readonly loopTime: Seconds;
  /** Mean duration of an iteration. */
  readonly duration: Seconds;
  readonly byPath: readonly Amount[];
  readonly byMetric: readonly Amount[];
  /** Visits an iteration by name, over all ranks. */
  readonly visits: ReadonlyMap<string, number>;
  /** Measurement overhead as a share of the loop's time, from the number of events. */
  readonly cost: Fraction;
}

/** Undefined where some of these iterations are not known one by one. */
export function windowOf(stream: IterationStream, first: number, count: number): Window | undefined {
  const ranks: number[] = [];
  const threads = threadsByRank(stream);
  let [loopTime, durations] = [0, 0];
  for (const [rank, series] of stream.durations()) {
    const own = series.between(first, first + count);
    if (own === undefined) return undefined;
    ranks.push(rank);
    durations += sumOf(own);
    loopTime += (threads.get(rank) ?? 1) * sumOf(own);
  }
  const byPath = new Map<string, { metric: string; path: readonly string[]; rows: Map<number, Float64Array> }>();
  const visits = new Map<string, number>();
  let cost = 0;
  for (const [index, { metric, names, name }] of stream.paths.entries()) {
    if (metric === 'overhead') continue;
    const key = names.join('\t');
    const amount = byPath.get(key) ?? { metric, path: names, rows: new Map<number, Float64Array>() };
    for (const { rank, series } of stream.rowsOf(index)) {
      const own = series.between(first, first + count);
      if (own !== undefined) addTo(amount.rows, rank, own);
    }
    const seen = sumOf(stream.visitsOf(index)?.between(first, first + count) ?? new Float64Array());
    if (amount.rows.size === 0 || seen === 0) continue;
    byPath.set(key, amount);
    visits.set(name, (visits.get(name) ?? 0) + seen / count);
    cost += 2 * seen * (metric.startsWith('mpi') ? EVENT_COST.mpi : EVENT_COST.function);
  }
  const amounts = [...byPath.values()];
  const rest = stream.rest().flatMap(({ rank, metric, series }): Amount[] => {
    const own = series.between(first, first + count);
    return own === undefined || metric === 'overhead' ? [] : [{ metric, path: [], rows: new Map([[rank, own]]) }];
  });
  return {
    ...{ first, count, ranks, loopTime, duration: durations / Math.max(1, ranks.length * count) },
    ...{ byPath: amounts, byMetric: sums([...amounts, ...rest]), visits },
    cost: loopTime > 0 ? cost / loopTime : 0,
  };
}

/** Returns the number of reporting threads of each rank. */
export function threadsByRank(stream: IterationStream): Map<number, number> {
  const threads = new Map<number, number>();
  for (const { rank } of stream.locations) threads.set(rank, (threads.get(rank) ?? 0) + 1);
  return threads;
}

/** Returns the cost of an enabled function: events × cost as a share of the loop's time. */
export function costOf({ visits, count, loopTime }: Window, name: string): Fraction {
  return loopTime > 0 ? (2 * (visits.get(name) ?? 0) * count * EVENT_COST.function) / loopTime : 0;
}

function sums(amounts: readonly Amount[]): Amount[] {
  const all = new Map<string, Map<number, Float64Array>>();
  for (const { metric, rows } of amounts) {
    const found = all.get(metric) ?? new Map<number, Float64Array>();
    all.set(metric, found);
    for (const [rank, row] of rows) addTo(found, rank, row);
  }
  return [...all].map(([metric, rows]) => ({ metric, path: [], rows }));
}

function addTo(rows: Map<number, Float64Array>, rank: number, more: Float64Array): void {
  const known = rows.get(rank);
  if (known === undefined) rows.set(rank, Float64Array.from(more));
  else for (let i = 0; i < known.length; i++) known[i] = (known[i] ?? absent(i)) + (more[i] ?? absent(i));
}

export const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** How severe something is, and how sure that is. */
export interface Severity {
  readonly severity: Fraction;
  /** Standard error of the mean over iterations, as a share of it; 0 where there is nothing. */
  readonly standardError: Fraction;
}

/** By the seconds of each iteration. */
function severityBy(samples: Float64Array, loopTime: Seconds): Severity {
  const sum = sumOf(samples);
  const mean = sum / samples.length;
  if (!(sum > 0) || !(loopTime > 0)) return { severity: 0, standardError: 0 };
  const squares = samples.reduce((all, value) => all + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / Math.max(1, samples.length - 1));
  return { severity: sum / loopTime, standardError: deviation / (mean * Math.sqrt(samples.length)) };
}

/** Of the ranks that are named; of all where none is. */
export function severityOf({ loopTime, count }: Window, { rows }: Amount, ranks: readonly number[] = []): Severity {
  const all = new Float64Array(count);
  for (const [rank, row] of rows)
    if (ranks.length === 0 || ranks.includes(rank))
      for (let i = 0; i < count; i++) all[i] = (all[i] ?? absent(i)) + (row[i] ?? absent(i));
  return severityBy(all, loopTime);
}

/**
 * Returns the total loss by waiting for the rank with the longest computation in each iteration: Σ_i (max_r − mean_r)
 * times ranks, static and moving imbalance together.
 */
export function imbalanceIn({ loopTime, count, ranks }: Window, { rows }: Amount): Severity {
  if (ranks.length < 2) return { severity: 0, standardError: 0 };
  // A rank without a row computed nothing.
  const [most, sums] = [new Float64Array(count), new Float64Array(count)];
  for (const row of rows.values())
    for (let i = 0; i < count; i++) {
      const value = row[i] ?? absent(i);
      most[i] = Math.max(most[i] ?? absent(i), value);
      sums[i] = (sums[i] ?? absent(i)) + value;
    }
  const lost = most.map((largest, i) => largest * ranks.length - (sums[i] ?? absent(i)));
  return severityBy(lost, loopTime);
}
