import { elementAt } from '../../base/elements.js';
import type { ProfileRow } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { isProgram } from '../../model/definitions.js';
import type { CallPaths } from '../callPaths/callPaths.js';
import { nodeTotals } from './nodeTotals.js';

/** So many rows are kept. */
const MOST_ROWS = 10;

/**
 * Returns the flat profile: regions by exclusive time, over all call paths and locations, the hottest first. Idle
 * threads are recorded at the master's call path and excluded, if the space distinguishes them. The whole program is
 * not a region of it.
 */
export function profileOf(space: PerformanceSpace, paths: CallPaths, totalTime: number): ProfileRow[] {
  if (totalTime <= 0) return [];
  const { region } = space.callTree;
  const rows = new Map<number, { node: number; exclusive: number; visits: number }>();
  const visits = nodeTotals(space, 'visits');
  nodeTotals(space, space.severities.has('execution') ? 'execution' : 'time').forEach((seconds, node) => {
    const defined = paths.region(node);
    if (defined !== undefined && isProgram(defined)) return;
    const row = rows.get(elementAt(region, node));
    if (row === undefined)
      rows.set(elementAt(region, node), { node, exclusive: seconds, visits: elementAt(visits, node) });
    else {
      row.exclusive += seconds;
      row.visits += elementAt(visits, node);
    }
  });
  return [...rows.values()]
    .filter(({ exclusive }) => exclusive > 0)
    .sort((a, b) => b.exclusive - a.exclusive || a.node - b.node)
    .slice(0, MOST_ROWS)
    .map(({ node, exclusive, visits: count }) => {
      const place = paths.definition(node);
      return {
        region: paths.regionName(node),
        ...(place === undefined ? {} : { place }),
        visits: count,
        exclusive,
        share: Math.min(1, exclusive / totalTime),
      };
    });
}
