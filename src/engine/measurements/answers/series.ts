import { absent, addAt } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import type { SeriesFile } from '../../../experiments/files/seriesFile.js';
import type { Answerer } from './answerer.js';

export const series: Answerer<'series'> = (measurement, { metric, node, locations, most, level }, checkCancelled) => {
  const { report, series: file } = measurement.dynamics(checkCancelled, level);
  const { room, experiment } = measurement;
  if (file === undefined)
    throw new TrimtabError(report.none ?? `Experiment ${experiment.id} has no values by iteration.`);
  const rows = rowsOf(file, metric, node, locations);
  const bins = Math.min(most, file.count);
  // At least one iteration a bin, and all bins within one iteration of the same length.
  const first = Uint32Array.from({ length: bins + 1 }, (_, bin) => Math.floor((bin * file.count) / bins));
  room.check(8 * rows.size * bins + 8 * file.count);
  const mean = new Float32Array(rows.size * bins);
  const largest = new Float32Array(rows.size * bins);
  for (const [at, own] of [...rows.values()].entries()) {
    checkCancelled();
    binned(summed(file, own), first, mean.subarray(at * bins, (at + 1) * bins), largest.subarray(at * bins));
  }
  return {
    head: { iterations: file.count, bins },
    columns: { location: Uint32Array.from(rows.keys()), first, from: moments(file, first), mean, largest },
  };
};

/** Rows of the file by location, in the order of these. @throws TrimtabError where there are none of the metric */
function rowsOf(
  file: SeriesFile,
  metric: string,
  node: number | null,
  locations: readonly number[] | null,
): Map<number, number[]> {
  const number = file.metrics.indexOf(metric);
  if (number < 0) throw new TrimtabError(`${metric} is not known by iteration.`);
  const wanted = locations === null ? undefined : new Set(locations);
  const rows = new Map<number, number[]>();
  for (let row = 0; row < file.rows; row++) {
    if (file.metric[row] !== number || (node !== null && file.node[row] !== node)) continue;
    const location = file.location[row] ?? absent(row);
    if (wanted !== undefined && !wanted.has(location)) continue;
    const known = rows.get(location);
    if (known === undefined) rows.set(location, [row]);
    else known.push(row);
  }
  return new Map([...rows].sort(([left], [right]) => left - right));
}

function summed(file: SeriesFile, rows: readonly number[]): Float64Array {
  const sums = new Float64Array(file.count);
  for (const row of rows) for (const [iteration, value] of file.values(row).entries()) addAt(sums, iteration, value);
  return sums;
}

function binned(values: Float64Array, first: Uint32Array, mean: Float32Array, largest: Float32Array): void {
  for (let bin = 0; bin < mean.length; bin++) {
    const own = values.subarray(first[bin], first[bin + 1]);
    let [sum, most] = [0, Number.NEGATIVE_INFINITY];
    for (const value of own) {
      sum += value;
      most = Math.max(most, value);
    }
    mean[bin] = sum / own.length;
    largest[bin] = most;
  }
}

/** When the first location began each of some iterations; at their end, when the last one ended. */
function moments({ starts, count }: SeriesFile, first: Uint32Array): Float64Array {
  const distinct = [...new Set(starts)].filter(({ length }) => length > 0);
  const all = (iteration: number): number[] => distinct.map((own) => own[iteration] ?? absent(iteration));
  return Float64Array.from(first, (iteration) =>
    // A loop and not a call with all of them: there may be more locations than arguments of a call.
    all(iteration).reduce((before, time) => (iteration === count ? Math.max(before, time) : Math.min(before, time))),
  );
}
