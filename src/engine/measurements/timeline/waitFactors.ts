/** How waits add up to metrics that are chosen. */
import { absent } from '../../../base/elements.js';
import type { RowsOf, TimelineFile } from '../../../experiments/files/timelineFile.js';
import { metricsAbove } from '../../../model/metricsAbove.js';
import type { MetricDefinition } from '../../../model/performanceSpace.js';
import type { Factors } from '../weights.js';

/**
 * Returns how often a wait counts: it counts for its property and all ancestors, each of which the choice may contain
 * more than once. A wait that is part of another wait counts for its own property only.
 */
export function waitFactors(
  { properties }: Pick<TimelineFile, 'properties'>,
  metrics: readonly MetricDefinition[],
  factors: Factors,
): (rows: RowsOf<'waits'>, row: number) => number {
  const above = metricsAbove(metrics);
  const own = properties.map((name) => factors.get(name) ?? 0);
  const all = properties.map((name) => {
    let sum = 0;
    for (const each of above(name)) sum += factors.get(each) ?? 0;
    return sum;
  });
  return ({ property, part }, row) => {
    const at = property[row] ?? absent(row);
    return (part[row] === 1 ? own[at] : all[at]) ?? absent(at);
  };
}
