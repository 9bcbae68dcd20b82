import type { Difference } from './difference.js';
import type { Reference } from './scalascaReference.js';

const LOST = 1e-9;

/** The differences of root causes and the critical path that are understood. */
export const rootCauseDifferences: readonly Difference[] = [
  {
    traces: ['bots_sort.2t', 'omp_task.2t'],
    metrics: /./,
    allows: () => true,
    reason:
      'the reference shows the code of explicit tasks under a root of its own (TASKS) and again where it was executed, ' +
      'and its critical path contains the tasks of all threads, so that it takes longer than the run; here code stands ' +
      'once, where it was executed, and the path is no longer than the run',
  },
  {
    traces: ['ats4', 'sweep3d.4', 'clover_hyb.2x2'],
    metrics: /^delay(_mpi|_collective|_omp|_(barrier|n2n|n21|ompidle)(_aggregate|_longterm))?$/,
    allows: (expected, found) => found >= expected - LOST,
    reason:
      'where the processes that wait in a collective operation were synchronised with the last one at different times, ' +
      'the reference hands on the long-term costs of all but the earliest of them only to the last wait state before ' +
      'the operation, so that its costs do not add up to the waiting; here they do',
  },
  {
    traces: ['cg.S.4', 'hpccg.4', 'sweep3d.4', 'clover_hyb.2x2'],
    metrics: /^(delay|mpi_wait_|waitstates_)/,
    allows: (expected, found) => Math.abs(expected - found) < 2e-6,
    reason:
      'in a few cases the stretch of time after a Late Receiver begins less than the length of one MPI call earlier or ' +
      'later in the reference, by a rule that is not documented; the sums over call paths agree',
  },
  {
    traces: ['lulesh_hyb.1x2', 'clover_hyb.2x2', 'omp_cg.S.4t', 'qsomp1.2t'],
    metrics:
      /^(critical_path_imbalance|critical_imbalance_impact|intra_partition_imbalance|inter_partition_imbalance)$/,
    allows: () => true,
    reason:
      'the reference loses the time of some call paths of programs with threads (their activities on and off the ' +
      'critical path are both 0 although they took time), and everything derived from all call paths follows',
  },
  {
    traces: ['lulesh_hyb.1x2', 'clover_hyb.2x2'],
    metrics: /^(performance_impact|performance_impact_criticalpath)$/,
    allows: () => true,
    reason: 'as for the imbalance it contains',
  },
  {
    traces: ['lulesh_hyb.1x2', 'clover_hyb.2x2'],
    metrics: /^(critical_path_activities|non_critical_path_activities)$/,
    allows: (expected, found, key, reference) => losesTime(key, reference) || Math.abs(expected - found) < LOST,
    reason: 'the reference loses the time of these call paths',
  },
  {
    traces: ['ats4', 'cg.S.4', 'hpccg.4', 'mg.W.4', 'sweep3d.4'],
    metrics: /^critical_path_imbalance$/,
    allows: (_expected, found, key, reference) => isDefinition(found, key, reference),
    reason:
      'the average that the reference subtracts from the time on the critical path is not that of its own times where a ' +
      'call path has callees; here the definition is applied, which the test checks with the numbers of the reference',
  },
];

/** Whether the reference knows less time of a call path on and off the critical path than the path itself takes. */
function losesTime(key: string, reference: Reference): boolean {
  const value = (metric: string): number => reference.metrics.get(metric)?.exclusive.get(key) ?? 0;
  return value('critical_path_activities') + value('non_critical_path_activities') < value('time') - LOST;
}

/** Whether a value is the positive difference of time on the critical path and average time, at its share of the path. */
function isDefinition(found: number, key: string, reference: Reference): boolean {
  const [callPath] = key.split('\t');
  const sum = (metric: string): number => {
    let total = 0;
    for (const [other, value] of reference.metrics.get(metric)?.exclusive ?? []) {
      if (other.split('\t')[0] === callPath) total += value;
    }
    return total;
  };
  const locations = 4;
  const onPath = sum('critical_path');
  const average = (sum('critical_path_activities') + sum('non_critical_path_activities')) / locations;
  const own = reference.metrics.get('critical_path')?.exclusive.get(key) ?? 0;
  const expected = onPath > 0 ? (Math.max(0, onPath - average) * own) / onPath : 0;
  return Math.abs(found - expected) <= 1e-6 * Math.max(expected, found) + 1e-12;
}
