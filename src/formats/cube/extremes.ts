/** The shortest and the longest calls that Score-P and Trimtab keep of each call path. */
import { elementAt } from '../../base/elements.js';
import type { CallTree } from '../../model/callTree.js';
import type { ApartMetric, CallExtremes } from '../../model/profile.js';

/**
 * Magnitude from which on a value is missing or the neutral value of a minimum: the location never visited the call
 * path.
 */
export const NEVER = 1e300;

/** Of each region, over all call paths and locations; undefined where the file has no such metrics. */
export function extremesOf(apart: readonly ApartMetric[], callTree: CallTree): CallExtremes | undefined {
  const shortest = byRegion(apart, callTree, 'min_time', 'min');
  const longest = byRegion(apart, callTree, 'max_time', 'max');
  return shortest === undefined || longest === undefined ? undefined : { shortest, longest };
}

function byRegion(
  apart: readonly ApartMetric[],
  { region }: CallTree,
  name: string,
  combine: 'min' | 'max',
): Map<number, number> | undefined {
  const metric = apart.find(({ definition, combine: of }) => definition.name === name && of === combine);
  if (metric?.definition.unit !== 'seconds') return undefined;
  const { start, value } = metric.values;
  const values = new Map<number, number>();
  for (let path = 0; path + 1 < start.length; path++) {
    const called = elementAt(region, path);
    let extreme = values.get(called);
    for (let at = elementAt(start, path); at < elementAt(start, path + 1); at++) {
      const seconds = elementAt(value, at);
      if (!(seconds > 0 && seconds < NEVER)) continue;
      if (extreme === undefined || (combine === 'min' ? seconds < extreme : seconds > extreme)) extreme = seconds;
    }
    if (extreme !== undefined) values.set(called, extreme);
  }
  return values;
}
