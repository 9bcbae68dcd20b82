/** Plans that the page shows, and their numbers in words. Independent of the browser. */
import { duration, percent } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import type { Scenario, ScenarioTarget } from '../../model/findings/prediction.js';
import { scenarioText, targetText } from '../../model/text/scenarioText.js';
import { type Change, changeKey, factorIn, type Plan, scaledPlan, scaleOf } from './changes.js';
import type { MeasuredRunFacts, PlanPredictions, PredictedPlan } from './predictions.js';

/** Suggestions that are shown, in addition to those of the selection. */
const MOST_SUGGESTIONS = 10;
/** Factors of the curve. */
export const FACTORS: readonly number[] = Array.from({ length: 17 }, (_, at) => at / 8);
/** Saved times below this share of the run time are shown as nothing. */
const LEAST_SHARE = 0.0005;

/** A saved time in words: `saves 553 ms (26.4 %)`. @param of the run time that it is a part of */
export function gainText(saved: Seconds, of: Seconds): string {
  const share = of > 0 ? saved / of : 0;
  if (Math.abs(share) < LEAST_SHARE) return 'saves nothing';
  return `${saved > 0 ? 'saves' : 'adds'} ${duration(Math.abs(saved))} (${percent(Math.abs(share))})`;
}

/** Such as `confidence 72 %`; empty if no order may change. */
export function confidenceText(predicted: PredictedPlan | undefined): string {
  if (predicted === undefined || 'problem' in predicted) return '';
  const { confidence = 1 } = predicted;
  return confidence < 1 ? `confidence ${percent(confidence)}` : '';
}

/** Kind of a saved time, for its color. */
export function gainKind(saved: Seconds, of: Seconds): 'better' | 'worse' | 'same' {
  if (!(of > 0) || Math.abs(saved / of) < LEAST_SHARE) return 'same';
  return saved > 0 ? 'better' : 'worse';
}

/** A change that is offered. */
export interface Offer {
  readonly scenario: Scenario;
  /** Whether it is of a function that is selected in another view. */
  readonly isSelected: boolean;
}

/** The further time that an offer saves. */
export interface Suggestion extends Offer {
  readonly text: string;
  /** Undefined until it is predicted. */
  readonly saved: Seconds | undefined;
}

/** Changes that suit the trace or the selection and are not listed yet. */
export function offered(facts: MeasuredRunFacts, selected: readonly string[], all: readonly Change[]): Offer[] {
  const listed = new Set(all.map(({ scenario }) => changeKey(scenario)));
  const ofSelection = selected.flatMap((region): Scenario[] => [scaleOf({ region }, 0.5), { kind: 'balance', region }]);
  const known = new Set(ofSelection.map(changeKey));
  const others = facts.scenarios.filter((scenario) => !known.has(changeKey(scenario)));
  return [
    ...ofSelection.map((scenario): Offer => ({ scenario, isSelected: true })),
    ...others.map((scenario): Offer => ({ scenario, isSelected: false })),
  ].filter(({ scenario }) => !listed.has(changeKey(scenario)));
}

/** Suggestions on top of a plan, most saved time first. Those that save nothing are omitted, unless they are selected. */
export function suggestions(
  offers: readonly Offer[],
  plan: Plan,
  predictions: Pick<PlanPredictions, 'runTimeOf' | 'of'>,
): Suggestion[] {
  const base = predictions.runTimeOf(plan);
  const found = offers.map((offer): Suggestion => {
    const runTime = predictions.runTimeOf([...plan, offer.scenario]);
    const saved = base === undefined || runTime === undefined ? undefined : base - runTime;
    return { ...offer, text: scenarioText(offer.scenario), saved };
  });
  const isUseful = ({ scenario, saved, isSelected }: Suggestion): boolean =>
    saved === undefined
      ? predictions.of([...plan, scenario]) === undefined
      : isSelected || gainKind(saved, base ?? 0) === 'better';
  const sorted = found.filter(isUseful).toSorted((one, other) => (other.saved ?? 0) - (one.saved ?? 0));
  return sorted.filter(({ isSelected }, at) => isSelected || at < MOST_SUGGESTIONS);
}

/** A function whose factor is on the x axis of the curve. */
export interface CurveTarget extends ScenarioTarget {
  readonly key: string;
  readonly title: string;
}

/** Functions that the curve can show: scaled ones first, then selected ones whose time matters, then all others. */
export function curveTargets(
  { functions }: MeasuredRunFacts,
  selected: readonly string[],
  all: readonly Change[],
): CurveTarget[] {
  const scaled = all.flatMap(({ scenario }) => (scenario.kind === 'scale' ? [scenario] : []));
  const first = selected.filter((region) => functions.includes(region));
  const targets = [...scaled, ...[...first, ...functions, ...selected].map((region): ScenarioTarget => ({ region }))];
  const byKey = new Map<string, CurveTarget>();
  for (const target of targets) {
    const key = changeKey(scaleOf(target, 1));
    if (!byKey.has(key)) byKey.set(key, { ...target, key, title: targetText(target) });
  }
  return [...byKey.values()];
}

export interface Curve {
  /** Factors in percent, with the present one. */
  readonly x: readonly number[];
  /** Null at a present factor between two others, and until it is predicted. */
  readonly runTimes: readonly (Seconds | null)[];
  /** Index of the present factor. */
  readonly present: number;
  /** Run time at the present factor; null until it is predicted. */
  readonly presentTime: Seconds | null;
}

/** Plans of a curve, by factor. @param plan the active changes */
export const curvePlans = (plan: Plan, target: ScenarioTarget): Plan[] =>
  FACTORS.map((factor) => scaledPlan(plan, target, factor));

/** @param live the active changes while a slider moves */
export function curveOf(
  plan: Plan,
  live: Plan,
  target: ScenarioTarget,
  predictions: Pick<PlanPredictions, 'runTimeOf'>,
): Curve {
  const present = factorIn(live, target);
  const factors = [...new Set([...FACTORS, present])].toSorted((one, other) => one - other);
  const isFixed = new Set(FACTORS);
  const timeAt = (factor: number): Seconds | null => predictions.runTimeOf(scaledPlan(plan, target, factor)) ?? null;
  return {
    x: factors.map((factor) => Number((100 * factor).toFixed(1))),
    runTimes: factors.map((factor) => (isFixed.has(factor) ? timeAt(factor) : null)),
    present: factors.indexOf(present),
    presentTime: predictions.runTimeOf(live) ?? timeAt(present),
  };
}

/** `50 % of the time of solve: 1.54 s, saves 553 ms (26.4 %)`. */
export function curveText(
  { x, runTimes, present, presentTime }: Curve,
  at: number,
  title: string,
  measured: Seconds,
): string {
  const runTime = at === present ? presentTime : (runTimes[at] ?? null);
  const result =
    runTime === null ? 'not predicted yet' : `${duration(runTime)}, ${gainText(measured - runTime, measured)}`;
  return `${at === present ? 'now ' : ''}${x[at] ?? 0} % of the time of ${title}: ${result}`;
}

/** All that the page shows of the listed changes, the most urgent first. @param livePlan the active ones while a slider moves */
export function wantedPlans(
  livePlan: Plan,
  listed: readonly Change[],
  plan: Plan,
  offers: readonly Offer[],
  target: ScenarioTarget | undefined,
): Plan[] {
  return [
    livePlan,
    ...listed.map(({ scenario }): Plan => [scenario]),
    plan,
    ...(target === undefined ? [] : curvePlans(plan, target)),
    ...offers.map(({ scenario }): Plan => [...plan, scenario]),
  ];
}

/** Value of a slider for screen readers. */
export const factorText = (factor: number): string => `${Math.round(100 * factor)} % of the measured time`;
