import type { PropertyCatalog } from '../../../properties/index.js';
import type { Evidence, Remark } from '../../report/evidence.js';
import type { MetricName } from '../metrics/metrics.js';
import type { PairSums } from '../tables/pairSums.js';
import type { Origins } from '../rootCauses/origins.js';
import { kindOf } from '../waits/waitStates.js';
import type { Instances } from '../statistics/instances.js';

/**
 * Returns the evidence of waiting in the events of a trace.
 * @param causes seconds by property, call path and location that was waited for
 * @param origins causes of the waiting at each call path
 * @param dueTo the same of properties whose waits were found with it
 * @param remarks by property and call path
 */
export function traceEvidence(
  properties: PropertyCatalog,
  causes: ReadonlyMap<MetricName, PairSums>,
  instances: Instances,
  origins: Origins,
  dueTo: ReadonlyMap<MetricName, ReadonlyMap<number, PairSums>>,
  remarks: ReadonlyMap<MetricName, ReadonlyMap<number, Remark>>,
): Evidence {
  return {
    waitedFor: (property) => causes.get(property)?.column(),
    worstAt: (property, node) => instances.worstAt(property, node),
    worst: (property, most) => instances.worst(property, most),
    statistics: (property) => instances.statistics(property),
    remark: (property, node) => remarks.get(property)?.get(node),
    dueTo: (property, node) => {
      const kind = kindOf(properties.get(property)?.waitKind);
      const sums = kind === undefined ? dueTo.get(property)?.get(node) : origins.of(node, kind);
      return sums?.column();
    },
  };
}
