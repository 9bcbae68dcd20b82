import { type AnalysisResult, type MetricName, total } from '../../src/analysis/trace/index.js';
import { incompletenessOf } from './analyzed.js';

/** Seconds that sums of rounded numbers may be off. */
const ROUNDING = 1e-9;

/** A kind of waiting, the metric of its short-term costs, and that of all its costs. */
const kinds: readonly (readonly [waiting: readonly MetricName[], direct: MetricName, all: MetricName])[] = [
  [['mpi_latesender'], 'delay_latesender', 'delay_latesender_aggregate'],
  [['mpi_latereceiver'], 'delay_latereceiver', 'delay_latereceiver_aggregate'],
  [['mpi_barrier_wait'], 'delay_barrier', 'delay_barrier_aggregate'],
  [['mpi_earlyreduce'], 'delay_n21', 'delay_n21_aggregate'],
  [['mpi_latebroadcast'], 'delay_12n', 'delay_12n_aggregate'],
  [['mpi_wait_nxn'], 'delay_n2n', 'delay_n2n_aggregate'],
  [['omp_ebarrier_wait', 'omp_ibarrier_wait'], 'delay_ompbarrier', 'delay_ompbarrier_aggregate'],
  [['omp_idle_threads'], 'delay_ompidle', 'delay_ompidle_aggregate'],
];

/** One law that holds between totals, in seconds. */
export interface Invariant {
  readonly law: string;
  readonly left: number;
  readonly right: number;
  readonly relation: '=' | '<=';
}

/**
 * Returns the invariants between waiting and its causes in every trace:
 * - costs of a kind, and waiting of that kind without a visible delay, add up to its waiting;
 * - waiting for messages is direct or indirect, and propagating or terminal;
 * - propagating waiting is at most the indirect waiting. Each second of waiting propagates once, however many others it
 *   delays, and only waiting for messages is classified. With one waiter for each, and messages only, both are equal.
 *
 * In an incomplete trace nothing is looked up after the first uncertain moment, so that costs are lower there.
 */
export function causeInvariants({ space, report, unattributed }: AnalysisResult): Invariant[] {
  const sum = (names: readonly MetricName[]): number => names.reduce((all, name) => all + total(space, name), 0);
  const isWhole = incompletenessOf(report) === undefined;
  const laws = kinds
    .filter(([waiting, , all]) => sum(waiting) > 0 || total(space, all) > 0)
    .map(([waiting, direct, all]): Invariant => {
      const left = total(space, all) + (isWhole ? (unattributed.get(direct) ?? 0) : 0);
      const law = `${all}${isWhole ? ' + unattributed' : ''}`;
      return { law, left, right: sum(waiting), relation: isWhole ? '=' : '<=' };
    });
  const messages = sum(['mpi_latesender', 'mpi_latereceiver']);
  if (messages === 0) return laws;
  const classified = isWhole ? '=' : '<=';
  const [indirect, propagating] = [total(space, 'mpi_wait_indirect'), total(space, 'mpi_wait_propagating')];
  return [
    ...laws,
    {
      law: 'direct + indirect',
      left: total(space, 'mpi_wait_direct') + indirect,
      right: messages,
      relation: classified,
    },
    {
      law: 'propagating + terminal',
      left: propagating + total(space, 'mpi_wait_terminal'),
      right: messages,
      relation: classified,
    },
    { law: 'propagating, indirect', left: propagating, right: indirect, relation: '<=' },
  ];
}

/** Whether an invariant holds, but for rounding. */
export function holds({ left, right, relation }: Invariant): boolean {
  const most = ROUNDING * Math.max(1, Math.abs(right));
  return left - right <= most && (relation === '<=' || right - left <= most);
}

/** The invariants that a result violates, as sentences. */
export function violatedCauses(result: AnalysisResult): string[] {
  return causeInvariants(result)
    .filter((invariant) => !holds(invariant))
    .map(({ law, left, right, relation }) => `${law}: ${left} is not ${relation} ${right}`);
}
