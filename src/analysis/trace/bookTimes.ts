import type { CallTreeBuilder } from './profile/callTreeBuilder.js';
import type { ForkList } from './profile/forks.js';
import type { LocationPass } from './profile/locationPass.js';
import type { RegionTable } from './profile/regionTable.js';
import type { Severities } from './severities.js';

/** Books a location's time and visits under the metrics of its regions. */
export function bookTimes(
  location: number,
  { times }: LocationPass,
  tree: CallTreeBuilder,
  regions: RegionTable,
  severities: Severities,
): void {
  const visits = severities.of('visits');
  const slots = Math.min(tree.size + 1, times.visits.length);
  for (let slot = 1; slot < slots; slot++) {
    const node = slot - 1;
    const seconds = times.serial[slot] + times.inTeam[slot];
    if (seconds !== 0) severities.of(regions.metric[tree.regionOf(node)] ?? 'comp').add(node, location, seconds);
    if (times.visits[slot] > 0) visits.add(node, location, times.visits[slot]);
  }
  for (const [node, seconds] of times.fork) severities.of('omp_fork').add(node, location, seconds);
  for (const [node, seconds] of times.management) severities.of('omp_management').add(node, location, seconds);
  for (const [node, seconds] of times.overhead) severities.of('overhead').add(node, location, seconds);
}

/**
 * Idle Threads and Limited Parallelism of one process (Wolf 2003, 4.4.6): while the master thread is outside parallel
 * regions every worker idles for the master's time, at the master's call path; a worker that a parallel region leaves
 * out idles for the length of the region. Workers are the threads that take part in a parallel region at least once.
 */
export function bookIdleThreads(
  passes: ReadonlyMap<number, LocationPass>,
  { forks }: ForkList,
  severities: Severities,
): void {
  if (forks.length === 0) return;
  const master = forks[0].location;
  const workers = new Set(forks.flatMap(({ members }) => [...members]));
  workers.delete(master);
  const serial = passes.get(master)?.times.serial ?? new Float64Array(0);
  const idle = severities.of('omp_idle_threads');
  const limited = severities.of('omp_limited_parallelism');
  for (const worker of workers) {
    for (let slot = 1; slot < serial.length; slot++) {
      if (serial[slot] !== 0) idle.add(slot - 1, worker, serial[slot]);
    }
    for (const fork of forks) {
      if (fork.location !== master || fork.members.has(worker) || fork.node === undefined) continue;
      limited.add(fork.node, worker, fork.end - fork.begin);
    }
  }
}
