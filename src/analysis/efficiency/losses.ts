/** The code at which each efficiency is lost. */
import { elementAt } from '../../base/elements.js';
import type { EfficiencyLoss, LossLevel } from '../../model/findings/efficiency.js';
import type { Seconds } from '../../base/units.js';
import type { CallPaths } from '../callPaths/callPaths.js';
import type { MeasuredTimes } from './measured.js';
import { byCallPath, byLocation } from './weighted.js';

/** Code is named from this share of the run time on, and so many places of each level. */
const LEAST_SHARE = 0.005;
const MOST_PLACES = 5;

/**
 * Returns losses by call path; their sum is the loss of the level (times the run time). For load balance, it is the
 * busiest thread's excess over the mean; for communication, its time that is not busy. For serial code, it is the idle
 * time of other threads meanwhile; for parallel regions, the time that is not useful. With teams, busy is the time of a
 * process outside MPI, else useful time.
 */
export function lossesOf(times: MeasuredTimes, runTime: Seconds, paths: CallPaths): EfficiencyLoss[] {
  const { space, columns, processes, hasTeams, parallel, within } = times;
  const { locationCount, callTree } = space;
  const threads = processes.reduce((sum, process) => sum + process.threads.length, 0);
  const weights = (of: (thread: number, index: number, count: number) => number): Float64Array => {
    const found = new Float64Array(locationCount);
    for (const process of processes)
      process.threads.forEach((thread, index) => (found[thread] = of(thread, index, process.threads.length)));
    return found;
  };
  const sums = (columnsOf: Parameters<typeof byCallPath>[0], weight: Float64Array): Float64Array =>
    byCallPath(columnsOf, callTree.size, weight);
  const outside = (weight: Float64Array): Float64Array =>
    minus(sums([columns.time], weight), sums([columns.mpi], weight));
  const busy = (weight: Float64Array): Float64Array => (hasTeams ? outside(weight) : sums(columns.useful, weight));
  const busiest = busiestThread(times);
  const only = weights((thread) => (thread === busiest ? 1 : 0));
  const mean = weights((_, index, count) => (hasTeams ? (index === 0 ? count : 0) : 1) / threads);
  const each = weights(() => 1 / threads);
  const idle = weights((_, index, count) => (index === 0 ? (count - 1) / threads : 0));
  const serial = parallel.map((mark) => 1 - mark);
  const byLevel: [LossLevel, Float64Array][] = [
    ['load_balance', minus(busy(only), busy(mean))],
    ['communication_efficiency', minus(sums([columns.time], only), busy(only))],
  ];
  if (hasTeams)
    byLevel.push(
      ['serial_region', masked(outside(idle), serial)],
      ['parallel_region', masked(minus(outside(each), sums(columns.useful, each)), parallel)],
    );
  return byLevel.flatMap(([level, seconds]) => worst(level, masked(seconds, within), runTime, paths));
}

function minus(from: Float64Array, less: Float64Array): Float64Array {
  return from.map((value, node) => value - elementAt(less, node));
}

function masked(values: Float64Array, marks: Uint8Array | undefined): Float64Array {
  return marks === undefined ? values : values.map((value, node) => value * elementAt(marks, node));
}

/** The thread with most useful time; with teams the master of the process that is longest outside MPI. */
function busiestThread({ space, columns, processes, hasTeams, time, useful, within }: MeasuredTimes): number {
  const candidates = hasTeams
    ? processes.map(({ threads }) => elementAt(threads, 0))
    : processes.flatMap((process) => process.threads);
  const mpi = byLocation([columns.mpi], space.locationCount, within);
  const amount = (location: number): number =>
    hasTeams ? elementAt(time, location) - elementAt(mpi, location) : elementAt(useful, location);
  return candidates.reduce((most, one) => (amount(one) > amount(most) ? one : most), candidates[0] ?? 0);
}

/** Calls of one region from one line count together. */
function worst(level: LossLevel, seconds: Float64Array, runTime: Seconds, paths: CallPaths): EfficiencyLoss[] {
  const found = new Map<string, EfficiencyLoss>();
  seconds.forEach((lost, node) => {
    if (lost === 0) return;
    const [region, place] = [paths.regionName(node), paths.place(node)];
    const key = `${region}\n${place === undefined ? '' : `${place.line} ${place.file}`}`;
    const former = found.get(key)?.seconds ?? 0;
    found.set(key, { level, region, ...(place === undefined ? {} : { place }), seconds: former + lost });
  });
  return [...found.values()]
    .filter((loss) => loss.seconds >= LEAST_SHARE * runTime)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, MOST_PLACES);
}
