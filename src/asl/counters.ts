/** Counters by their names in the language, independent of the tool that counted them. */
import type { PerformanceSpace } from '../model/performanceSpace.js';

interface CounterMember {
  readonly unit: 'cycle' | 'flop' | 'count';
  /** Metrics that count exactly this, as PAPI and perf call them; the first one that was read counts. */
  readonly metrics: readonly string[];
}

/** Members of call paths; `classes.asl` declares them, which a test compares. */
export const COUNTER_MEMBERS: ReadonlyMap<string, CounterMember> = new Map([
  ['cycles', { unit: 'cycle', metrics: ['PAPI_TOT_CYC', 'cpu-cycles', 'cycles'] }],
  ['stalledCycles', { unit: 'cycle', metrics: ['PAPI_RES_STL', 'stalled-cycles-backend'] }],
  ['idleIssueCycles', { unit: 'cycle', metrics: ['PAPI_STL_ICY'] }],
  ['instructions', { unit: 'count', metrics: ['PAPI_TOT_INS', 'instructions'] }],
  ['l1Misses', { unit: 'count', metrics: ['PAPI_L1_DCM'] }],
  ['l2Misses', { unit: 'count', metrics: ['PAPI_L2_DCM'] }],
  ['l3Misses', { unit: 'count', metrics: ['PAPI_L3_TCM', 'cache-misses'] }],
  ['tlbMisses', { unit: 'count', metrics: ['PAPI_TLB_DM'] }],
  ['branchMisses', { unit: 'count', metrics: ['PAPI_BR_MSP', 'branch-misses'] }],
  ['flops', { unit: 'flop', metrics: ['PAPI_FP_OPS', 'PAPI_DP_OPS'] }],
]);

/** Whether a run has a metric that counts a member. */
export const hasCounters = ({ severities }: PerformanceSpace): boolean =>
  [...COUNTER_MEMBERS.values()].some(({ metrics }) => metrics.some((name) => severities.has(name)));
