import { elementAt } from '../../base/elements.js';
import { isProgram, isUnwound } from '../../model/definitions.js';
import { isCounter } from '../../model/counters.js';
import type { FlatRow } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { CallExtremes } from '../../model/profile.js';
import type { CallPaths } from '../callPaths/callPaths.js';
import { addBelow, nodeTotals } from './nodeTotals.js';
import { isOutermost } from '../../model/outermost.js';

/** Values of one region, over all call paths and locations. */
export interface RegionSums {
  /** Its first call path. */
  readonly node: number;
  readonly calls: number;
  /** In the metric's unit: seconds, in a flat profile. */
  readonly exclusive: number;
  readonly inclusive: number;
}

/**
 * Returns the whole flat profile: each region with its calls and its time, over all call paths and locations, the
 * hottest first. Recursion is not counted twice. Idle threads are recorded at the master's call path and excluded, if
 * the space distinguishes them. The whole program is not a region of it, nor are callers of unknown time.
 * @param extremes the shortest and the longest call of each region, if they were measured
 * @param whole inclusive values of call paths, if they do not follow from the call tree
 */
export function flatProfile(
  space: PerformanceSpace,
  paths: CallPaths,
  extremes?: CallExtremes,
  whole?: Float64Array,
): FlatRow[] {
  const counted = countedByRegion(space);
  return [...sumsByRegion(space, paths, whole)]
    .sort(([, a], [, b]) => b.exclusive - a.exclusive || a.node - b.node)
    .map(([index, { node, calls, exclusive, inclusive }]) => {
      const place = paths.definition(node);
      const [shortest, longest] = [extremes?.shortest.get(index), extremes?.longest.get(index)];
      return {
        region: paths.regionName(node),
        ...(place === undefined ? {} : { place }),
        calls,
        exclusive,
        inclusive,
        ...(shortest === undefined ? {} : { shortest }),
        ...(longest === undefined ? {} : { longest }),
        ...(counted.size === 0 ? {} : { counted: Object.fromEntries(counted.get(index) ?? []) }),
      };
    });
}

/** Returns the same by region number, for regions that were called or have time. */
export function sumsByRegion(space: PerformanceSpace, paths: CallPaths, whole?: Float64Array): Map<number, RegionSums> {
  const own = nodeTotals(space, space.severities.has('execution') ? 'execution' : 'time');
  const isLeftOut = (node: number): boolean => {
    const defined = paths.region(node);
    return defined !== undefined && (isProgram(defined) || isUnwound(defined));
  };
  const sums = regionSums(space, own, isLeftOut, whole);
  return new Map([...sums].filter(([, { calls, inclusive }]) => calls > 0 || inclusive > 0));
}

/**
 * Returns values of a metric and call counts by region number. Recursion is not counted twice.
 * @param own exclusive values of call paths
 * @param isLeftOut whether a call path counts for no region
 * @param whole inclusive values of call paths; sums along the call tree if omitted
 */
export function regionSums(
  space: PerformanceSpace,
  own: Float64Array,
  isLeftOut: (node: number) => boolean = () => false,
  whole?: Float64Array,
): Map<number, RegionSums> {
  const { parent, region } = space.callTree;
  const visits = nodeTotals(space, 'visits');
  const below = whole ?? addBelow(own.slice(), parent);
  const sums = new Map<number, { node: number; calls: number; exclusive: number; inclusive: number }>();
  own.forEach((value, node) => {
    if (isLeftOut(node)) return;
    const index = elementAt(region, node);
    const row = sums.get(index) ?? { node, calls: 0, exclusive: 0, inclusive: 0 };
    row.calls += elementAt(visits, node);
    row.exclusive += value;
    if (isOutermost(node, space.callTree)) row.inclusive += elementAt(below, node);
    sums.set(index, row);
  });
  return sums;
}

/** Returns exclusive counter values of each region; empty if none were read. */
function countedByRegion(space: PerformanceSpace): Map<number, Map<string, number>> {
  const regions = new Map<number, Map<string, number>>();
  for (const { name } of space.metrics.filter((metric) => isCounter(metric) && space.severities.has(metric.name)))
    nodeTotals(space, name).forEach((value, node) => {
      const index = elementAt(space.callTree.region, node);
      const values = regions.get(index) ?? new Map<string, number>();
      values.set(name, (values.get(name) ?? 0) + value);
      regions.set(index, values);
    });
  return regions;
}
