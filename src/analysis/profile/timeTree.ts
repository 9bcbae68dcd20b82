import { elementAt } from '../../base/elements.js';
import type { Definitions } from '../../model/definitions.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { timeMetric } from '../trace/metrics/classification.js';
import type { PropertyCatalog } from '../../properties/index.js';
import { exclusive } from '../trace/severities/space.js';
import { buildSpace } from '../trace/severities/space.js';
import { Severities } from '../trace/severities/severities.js';

const TIME = 'time';

/**
 * Returns the space with its time divided below `time` by class of region (computation, parts of MPI, of OpenMP …), as
 * for traces. It applies only if the profile neither divides its time nor uses the names for something else.
 */
export function withTimeTree(
  space: PerformanceSpace,
  { regions }: Definitions,
  properties: PropertyCatalog,
): PerformanceSpace {
  const at = space.metrics.findIndex(({ name }) => name === TIME);
  if (at < 0 || space.metrics.some(({ parent }) => parent === TIME)) return space;
  const metricOf = regions.map(timeMetric);
  const severities = new Severities(properties);
  const { callPath, location, value } = exclusive(space, TIME);
  value.forEach((seconds, i) => {
    severities
      .of(metricOf[elementAt(space.callTree.region, elementAt(callPath, i))] ?? 'comp')
      .add(elementAt(callPath, i), elementAt(location, i), seconds);
  });
  const divided = buildSpace(space.callTree, space.locationCount, severities);
  const added = properties.metrics.filter(({ name }) => name !== TIME && divided.severities.has(name));
  const taken = new Set(space.metrics.map(({ name }) => name));
  if (added.some(({ name }) => taken.has(name))) return space;
  return {
    ...space,
    metrics: [...space.metrics.slice(0, at + 1), ...added, ...space.metrics.slice(at + 1)],
    severities: new Map([...space.severities, ...[...divided.severities].filter(([name]) => name !== TIME)]),
  };
}
