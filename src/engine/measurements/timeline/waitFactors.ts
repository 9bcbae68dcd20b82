/** How waits add up to metrics that are chosen. */
import { absent } from '../../../base/elements.js';
import type { RowsOf, TimelineFile } from '../../../experiments/files/timelineFile.js';
import { metricsAbove } from '../../../model/metricsAbove.js';
import type { MetricDefinition } from '../../../model/performanceSpace.js';
import type { Factors } from '../weights.js';

/**
 * How often a wait counts: it is told of its property and of all above, each of which the choice may have more than once; what
 * is told as a part of another wait is told of its own property alone.
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
