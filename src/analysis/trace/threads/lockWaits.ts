import { type Processes, rowsByProcess } from '../../../model/processes.js';
import type { MetricName } from '../metrics/metrics.js';
import type { RegionTable } from '../profile/regionTable.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { Tolerance } from '../tolerance/index.js';
import type { Waits } from '../severities/waits.js';

/** The waiting property of a region that acquires a lock, by the metric of the region's time. */
const contention: Partial<Record<MetricName, MetricName>> = {
  omp_critical: 'omp_lock_contention_critical',
  omp_lock_api: 'omp_lock_contention_api',
  pthread_lock_api: 'pthread_lock_contention_mutex_lock',
  pthread_conditional: 'pthread_lock_contention_conditional',
};

/**
 * Lock Competition (Wolf 2003, example 3.6): `release of the previous owner - ENTER of the acquiring region`, if
 * positive. The previous owner is the thread of the process that acquired the lock last before; a lock that it never
 * released, as the trace has it, tells nothing. After a thread of the process ends early, the owner may be that one.
 */
export function analyzeLocks(
  records: ThreadRecords,
  processes: Processes,
  regions: RegionTable,
  waits: Waits,
  tolerance: Tolerance,
): void {
  const { ownerships } = records;
  const { location, node, region, enter, acquire, release, lock } = ownerships.columns;
  rowsByProcess(ownerships.length, location, acquire, processes).forEach((rows, process) => {
    const until = tolerance.processes.until(process);
    const latest = new Map<number, number>();
    for (const row of rows) {
      const before = latest.get(lock[row]);
      latest.set(lock[row], row);
      if (before === undefined || location[before] === location[row] || acquire[row] > until) continue;
      const seconds = Math.min(release[before], acquire[row]) - enter[row];
      const from = regions.metric[region[row]];
      const metric = contention[from];
      if (metric === undefined || !(seconds > 0)) continue;
      const place = { node: node[row], location: location[row], enter: enter[row], leave: acquire[row] };
      waits.addAt(from, metric, place, seconds, location[before]);
    }
  });
}
