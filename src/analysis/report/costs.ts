import { elementAt } from '../../base/elements.js';
import type { Finding } from '../../model/findings/findings.js';
import type { PerformanceSpace, SeverityColumn } from '../../model/performanceSpace.js';
import { STARTUP_COST } from '../../model/findings/ranking.js';
import type { MetricName } from '../trace/metrics/metrics.js';
import { knownFromRegions } from '../trace/metrics/classification.js';
import { mpiName } from '../trace/metrics/operations.js';
import { PairSums } from '../trace/tables/pairSums.js';
import { columnOf, exclusive } from '../trace/severities/space.js';
import type { WaitingProperty } from '../../properties/index.js';
import type { CallPaths } from '../callPaths/callPaths.js';
import { textsOf, waitsForAccelerator } from './costTexts.js';
import { LEAST_SEVERITY, sharesByPath } from './shares.js';

/** Calls that are made from one line are named from this share of the program's total time. */
export const LEAST_COST = 0.03;

/** Same threshold if waiting is included in their time, so that no other finding contains it. */
export const LEAST_TIME = 0.01;

/** Separate, because it matters for short runs only. */
const STARTUP = { property: STARTUP_COST, title: 'Start and End of MPI' };

/** A programming interface whose calls cost time. */
interface Interface {
  /** The metric of all time in it. */
  readonly metric: MetricName;
  readonly property: string;
  readonly name: string;
  /** Whether its time is always reported as time, because it is not an interface that a program could avoid. */
  readonly isTime?: true;
}

const interfaces: readonly Interface[] = [
  { metric: 'mpi', property: 'mpi_cost', name: 'MPI' },
  { metric: 'omp_time', property: 'omp_cost', name: 'OpenMP' },
  { metric: 'acc_api', property: 'acc_cost', name: 'Accelerators' },
  { metric: 'pthread_time', property: 'pthread_cost', name: 'POSIX Threads', isTime: true },
  { metric: 'io_time', property: 'io_cost', name: 'I/O', isTime: true },
];

/**
 * Returns the cost of calls of MPI, OpenMP and accelerators without waiting: their time less all waiting found in them,
 * so the two never overlap. If waiting was not searched for, as in a profile, it is the time in them, and named so.
 * Lines with cheap calls are omitted.
 * @param isWhole whether the trace is complete; else waiting that could not be judged may be in the times of calls that
 * wait
 */
export function costsOf(
  space: PerformanceSpace,
  paths: CallPaths,
  names: readonly string[],
  waiting: readonly WaitingProperty[],
  totalTime: number,
  isWhole: boolean,
): Finding[] {
  if (totalTime <= 0) return [];
  return interfaces.flatMap(({ metric, property, name, isTime = false }) => {
    const isSearched = waitingIn(space, waiting, metric).some((name) => !knownFromRegions.has(name));
    const least = isSearched ? LEAST_COST : LEAST_TIME;
    const title = `${isSearched && !isTime ? 'Cost of' : 'Time in'} ${name}`;
    const shares = sharesByPath(withoutWaiting(space, waiting, metric), names);
    const seconds = new Map(
      [...shares].map(([node, ofPath]) => [node, ofPath.reduce((sum, share) => sum + share.seconds, 0)]),
    );
    const byLine = new Map<string, number>();
    for (const [node, own] of seconds) byLine.set(lineOf(paths, node), (byLine.get(lineOf(paths, node)) ?? 0) + own);
    return [...shares].flatMap(([node, locations]): Finding[] => {
      const own = seconds.get(node) ?? 0;
      if ((byLine.get(lineOf(paths, node)) ?? 0) / totalTime < least || own / totalTime < LEAST_SEVERITY) return [];
      const place = paths.place(node);
      return [
        {
          kind: 'cost',
          ...(/^(init|init_thread|finalize)$/.test(mpiName(paths.regionName(node)) ?? '')
            ? STARTUP
            : { property, title }),
          callPath: paths.steps(node),
          ...(place === undefined ? {} : { place }),
          seconds: own,
          severity: own / totalTime,
          confidence: isWhole || !mayWait(paths.regionName(node), property) ? 1 : 0.5,
          locations,
          ...(isSearched || isTime ? textsOf(paths.regionName(node), property) : NOT_SEARCHED),
        },
      ];
    });
  });
}

/** Whether some waiting property looks at calls of a function: in the time of others there is no waiting to be missed. */
function mayWait(region: string, property: string): boolean {
  if (property === 'omp_cost' || property === 'pthread_cost') return true;
  if (property === 'acc_cost') return waitsForAccelerator(region);
  return waitingCalls.test(mpiName(region) ?? '');
}

const waitingCalls =
  /^(s?send|sendrecv(_replace)?|m?recv|wait(any|all|some)?|init(_thread)?|finalize|win_\w+|r?(put|get|accumulate|get_accumulate)|fetch_and_op|compare_and_swap|barrier|allreduce|allgatherv?|alltoall|reduce(_scatter(_block)?)?|bcast|scatterv?|gatherv?|scan|exscan)$/;

/** Calls of one function from one line count together; without a line each call path is on its own. */
function lineOf(paths: CallPaths, node: number): string {
  const place = paths.place(node);
  return place === undefined ? `${node}` : `${paths.regionName(node)}\n${place.line} ${place.file}`;
}

/** The time of a metric in which no waiting property found anything. */
function withoutWaiting(
  space: PerformanceSpace,
  waiting: readonly WaitingProperty[],
  metric: MetricName,
): SeverityColumn {
  const sums = new PairSums();
  const add = (name: MetricName, sign: number): void => {
    const { callPath, location, value } = exclusive(space, name);
    for (let i = 0; i < value.length; i++)
      sums.add(elementAt(callPath, i), elementAt(location, i), sign * elementAt(value, i));
  };
  add(metric, 1);
  for (const found of waitingIn(space, waiting, metric)) add(found, -1);
  return columnOf(sums, space);
}

/** The waiting properties that the space knows within a metric, with or without values. */
function waitingIn(
  { metrics }: PerformanceSpace,
  waiting: readonly WaitingProperty[],
  whole: MetricName,
): MetricName[] {
  const parents = new Map(metrics.map(({ name, parent }) => [name, parent]));
  const isPart = (metric: string): boolean => {
    for (let at: string | undefined = metric; at !== undefined; at = parents.get(at)) if (at === whole) return true;
    return false;
  };
  return waiting.map(({ metric }) => metric).filter((metric) => parents.has(metric) && isPart(metric));
}

/** If times are only sums, they contain waiting. */
const NOT_SEARCHED: Pick<Finding, 'explanation' | 'advice'> = {
  explanation: 'Time in these calls, work and waiting together: a profile does not separate them.',
  advice:
    'Compare the ranks and threads: those with much less of it are the ones that the others may wait for. A trace of the ' +
    'same run shows how much is waiting, for whom, and why.',
};
