import { addAt, elementAt } from '../../../base/elements.js';
import type { PairSums } from '../tables/pairSums.js';
import type { Severities } from '../severities/severities.js';

/**
 * Records the critical path and its imbalance: the excess of each call path's inclusive time there over the average of
 * the locations (Böhme et al. 2012, 3; inclusive as in the metric definitions of Scalasca 2.6). The imbalance is
 * attributed to locations in proportion to the path's time there.
 * @param parents caller of each call-tree node, smaller than the node itself, or negative
 * @param onPath seconds of the critical path at each node
 */
export function bookPath(
  path: PairSums,
  onPath: Float64Array,
  parents: ArrayLike<number>,
  locations: number,
  severities: Severities,
): void {
  const critical = withCallees(onPath, parents);
  const worked = withCallees(workByNode(onPath.length, severities), parents);
  for (let i = 0; i < path.size; i++) {
    const node = elementAt(path.callPath, i);
    const location = elementAt(path.location, i);
    const seconds = elementAt(path.value, i);
    const whole = elementAt(critical, node);
    const longer = Math.max(0, whole - elementAt(worked, node) / locations);
    const imbalance = whole > 0 ? (seconds * longer) / whole : 0;
    severities.of('critical_path').add(node, location, seconds - imbalance);
    severities.of('critical_path_imbalance').add(node, location, imbalance);
  }
}

function withCallees(exclusive: Float64Array, parents: ArrayLike<number>): Float64Array {
  const sums = exclusive.slice();
  for (let node = sums.length - 1; node >= 0; node--) {
    const parent = elementAt(parents, node);
    if (parent >= 0) addAt(sums, parent, elementAt(sums, node));
  }
  return sums;
}

function workByNode(nodes: number, severities: Severities): Float64Array {
  const seconds = new Float64Array(nodes);
  for (const metric of severities.properties.work()) {
    const { size, callPath, value } = severities.of(metric);
    for (let i = 0; i < size; i++) addAt(seconds, elementAt(callPath, i), elementAt(value, i));
  }
  return seconds;
}
