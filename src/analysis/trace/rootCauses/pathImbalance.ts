import type { PairSums } from '../tables/pairSums.js';
import type { Severities } from '../severities/severities.js';

/**
 * Books the critical path, and as its imbalance what each call path with its callees takes longer there than the
 * locations do on average (Böhme et al. 2012, 3; with callees as in the metric definitions of Scalasca 2.6). The
 * imbalance stands where the path runs, in proportion to its time there.
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
    const node = path.callPath[i];
    const longer = Math.max(0, critical[node] - worked[node] / locations);
    const imbalance = critical[node] > 0 ? (path.value[i] * longer) / critical[node] : 0;
    severities.of('critical_path').add(node, path.location[i], path.value[i] - imbalance);
    severities.of('critical_path_imbalance').add(node, path.location[i], imbalance);
  }
}

function withCallees(exclusive: Float64Array, parents: ArrayLike<number>): Float64Array {
  const sums = exclusive.slice();
  for (let node = sums.length - 1; node >= 0; node--) {
    if (parents[node] >= 0) sums[parents[node]] += sums[node];
  }
  return sums;
}

function workByNode(nodes: number, severities: Severities): Float64Array {
  const seconds = new Float64Array(nodes);
  for (const metric of severities.properties.work()) {
    const { size, callPath, value } = severities.of(metric);
    for (let i = 0; i < size; i++) seconds[callPath[i]] += value[i];
  }
  return seconds;
}
