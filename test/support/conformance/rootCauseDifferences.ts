import {
  hasLongStretch,
  hasManyCallPaths,
  IN_FINALIZE,
  isInUnevenRegion,
  MANY_CALL_PATHS,
  TASKS,
  UNEVEN_REGIONS,
} from './causes.js';
import type { Difference } from './difference.js';
import type { Reference } from './scalascaReference.js';
import { placeOf } from '../spaceValues.js';
import { isInFinalize } from './traceFacts.js';

const LOST = 1e-9;

/** The differences of root causes and the critical path that are understood. */
export const rootCauseDifferences: readonly Difference[] = [
  {
    cause: TASKS,
    isIn: ({ hasTasks }) => hasTasks,
    metrics: /^delay(_omp|_ompbarrier(_aggregate)?)?$/,
    allows: () => true,
    reason:
      'the reference attributes the time from the own to the latest ENTER of a barrier, although threads execute tasks ' +
      'in it meanwhile, so that its costs exceed the waiting; here they add up to it',
  },
  {
    cause: TASKS,
    isIn: ({ hasTasks }) => hasTasks,
    metrics: /^(critical|performance|non_critical|intra|inter|imbalance)/,
    allows: () => true,
    reason:
      'the reference shows the code of explicit tasks under a root of its own (TASKS) and again where it was executed, ' +
      'and its critical path contains the tasks of all threads, so that it takes longer than the run; here code stands ' +
      'once, where it was executed, and the path is no longer than the run',
  },
  {
    cause: 'Long-term costs of collective operations',
    isIn: ({ synchronizesSeparately }) => synchronizesSeparately,
    metrics: /^delay(_mpi|_collective|_omp|_(barrier|n2n|n21|ompidle)(_aggregate|_longterm))?$/,
    allows: (expected, found) => found >= expected - LOST,
    reason:
      'defect of the reference: where processes that wait in a collective operation were synchronized with the last ' +
      'one separately, such as by a message, it notes how much is handed on from there before it adds what begins ' +
      'there (CalculateScales), so that long-term costs are lost (with two processes all of them); here they add up to the waiting',
  },
  {
    cause: MANY_CALL_PATHS,
    isIn: hasLongStretch,
    metrics: /^(delay(_mpi|_p2p|_omp|_(latesender|ompidle)(_aggregate|_longterm)?)?|mpi_wait_indirect(_latesender)?)$/,
    allows: (expected, found) => Math.abs(expected - found) < 1e-7,
    reason:
      'the reference keeps the time of the 128 call paths with most of it of a stretch of time, so that those that are ' +
      'left out of the waiting process count as delays of the other one',
  },
  {
    cause: 'A location that is all of the critical path',
    isIn: ({ isAllOfPath }) => isAllOfPath,
    metrics: /^(intra|inter)_partition_imbalance$/,
    allows: (expected, found, key, reference) =>
      Math.abs(expected - found) <=
      (reference.metrics.get('critical_imbalance_impact')?.exclusive.get(key) ?? 0) + LOST,
    reason:
      'defect of the reference: a thread that takes part in everything on the critical path divides 0 by 0, and not a ' +
      'number is left of the inter-partition imbalance of all threads, so that everything counts as intra-partition',
  },
  {
    cause: MANY_CALL_PATHS,
    isIn: hasManyCallPaths,
    metrics: /^(critical_path_activities|non_critical_path_activities)$/,
    allows: (expected, found, key, reference) => losesTime(key, reference) || Math.abs(expected - found) < LOST,
    reason:
      'the reference keeps the time of the 128 call paths with most of it, and loses that of the others: activities on ' +
      'and off the critical path add up to less than the call paths take without waiting',
  },
  {
    cause: UNEVEN_REGIONS,
    isIn: ({ unevenRegions }) => unevenRegions.length > 0,
    metrics: /^(critical_path_activities|non_critical_path_activities)$/,
    allows: (expected, found, key, _reference, facts) => found < expected && isInUnevenRegion(key, facts),
    reason:
      'in a parallel region whose call paths not all processes have, in which the reference takes workers that take part for idle, it ' +
      'counts more of what they do after the last barrier',
  },
  {
    cause: IN_FINALIZE,
    isIn: ({ callsInFinalize }) => callsInFinalize,
    metrics: /^(critical_path(_imbalance|_activities)?|non_critical_path_activities)$/,
    allows: (_expected, _found, key) => isInFinalize(placeOf(key)[0]),
    reason:
      'the reference has the time of MPI_Finalize on the critical path up to the last call within it; here the path ends ' +
      'where the last process enters MPI_Finalize',
  },
  {
    cause: IN_FINALIZE,
    isIn: ({ callsInFinalize }) => callsInFinalize,
    metrics:
      /^(critical_imbalance_impact|(intra|inter)_partition_imbalance|performance_impact|performance_impact_criticalpath)$/,
    allows: () => true,
    reason:
      'with time of MPI_Finalize on the path, other activities stand beside it, and other imbalance is distributed',
  },
  {
    cause: MANY_CALL_PATHS,
    isIn: hasManyCallPaths,
    metrics:
      /^(critical_imbalance_impact|(intra|inter)_partition_imbalance|performance_impact|performance_impact_criticalpath)$/,
    allows: () => true,
    reason:
      'the activities that the reference loses count as imbalance there, which it distributes over all call paths',
  },
];

/** Waiting, and the management of threads, which the reference also excludes from activities. */
const withoutActivity =
  /^(mpi_(finalize_wait|barrier_wait|latesender|latereceiver|earlyreduce|earlyscan|latebroadcast|wait_nxn)|omp_[ei]barrier_wait|omp_lock_contention_(critical|api)|omp_idle_threads)$/;

/** Whether the reference knows less activity of a call path on and off the critical path than there is. */
function losesTime(key: string, reference: Reference): boolean {
  const value = (metric: string): number => reference.metrics.get(metric)?.exclusive.get(key) ?? 0;
  let activity = value('time');
  for (const metric of reference.metrics.keys()) if (withoutActivity.test(metric)) activity -= value(metric);
  return value('critical_path_activities') + value('non_critical_path_activities') < activity - LOST;
}
