import { absent } from '../../../base/elements.js';
import type { CallTreeBuilder } from '../profile/callTreeBuilder.js';
import type { RegionTable } from '../profile/regionTable.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import type { ProcessReading } from '../profile/processReading.js';
import type { Reading } from '../reading/reading.js';
import type { Severities } from '../severities/severities.js';
import type { Tolerance } from '../tolerance/index.js';

/** Records results of reading alone: the times and visits of all locations, and the idle threads. */
export function bookReading(
  { tree, processes }: Reading,
  regions: RegionTable,
  severities: Severities,
  tolerance: Tolerance,
): void {
  for (const process of processes) {
    for (const profile of process.profiles) bookTimes(profile, tree, regions, severities);
    bookIdleThreads(process, severities, tolerance);
  }
}

/**
 * Books a location's time and visits under the metrics of its regions.
 */
function bookTimes(
  { location, times }: LocationProfile,
  tree: CallTreeBuilder,
  regions: RegionTable,
  severities: Severities,
): void {
  const visits = severities.of('visits');
  const slots = Math.min(tree.size + 1, times.visits.length);
  for (let slot = 1; slot < slots; slot++) {
    const node = slot - 1;
    const seconds = (times.serial[slot] ?? absent(slot)) + (times.inTeam[slot] ?? absent(slot));
    if (seconds !== 0) severities.of(regions.metric[tree.regionOf(node)] ?? 'comp').add(node, location, seconds);
    if (!((times.visits[slot] ?? absent(slot)) > 0) || regions.uncounted[tree.regionOf(node)] === 1) continue;
    visits.add(node, location, times.visits[slot] ?? absent(slot));
    const counted = regions.counted[tree.regionOf(node)];
    if (counted !== undefined) severities.of(counted).add(node, location, times.visits[slot] ?? absent(slot));
  }
  for (const [node, seconds] of times.fork) severities.of('omp_fork').add(node, location, seconds);
  for (const [node, seconds] of times.management) severities.of('omp_management').add(node, location, seconds);
}

/**
 * Idle Threads of one process (Wolf 2003, 4.4.6): while the master thread is outside parallel regions every worker
 * idles for the master's time, at the master's call path. Workers are the threads that take part in a parallel region
 * at least once. A parallel region that goes without a worker thread is Limited Parallelism there, for the length of
 * the region (Wolf 2003, 4.4.6). Workers that end early may have been busy afterwards, and where a thread is lost it is
 * not known which one is the master.
 */
function bookIdleThreads({ profiles, master }: ProcessReading, severities: Severities, tolerance: Tolerance): void {
  if (profiles.some(({ location }) => tolerance.isLost(location))) return;
  for (const { location, times } of profiles) {
    if (!tolerance.isWhole(location)) continue;
    for (const [node, seconds] of times.limited) severities.of('omp_limited_parallelism').add(node, location, seconds);
  }
  const serial = profiles.find(({ location }) => location === master)?.times.serial;
  if (serial === undefined) return;
  const idle = severities.of('omp_idle_threads');
  for (const { location: worker, isWorker } of profiles) {
    if (!isWorker || worker === master || !tolerance.isWhole(worker)) continue;
    for (let slot = 1; slot < serial.length; slot++) {
      if (serial[slot] !== 0) idle.add(slot - 1, worker, serial[slot] ?? absent(slot));
    }
  }
}
