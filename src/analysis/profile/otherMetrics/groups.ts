import { elementAt } from '../../../base/elements.js';
import type { GroupSummary } from '../../../model/findings/otherMetrics.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import type { Profile } from '../../../model/profile.js';
import { nodeTotals } from '../../report/index.js';

const MOST_GROUPS = 50;

/** Time and calls by the group that the measurement put functions into; none where all are in the same ones. */
export function groupsOf({ space, groups }: Profile): GroupSummary[] {
  if (groups === undefined || groups.size < 2) return [];
  const [time, visits] = ['time', 'visits'].map((metric) => byRegion(space, metric));
  const total = sum(time?.values() ?? []);
  return [...groups]
    .map(([name, regions]) => {
      const seconds = sum(regions.map((region) => time?.get(region) ?? 0));
      const calls = sum(regions.map((region) => visits?.get(region) ?? 0));
      const share = total > 0 ? Math.min(1, seconds / total) : 0;
      return { name, functions: regions.length, calls, seconds, share };
    })
    .sort((a, b) => b.seconds - a.seconds || b.calls - a.calls)
    .slice(0, MOST_GROUPS);
}

/** Returns the exclusive values of a metric by region, over all call paths and locations. */
function byRegion(space: PerformanceSpace, metric: string): ReadonlyMap<number, number> {
  const values = new Map<number, number>();
  nodeTotals(space, metric).forEach((value, node) => {
    const region = elementAt(space.callTree.region, node);
    values.set(region, (values.get(region) ?? 0) + value);
  });
  return values;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
