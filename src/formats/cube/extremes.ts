/** The shortest and the longest calls that Score-P and Trimtab keep of each call path. */
import { elementAt } from '../../base/elements.js';
import type { CallExtremes } from '../../model/profile.js';
import type { CubeSource } from './anchor.js';
import { dataType } from './dataTypes.js';
import { unitOf } from './names.js';

/** What stands for a call path that a location was never at: nothing, or the neutral value of a minimum. */
export const NEVER = 1e300;

/** Of each region, over all call paths and locations; undefined where the file has no such metrics. */
export function extremesOf(report: CubeSource): CallExtremes | undefined {
  const shortest = byRegion(report, 'min_time', 'min');
  const longest = byRegion(report, 'max_time', 'max');
  return shortest === undefined || longest === undefined ? undefined : { shortest, longest };
}

function byRegion(report: CubeSource, name: string, combine: 'min' | 'max'): Map<number, number> | undefined {
  const { metrics, callTree, locations } = report.anchor;
  const index = metrics.findIndex((metric) => metric.name === name && dataType(metric.dataType)?.combine === combine);
  const metric = metrics[index];
  const found = metric === undefined ? undefined : report.rows(index);
  if (metric === undefined || found === undefined || unitOf(metric.unit).unit !== 'seconds') return undefined;
  const { scale } = unitOf(metric.unit);
  const width = locations.length;
  const values = new Map<number, number>();
  found.callPath.forEach((path, row) => {
    const region = elementAt(callTree.region, path);
    let extreme = values.get(region);
    for (let at = row * width; at < (row + 1) * width; at++) {
      const seconds = elementAt(found.value, at) * scale;
      if (!(seconds > 0 && seconds < NEVER)) continue;
      if (extreme === undefined || (combine === 'min' ? seconds < extreme : seconds > extreme)) extreme = seconds;
    }
    if (extreme !== undefined) values.set(region, extreme);
  });
  return values;
}
