import type { Evidence } from '../report/evidence.js';
import type { MetricName } from './metrics/metrics.js';
import type { PairSums } from './tables/pairSums.js';
import type { Origins } from './rootCauses/origins.js';
import { kindOf } from './rootCauses/waitStates.js';
import type { Instances } from './statistics/instances.js';

/**
 * What the events of a trace tell of its waiting.
 * @param causes seconds by property, call path and location that was waited for
 * @param origins what the waiting at each call path is due to
 */
export function traceEvidence(
  causes: ReadonlyMap<MetricName, PairSums>,
  instances: Instances,
  origins: Origins,
): Evidence {
  return {
    waitedFor: (property) => causes.get(property)?.column(),
    worstAt: (property, node) => instances.worstAt(property, node),
    worst: (property, most) => instances.worst(property, most),
    statistics: (property) => instances.statistics(property),
    dueTo: (property, node) => {
      const kind = kindOf(property);
      return kind === undefined ? undefined : origins.of(node, kind)?.column();
    },
  };
}
