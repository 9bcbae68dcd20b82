import { type CountedFunction, type CounterReport, isCounter } from '../../model/counters.js';
import type { MetricDefinition, PerformanceSpace } from '../../model/performanceSpace.js';
import type { CallPaths } from '../callPaths/callPaths.js';
import { regionSums } from './flat.js';
import { nodeTotals } from './nodeTotals.js';

const MOST_FUNCTIONS = 200;

/** The counters of a run, each with the functions that have most of it; empty where none was read. */
export function countersOf(space: PerformanceSpace, paths: CallPaths): CounterReport[] {
  return space.metrics
    .filter((metric) => isCounter(metric) && space.severities.has(metric.name))
    .map(({ name, unit }) => countedIn(space, paths, { name, unit }, MOST_FUNCTIONS));
}

/**
 * Returns a metric of a space, with the functions with the largest exclusive values. @param most maximum number of
 * functions
 */
export function countedIn(
  space: PerformanceSpace,
  paths: CallPaths,
  { name, unit }: Pick<MetricDefinition, 'name' | 'unit'>,
  most: number,
): CounterReport {
  const own = nodeTotals(space, name);
  const functions = functionsOf(space, paths, own)
    .filter((one) => one.inclusive > 0)
    .sort((a, b) => b.own - a.own || b.inclusive - a.inclusive)
    .slice(0, most);
  return { name, unit, total: own.reduce((sum, one) => sum + one, 0), functions };
}

function functionsOf(space: PerformanceSpace, paths: CallPaths, own: Float64Array): CountedFunction[] {
  return [...regionSums(space, own).values()].map(({ node, calls, exclusive, inclusive }) => {
    const place = paths.definition(node);
    const named = { region: paths.regionName(node), ...(place === undefined ? {} : { place }) };
    return { ...named, calls, own: exclusive, inclusive };
  });
}
