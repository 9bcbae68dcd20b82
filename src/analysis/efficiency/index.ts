/** Inputs of the efficiencies of a run, or of a part of it. */
import { elementAt } from '../../base/elements.js';
import type { Definitions } from '../../model/definitions.js';
import type { EfficiencyTimes } from '../../model/findings/efficiency.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { isSummed } from '../../model/processes.js';
import type { Seconds } from '../../base/units.js';
import { CallPaths } from '../callPaths/callPaths.js';
import { exclusive } from '../trace/severities/space.js';
import { isMpi, marked, markedBelow } from './classes.js';
import { lossesOf } from './losses.js';
import { type MeasuredTimes, measuredTimes } from './measured.js';
import { processTimes, threadTimes } from './teams.js';
import { sum } from './weighted.js';

/**
 * Of the whole run.
 * @param runTime from its begin to its end
 * @returns undefined where no times are known of any thread, or ranks are summed up
 */
export function efficiencyTimes(
  space: PerformanceSpace,
  definitions: Definitions,
  runTime: Seconds,
): EfficiencyTimes | undefined {
  if (isSummed(definitions)) return undefined;
  const measured = measuredTimes(space, definitions);
  return timesOf(measured, runTime, criticalTime(measured));
}

/** The useful times of the threads that recorded anything, in the order of locations of each process. */
export function usefulTimes(space: PerformanceSpace, definitions: Definitions): readonly Seconds[] {
  const { processes, useful } = measuredTimes(space, definitions);
  return processes.flatMap(({ threads }) => threads.map((thread) => elementAt(useful, thread)));
}

/**
 * Returns the inclusive times of a region. Its run time is the longest time a thread spends in it, since sums do not
 * contain its begin and end. Its ideal time is not known.
 * @returns undefined if no region has this name, none of them has time, or ranks are summed up
 */
export function efficiencyTimesOf(
  space: PerformanceSpace,
  definitions: Definitions,
  region: string,
): EfficiencyTimes | undefined {
  if (isSummed(definitions)) return undefined;
  const within = markedBelow(
    space.callTree,
    marked(space.callTree, definitions, ({ name }) => name === region),
  );
  const measured = measuredTimes(space, definitions, within);
  return timesOf(measured, 0);
}

function timesOf(measured: MeasuredTimes, span: Seconds, critical?: Seconds): EfficiencyTimes | undefined {
  const { space, definitions, processes, time, useful, hasTeams } = measured;
  const threads = processes.flatMap((process) => process.threads);
  // Of profiles, the run time is the longest time of a thread; no thread is longer in it than it takes.
  const runTime = threads.reduce((most, thread) => Math.max(most, elementAt(time, thread)), span);
  if (threads.length === 0 || !(runTime > 0)) return undefined;
  const ofThreads = threads.map((thread) => elementAt(useful, thread));
  const mostUseful = ofThreads.reduce((most, one) => Math.max(most, one), 0);
  const teams = hasTeams ? threadTimes(processTimes(measured)) : undefined;
  const [instructions, cycles] = COUNTED.map((names) => countedIn(measured, names));
  const losses = lossesOf(measured, runTime, new CallPaths(space.callTree, definitions));
  return {
    ...{ runTime, processes: processes.length, threads: threads.length },
    averageUseful: sum(ofThreads) / threads.length,
    mostUseful,
    ...(critical === undefined ? {} : { idealTime: Math.min(runTime, Math.max(critical, mostUseful)) }),
    ...(teams === undefined ? {} : { teams }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(cycles === undefined ? {} : { cycles }),
    ...(losses.length === 0 ? {} : { losses }),
  };
}

/** The critical path without its time in MPI; undefined where it is not known. */
function criticalTime({ space, definitions }: MeasuredTimes): Seconds | undefined {
  const { callPath, value } = exclusive(space, 'critical_path');
  if (value.length === 0) return undefined;
  const mpi = marked(space.callTree, definitions, isMpi);
  return value.reduce((time, seconds, i) => (elementAt(mpi, elementAt(callPath, i)) === 1 ? time : time + seconds), 0);
}

/** Instructions, and cycles, as perf and PAPI call them. */
const COUNTED = [
  ['instructions', 'PAPI_TOT_INS'],
  ['cycles', 'cpu-cycles', 'PAPI_TOT_CYC'],
] as const;

/** A counter in useful time; undefined where none of these was read. */
function countedIn({ space, isUsefulPath, within }: MeasuredTimes, names: readonly string[]): number | undefined {
  const name = names.find((one) => space.severities.has(one));
  if (name === undefined) return undefined;
  const { callPath, value } = exclusive(space, name);
  return value.reduce((total, amount, i) => {
    const node = elementAt(callPath, i);
    const counts = elementAt(isUsefulPath, node) === 1 && (within === undefined || elementAt(within, node) === 1);
    return counts ? total + amount : total;
  }, 0);
}
