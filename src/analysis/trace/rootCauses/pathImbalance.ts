import { metrics, type MetricName } from '../metrics/metrics.js';
import type { PairSums } from '../tables/pairSums.js';
import type { Severities } from '../severities/severities.js';

/** What is no work: waiting, and the time in which threads are managed or idle. With all that these metrics contain. */
const WITHOUT_WORK: readonly MetricName[] = [
  'mpi_finalize_wait',
  'mpi_rma_wait_at_create',
  'mpi_rma_wait_at_free',
  'mpi_barrier_wait',
  'mpi_rma_sync_late_post',
  'mpi_rma_early_wait',
  'mpi_rma_wait_at_fence',
  'mpi_rma_sync_lock_competition',
  'mpi_latesender',
  'mpi_latereceiver',
  'mpi_earlyreduce',
  'mpi_earlyscan',
  'mpi_latebroadcast',
  'mpi_wait_nxn',
  'mpi_rma_comm_late_post',
  'omp_management',
  'omp_ebarrier_wait',
  'omp_ibarrier_wait',
  'omp_lock_contention_critical',
  'omp_lock_contention_api',
  'omp_ordered',
  'pthread_lock_contention_mutex_lock',
  'pthread_lock_contention_conditional',
  'omp_idle_threads',
  'acc_wait',
];

/** The metrics whose own amounts add up to the time of work. */
const work: readonly MetricName[] = workMetrics();

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
  for (const metric of work) {
    const { size, callPath, value } = severities.of(metric);
    for (let i = 0; i < size; i++) seconds[callPath[i]] += value[i];
  }
  return seconds;
}

/** Everything in `time` but what is no work; parents stand before their children. */
function workMetrics(): MetricName[] {
  const found = new Set<MetricName>();
  for (const { name, parent } of metrics) {
    const isTime = name === 'time' || (parent !== undefined && found.has(parent));
    if (isTime && !WITHOUT_WORK.includes(name)) found.add(name);
  }
  return [...found];
}
