import { elementAt } from '../../base/elements.js';
import { isProgram } from '../../model/definitions.js';
import type { FlatRow } from '../../model/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { Seconds } from '../../base/units.js';
import type { CallExtremes } from '../../model/profile.js';
import type { CallPaths } from './callPaths.js';
import { addBelow, nodeTotals } from './nodeTotals.js';

/** What one region has, over all call paths and locations. */
export interface RegionSums {
  /** Its first call path. */
  readonly node: number;
  readonly calls: number;
  readonly exclusive: Seconds;
  readonly inclusive: Seconds;
}

/**
 * The whole flat profile: each region with its calls and its time, over all call paths and locations, the hottest first.
 * Recursion is not counted twice. Idle threads stand at the master's call path and are not counted, where the space knows
 * them; the whole program is no region of it.
 * @param extremes the shortest and the longest call of each region, where they were measured
 */
export function flatProfile(space: PerformanceSpace, paths: CallPaths, extremes?: CallExtremes): FlatRow[] {
  return [...sumsByRegion(space, paths)]
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
      };
    });
}

/** The same by region's number, of those that were called or took time. */
export function sumsByRegion(space: PerformanceSpace, paths: CallPaths): Map<number, RegionSums> {
  const { parent, region } = space.callTree;
  const own = nodeTotals(space, space.severities.has('execution') ? 'execution' : 'time');
  const visits = nodeTotals(space, 'visits');
  const below = addBelow(own.slice(), parent);
  const sums = new Map<number, { node: number; calls: number; exclusive: number; inclusive: number }>();
  own.forEach((seconds, node) => {
    const defined = paths.region(node);
    if (defined !== undefined && isProgram(defined)) return;
    const index = elementAt(region, node);
    const row = sums.get(index) ?? { node, calls: 0, exclusive: 0, inclusive: 0 };
    row.calls += elementAt(visits, node);
    row.exclusive += seconds;
    if (isOutermost(node, space.callTree)) row.inclusive += elementAt(below, node);
    sums.set(index, row);
  });
  return new Map([...sums].filter(([, { calls, inclusive }]) => calls > 0 || inclusive > 0));
}

/** Whether no call of the same region is above. */
export function isOutermost(node: number, { parent, region }: PerformanceSpace['callTree']): boolean {
  const own = elementAt(region, node);
  for (let at = elementAt(parent, node); at >= 0; at = elementAt(parent, at))
    if (elementAt(region, at) === own) return false;
  return true;
}
