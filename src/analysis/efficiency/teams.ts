/** Serial code and parallel regions of processes with several threads (POP's additive hybrid metrics). */
import { elementAt } from '../../base/elements.js';
import type { ThreadTimes } from '../../model/findings/efficiency.js';
import type { Seconds } from '../../base/units.js';
import type { MeasuredTimes } from './measured.js';
import { byLocation } from './weighted.js';

/** Times of the threads of a process. */
export interface ProcessTimes {
  /** Outside MPI and outside parallel regions, of the master; and the useful part of it. */
  readonly serial: Seconds;
  readonly serialUseful: Seconds;
  /** In parallel regions, outside MPI; of MPI there the mean of the threads. */
  readonly parallel: Seconds;
  /** Useful time of each thread that is not in `serialUseful`, the master's first. */
  readonly inParallel: readonly Seconds[];
}

/** Averages of all threads. @param processes at least one, each with a thread */
export function threadTimes(processes: readonly ProcessTimes[]): ThreadTimes {
  const threads = processes.reduce((sum, { inParallel }) => sum + inParallel.length, 0);
  const average = (of: (process: ProcessTimes, threads: number) => Seconds): Seconds =>
    processes.reduce((sum, process) => sum + of(process, process.inParallel.length), 0) / threads;
  return {
    averageOutside: average(({ serial, parallel }, count) => count * (serial + parallel)),
    mostOutside: processes.reduce((most, { serial, parallel }) => Math.max(most, serial + parallel), 0),
    serialIdle: average(({ serial }, count) => (count - 1) * serial),
    regionLoss: average(
      ({ parallel, inParallel }, count) => count * parallel - inParallel.reduce((sum, one) => sum + one, 0),
    ),
    otherLoss: average(({ serial, serialUseful }) => Math.max(0, serial - serialUseful)),
  };
}

/** The times of each process of a run. */
export function processTimes({ space, columns, processes, parallel, within, ...run }: MeasuredTimes): ProcessTimes[] {
  const { locationCount } = space;
  const inRegions = within === undefined ? parallel : parallel.map((mark, node) => mark * elementAt(within, node));
  const [time, mpi, useful] = [[columns.time], [columns.mpi], columns.useful].map((one) =>
    byLocation(one, locationCount, inRegions),
  );
  const wholeMpi = byLocation([columns.mpi], locationCount, within);
  const at = (values: Float64Array | undefined, location: number): number => values?.[location] ?? 0;
  return processes.map(({ threads }) => {
    const master = elementAt(threads, 0);
    const mpiInside = threads.reduce((sum, thread) => sum + at(mpi, thread), 0) / threads.length;
    const serialMpi = at(wholeMpi, master) - at(mpi, master);
    return {
      serial: at(run.time, master) - at(time, master) - serialMpi,
      serialUseful: at(run.useful, master) - at(useful, master),
      parallel: at(time, master) - mpiInside,
      inParallel: threads.map((thread) => at(thread === master ? useful : run.useful, thread)),
    };
  });
}
