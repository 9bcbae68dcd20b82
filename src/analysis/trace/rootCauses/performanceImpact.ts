import { absent, addAt, elementAt } from '../../../base/elements.js';
import type { PairSums } from '../tables/pairSums.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import type { Severities } from '../severities/severities.js';
import { NodeSums } from './nodeSums.js';
import { bookPath } from './pathImbalance.js';
import type { Timelines } from './timelines.js';

/**
 * Records the critical path and its cost for all locations (Böhme et al. 2012). Each location's time is compared with
 * the path's, call path by call path. The common part is activity on the path; the location's excess is not. The rest
 * of the path's length is waiting. It is due to the call paths at which the path is longer than the location, in
 * proportion.
 * @param parents caller of each call-tree node, or a negative number
 */
export function bookCriticalPath(
  path: PairSums,
  timelines: Timelines,
  locations: readonly LocationProfile[],
  parents: Int32Array,
  severities: Severities,
): void {
  const nodes = parents.length;
  const onPath = new Float64Array(nodes);
  for (let i = 0; i < path.size; i++) addAt(onPath, elementAt(path.callPath, i), elementAt(path.value, i));
  const length = onPath.reduce((sum, seconds) => sum + seconds, 0);
  const impact = new Impact(onPath, length, severities);
  const sums = new NodeSums(nodes);
  for (const { location, isWorker } of locations) {
    timelines.of(location)?.sumAll(isWorker, sums);
    impact.add(location, sums);
    sums.clear();
  }
  bookPath(path, onPath, parents, locations.length, severities);
  impact.book(path);
}

class Impact {
  /** Waiting due to each node, and the part of it at locations that never execute it. */
  private readonly waiting: Float64Array;
  private readonly outside: Float64Array;

  constructor(
    private readonly onPath: Float64Array,
    private readonly length: number,
    private readonly severities: Severities,
  ) {
    this.waiting = new Float64Array(onPath.length);
    this.outside = new Float64Array(onPath.length);
  }

  /** Compares one location's time with the path's. */
  add(location: number, { nodes, count, seconds }: NodeSums): void {
    let worked = 0;
    for (let i = 0; i < count; i++) {
      const node = nodes[i] ?? absent(i);
      const here = seconds[node] ?? absent(node);
      worked += here;
      const critical = Math.min(here, this.onPath[node] ?? absent(node));
      this.severities.of('critical_path_activities').add(node, location, critical);
      this.severities.of('non_critical_path_activities').add(node, location, here - critical);
    }
    this.distribute(Math.max(0, this.length - worked), seconds);
  }

  /**
   * Distributes a location's waiting over the nodes at which the path has more time than it. The part that its own
   * activities do not explain is due to those it does not take part in.
   */
  private distribute(waited: number, seconds: Float64Array): void {
    const { onPath } = this;
    let within = 0;
    let without = 0;
    for (let node = 0; node < onPath.length; node++) {
      const here = seconds[node] ?? absent(node);
      const longer = Math.max(0, (onPath[node] ?? absent(node)) - here);
      if (here > 0) within += longer;
      else without += longer;
    }
    if (within + without === 0) return;
    for (let node = 0; node < onPath.length; node++) {
      const longer = (onPath[node] ?? absent(node)) - (seconds[node] ?? absent(node));
      if (longer <= 0) continue;
      this.waiting[node] = (this.waiting[node] ?? absent(node)) + (waited * longer) / (within + without);
      if (seconds[node] === 0)
        this.outside[node] = (this.outside[node] ?? absent(node)) + ((waited - within) * longer) / without;
    }
  }

  /** Records values on the critical path, in proportion to its time at each location. */
  book(path: PairSums): void {
    const { onPath, severities } = this;
    for (let i = 0; i < path.size; i++) {
      const node = elementAt(path.callPath, i);
      const location = elementAt(path.location, i);
      const seconds = elementAt(onPath, node);
      if (!(seconds > 0)) continue;
      const part = elementAt(path.value, i) / seconds;
      const waiting = elementAt(this.waiting, node);
      const outside = Math.min(waiting, Math.max(0, elementAt(this.outside, node)));
      severities.of('intra_partition_imbalance').add(node, location, (waiting - outside) * part);
      severities.of('inter_partition_imbalance').add(node, location, outside * part);
    }
  }
}
