/** Which threads idle, as the whole run knows it. */
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import type { Processes } from '../../../model/processes.js';

export interface IdleThreads {
  /** Threads that idle for the time of another one outside of teams, by that one: the first of their process to fork teams. */
  readonly idleFor: ReadonlyMap<number, number>;
  /** Threads that some parallel regions went without. */
  readonly isLimited: ReadonlySet<number>;
}

/** Found in the severities of the whole run, which has judged whether threads are whole. */
export function idleThreadsOf({ severities }: PerformanceSpace, processes: Processes): IdleThreads {
  const withAny = (metric: string): Set<number> => new Set(severities.get(metric)?.location);
  const [idle, forked] = [withAny('omp_idle_threads'), withAny('omp_fork')];
  const limited = withAny('omp_limited_parallelism');
  const idleFor = new Map<number, number>();
  for (const locations of processes.locations) {
    const first = locations.find((location) => forked.has(location) && !idle.has(location));
    if (first !== undefined) for (const location of locations) if (idle.has(location)) idleFor.set(location, first);
  }
  return { idleFor, isLimited: limited };
}
