import { elementAt } from '../../../base/elements.js';
import type { PairSums } from '../tables/pairSums.js';
import type { Severities } from '../severities/severities.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import type { IdleThreads } from './idleThreads.js';

/**
 * Compares the computation of all locations call path by call path: the difference of each from the average. Outside
 * parallel regions only the threads that are not workers of others are compared. If a single location takes part while
 * all others could, it is recorded separately, as are locations that take no part.
 */
export function bookImbalance(
  locations: readonly LocationProfile[],
  idle: IdleThreads,
  nodes: number,
  severities: Severities,
): void {
  const seconds = byNode(severities.of('comp'), nodes);
  const visits = byNode(severities.of('visits'), nodes);
  const all = locations.map(({ location }) => location);
  const masters = locations.filter(({ isWorker }) => !isWorker).map(({ location }) => location);
  for (let node = 0; node < nodes; node++) {
    const ofNode = seconds[node];
    if (ofNode === undefined) continue;
    const isSerial = masters.some((location) => idle.waitingFor(location, node) > 0);
    compare(node, isSerial, isSerial ? masters : all, ofNode, visits[node] ?? new Map<number, number>(), severities);
  }
}

function compare(
  node: number,
  isSerial: boolean,
  locations: readonly number[],
  seconds: ReadonlyMap<number, number>,
  visits: ReadonlyMap<number, number>,
  severities: Severities,
): void {
  let sum = 0;
  let taking = 0;
  for (const location of locations) {
    sum += seconds.get(location) ?? 0;
    if ((visits.get(location) ?? 0) > 0) taking++;
  }
  const average = sum / locations.length;
  const isSingle = taking === 1 && !isSerial;
  for (const location of locations) {
    const more = (seconds.get(location) ?? 0) - average;
    const takesPart = (visits.get(location) ?? 0) > 0;
    if (more > 0) severities.of(isSingle ? 'imbalance_above_single' : 'imbalance_above').add(node, location, more);
    else if (takesPart || isSerial) severities.of('imbalance_below').add(node, location, -more);
    else severities.of(isSingle ? 'imbalance_below_singularity' : 'imbalance_below_bypass').add(node, location, -more);
  }
}

/** The amounts of each node by location; undefined where there are none. */
function byNode({ size, callPath, location, value }: PairSums, nodes: number): (Map<number, number> | undefined)[] {
  const found: (Map<number, number> | undefined)[] = Array.from({ length: nodes }, () => undefined);
  for (let i = 0; i < size; i++)
    (found[elementAt(callPath, i)] ??= new Map<number, number>()).set(elementAt(location, i), elementAt(value, i));
  return found;
}
