/** Least and greatest values, such as of the times of calls, as metrics that CUBE's tools do not add up. */
import type { PerformanceSpace, SeverityColumn } from '../../model/performanceSpace.js';
import type { ApartMetric } from '../../model/profile.js';
import { pathsOf } from '../../model/profileValues.js';
import type { CubeMetric } from './anchor.js';
import { unitWord } from './names.js';

/** Returns those that can be written in addition to a space, by name: least and greatest values, and no name twice. */
export function writtenExtremes(
  { metrics }: PerformanceSpace,
  apart: readonly ApartMetric[],
): ReadonlyMap<string, ApartMetric> {
  const taken = new Set(metrics.map(({ name }) => name));
  const written = new Map<string, ApartMetric>();
  for (const metric of apart) {
    const { name } = metric.definition;
    if (metric.combine !== 'none' && !taken.has(name) && !written.has(name)) written.set(name, metric);
  }
  return written;
}

/** The metrics of a file with those behind them. */
export function withExtremes(metrics: readonly CubeMetric[], extremes: ReadonlyMap<string, ApartMetric>): CubeMetric[] {
  const all = [...metrics];
  for (const { definition, combine } of extremes.values())
    all.push({
      id: all.length,
      name: definition.name,
      title: definition.title,
      dataType: combine === 'min' ? 'MINDOUBLE' : 'MAXDOUBLE',
      unit: unitWord(definition.unit),
      url: '',
      description: definition.description,
      kind: 'exclusive',
      parent: -1,
    });
  return all;
}

/** The values as a column; a place without a call has 0 in the file, as Score-P writes it. */
export function extremeColumn({ values }: ApartMetric): SeverityColumn {
  const { location, value } = values;
  return { callPath: pathsOf(values), location, value };
}
