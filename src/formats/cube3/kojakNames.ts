/** Names of metrics as KOJAK wrote them, in the words that are used since. */
import type { CubeAnchor, CubeMetric } from '../cube/anchor.js';

/**
 * Unique names by the anchor in the metrics' pages, to which their URL leads. KOJAK numbered unique names (`7Wait at N
 * x N`), so that only the page identifies the metric.
 */
const byPage = new Map<string, string>([
  ['time', 'time'],
  ['execution', 'execution'],
  ['overhead', 'overhead'],
  ['visits', 'visits'],
  ['mpi', 'mpi'],
  ['mpi_communication', 'mpi_communication'],
  ['mpi_collective', 'mpi_collective'],
  ['mpi_early_reduce', 'mpi_earlyreduce'],
  ['mpi_late_bcast', 'mpi_latebroadcast'],
  ['mpi_wait_at_n2n', 'mpi_wait_nxn'],
  ['mpi_p2p', 'mpi_point2point'],
  ['mpi_late_receiver', 'mpi_latereceiver'],
  ['mpi_late_sender', 'mpi_latesender'],
  ['mpi_wrong_order_ls', 'mpi_latesender_wo'],
  ['mpi_io', 'mpi_io'],
  ['mpi_synchronization', 'mpi_synchronization'],
  ['mpi_barrier', 'mpi_sync_collective'],
  ['mpi_barrier_completion', 'mpi_barrier_completion'],
  ['mpi_wait_at_barrier', 'mpi_barrier_wait'],
  ['omp', 'omp_time'],
  ['omp_flush', 'omp_flush'],
  ['omp_fork', 'omp_fork'],
  ['omp_synchronization', 'omp_synchronization'],
  ['omp_barrier', 'omp_barrier'],
  ['omp_explicit_barrier', 'omp_ebarrier'],
  ['omp_wait_at_ebarrier', 'omp_ebarrier_wait'],
  ['omp_implicit_barrier', 'omp_ibarrier'],
  ['omp_wait_at_ibarrier', 'omp_ibarrier_wait'],
  ['omp_lock_api', 'omp_lock_api'],
  ['omp_lock_critical', 'omp_critical'],
  ['idle_threads', 'omp_idle_threads'],
]);

/** The anchor with the names of today. */
export function modernNames(anchor: CubeAnchor): CubeAnchor {
  const taken = new Set(anchor.metrics.map(({ name }) => name));
  return {
    ...anchor,
    metrics: anchor.metrics.map((metric) => ({ ...metric, name: nameOf(metric, taken) })),
  };
}

function nameOf({ name, url }: CubeMetric, taken: Set<string>): string {
  const modern = /^\d/.test(name) ? byPage.get(url.slice(url.lastIndexOf('#') + 1)) : undefined;
  if (modern === undefined || taken.has(modern)) return name;
  taken.add(modern);
  return modern;
}
