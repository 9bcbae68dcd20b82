import { absent, addAt } from '../../../base/elements.js';
import type { DynamicsReport } from '../../../model/dynamics/dynamics.js';
import { shippedProperties } from '../../../properties/index.js';
import type { SeriesFile } from '../../../experiments/files/seriesFile.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { Answerer } from './answerer.js';

export const dynamics: Answerer<'dynamics'> = (measurement, { level }, checkCancelled) => {
  const { report, series } = measurement.dynamics(checkCancelled, level);
  return {
    head: {
      report,
      metrics: [...(series?.metrics ?? [])],
      counters: [...(series?.counters ?? [])],
      titles: titlesOf(report),
    },
    columns: listed(series, measurement, checkCancelled),
  };
};

/** Returns the titles of the properties of findings, and their pages. */
function titlesOf({ findings }: DynamicsReport): Record<string, { title: string; page: string }> {
  const names = new Set(findings.map(({ property }) => property));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      { title: shippedProperties.ofIteration(name)?.title ?? name, page: shippedProperties.pageOf(name) },
    ]),
  );
}

/** Returns the available series, summed over locations, in the order of the file. */
function listed(
  series: SeriesFile | undefined,
  { room }: OpenMeasurement,
  checkCancelled: CheckCancelled,
): { metric: Uint32Array; node: Uint32Array; seconds: Float64Array } {
  if (series === undefined)
    return { metric: new Uint32Array(0), node: new Uint32Array(0), seconds: new Float64Array(0) };
  const numbers = new Map<string, number>();
  const found: [metric: number, node: number][] = [];
  room.check(96 * series.rows);
  const seconds = room.float64(series.rows);
  for (let row = 0; row < series.rows; row++) {
    if (row % 64 === 0) checkCancelled();
    const [metric, node] = [series.metric[row] ?? absent(row), series.node[row] ?? absent(row)];
    const key = `${metric} ${node}`;
    const known = numbers.get(key) ?? found.push([metric, node]) - 1;
    numbers.set(key, known);
    for (const value of series.values(row)) addAt(seconds, known, value);
  }
  return {
    metric: Uint32Array.from(found, ([metric]) => metric),
    node: Uint32Array.from(found, ([, node]) => node),
    seconds: seconds.slice(0, found.length),
  };
}
