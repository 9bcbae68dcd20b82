/** One round of adapting what is measured to a run: by a strategy, what the next run measures, until nothing is new. */
import type { FunctionRule } from '../selection/model.js';
import { type AgorState, begunWith, nextStep, rulesThatMeasure } from './agor.js';
import { type CallCost, compensatedStatistics } from './compensated.js';
import { recordingCost } from './overhead.js';
import { type LeftOut, reduce, type Reduction, rulesFor } from './reduce.js';
import type { RunStatistics } from './statistics.js';
import type { Seconds } from '../../base/units.js';

/**
 * `tor` and `por` leave out what costs too much, `rules` what rules of tau_reduce say, `agor` measures only what the
 * analysis asks for, and `nothing` only where the program begins, for the plain run beside others.
 */
export const ADAPTATIONS = ['tor', 'por', 'agor', 'rules', 'nothing'] as const;
export type Adaptation = (typeof ADAPTATIONS)[number];

/** What recording a call of a function cost in a run. */
export interface MeasuredCost extends CallCost {
  readonly halfWidth: Seconds;
}

/** What the rounds before led to. */
export interface Round {
  readonly rules: readonly FunctionRule[];
  readonly agor: AgorState | undefined;
}

export interface NextRound extends Round {
  /** What this round leaves out. */
  readonly leftOut: readonly LeftOut[];
  /** Whether the next run would measure the same once more. */
  readonly isDone: boolean;
}

/** What a strategy leaves out of a run in which all functions may be on. */
export type LeavesOut = (run: RunStatistics) => LeftOut[];

/**
 * Leaves out by what recording costs: TOR looks at all of it in the times as they are; POR at what stays in times out of
 * which recording was taken, which is no more than the calibration is unsure of (Oleynik 2014, 4.3).
 */
export function byCost(strategy: 'tor' | 'por', cost: MeasuredCost): LeavesOut {
  if (strategy === 'tor') return (run) => reduce(run, { strategy, cost: recordingCost(cost.pair, undefined) });
  return (run) => reduce(compensatedStatistics(run, cost), { strategy, cost: recordingCost(cost.pair, cost) });
}

/** Leaves out by rules. */
export const byRules =
  (reduction: Extract<Reduction, { readonly rules: unknown }>): LeavesOut =>
  (run) =>
    reduce(run, reduction);

/** A round of a strategy that leaves out more and more. @param before undefined in the first round */
export function nextReduction(before: Round | undefined, latest: RunStatistics, leavesOut: LeavesOut): NextRound {
  const leftOut = leavesOut(latest);
  const known = before?.rules ?? [];
  // What is measured despite a rule stays measured: said once more, it would be no other run.
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
