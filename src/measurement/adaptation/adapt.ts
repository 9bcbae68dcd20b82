/** One round of adapting what is measured to a run: by a strategy, what the next run measures, until nothing is new. */
import type { FunctionRule } from '../selection/model.js';
import { type AgorState, begunWith, nextStep, rulesThatMeasure } from './agor.js';
import { type CallCost, compensatedStatistics } from './compensated.js';
import { recordingCost } from './overhead.js';
import { type ReducedFunction, reduce, type Reduction, rulesFor } from './reduce.js';
import type { RunStatistics } from './statistics.js';
import type { Seconds } from '../../base/units.js';

/** Cost of recording a call of a function in a run. */
export interface MeasuredCost extends CallCost {
  readonly halfWidth: Seconds;
}

/** Results of the previous rounds. */
export interface Round {
  readonly rules: readonly FunctionRule[];
  readonly agor: AgorState | undefined;
}

export interface NextRound extends Round {
  /** Functions excluded in this round. */
  readonly leftOut: readonly ReducedFunction[];
  /** Whether the next run would measure the same once more. */
  readonly isDone: boolean;
}

/** Exclusions of a strategy for a run in which all functions may be on. */
export type LeavesOut = (run: RunStatistics) => ReducedFunction[];

/**
 * Excludes functions by recording cost: TOR uses the full cost, with times as measured. POR uses the cost that remains
 * in compensated times, which is at most the uncertainty of the calibration (Oleynik 2014, 4.3).
 */
export function byCost(strategy: 'tor' | 'por', cost: MeasuredCost): LeavesOut {
  if (strategy === 'tor') return (run) => reduce(run, { strategy, cost: recordingCost(cost.pair, undefined) });
  return (run) => reduce(compensatedStatistics(run, cost), { strategy, cost: recordingCost(cost.pair, cost) });
}

/** Excludes functions by rules. */
export const byRules =
  (reduction: Extract<Reduction, { readonly rules: unknown }>): LeavesOut =>
  (run) =>
    reduce(run, reduction);

/** Returns a round of a strategy that excludes more and more functions. @param before undefined in the first round */
export function nextReduction(before: Round | undefined, latest: RunStatistics, leavesOut: LeavesOut): NextRound {
  const leftOut = leavesOut(latest);
  const known = before?.rules ?? [];
  // A function measured despite a rule stays measured: repeating the rule would not change the run.
  const isKnown = ({ take, glob }: FunctionRule): boolean =>
    known.some((rule) => rule.take === take && rule.glob === glob);
  const rules = rulesFor(leftOut.map(({ statistics }) => statistics.region)).filter((rule) => !isKnown(rule));
  return { rules: [...known, ...rules], agor: undefined, leftOut, isDone: rules.length === 0 };
}

/**
 * A round of AGOR.
 * @param before undefined where `latest` is the run with all functions
 * @param blackList what of a run may never be measured again
 */
export function nextGuided(
  before: AgorState | undefined,
  { whole, latest, blackList }: { whole: RunStatistics; latest: RunStatistics; blackList: LeavesOut },
): NextRound {
  const known = new Set(before?.blackList);
  const leftOut = blackList(before === undefined ? whole : latest).filter(
    ({ statistics }) => !known.has(statistics.region),
  );
  const names = leftOut.map(({ statistics }) => statistics.region);
  const agor = before === undefined ? begunWith(names) : nextStep(before, whole, latest, names);
  return { rules: rulesThatMeasure(agor.on), agor, leftOut, isDone: agor.stage === 'over' };
}

/** Only where the program begins is measured. */
export const measuringNothing: NextRound = {
  rules: rulesThatMeasure([]),
  agor: undefined,
  leftOut: [],
  isDone: true,
};
