/** Which metrics are parts of the total time, and so have a share of it. */

const TIME = 'time';

interface TimeMetric {
  readonly name: string;
  readonly parent?: string;
}

/**
 * Returns the names of `time` and all metrics below it. Other times have no share: costs of delays, imbalances and
 * times of devices are not part of the total time, and may exceed it.
 * @param metrics in any order; a parent that is not among them ends the way up
 */
export function timeMetrics(metrics: readonly TimeMetric[]): ReadonlySet<string> {
  const childrenOf = new Map<string, string[]>();
  for (const { name, parent } of metrics)
    if (parent !== undefined) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), name]);
  const found = new Set<string>();
  const open = metrics.some(({ name }) => name === TIME) ? [TIME] : [];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...(childrenOf.get(name) ?? []));
  }
  return found;
}
