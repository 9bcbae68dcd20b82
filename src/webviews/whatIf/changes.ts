/** The changes that are listed on the page, and the plans that follow from them. Independent of the browser. */
import * as v from 'valibot';
import type { Scenario, ScenarioTarget } from '../../model/findings/prediction.js';
import { scenario as scenarioSchema } from '../../model/findings/scenarioSchema.js';

/** Changes that are listed at once: one more is predicted together with them. */
export const MOST_CHANGES = 15;

export interface Change {
  readonly scenario: Scenario;
  /** Whether it is one of those that are predicted together. */
  readonly isActive: boolean;
}

/** Scenarios that are applied together, from left to right. */
export type Plan = readonly Scenario[];

const changes = v.object({
  experiment: v.string(),
  changes: v.pipe(v.array(v.object({ scenario: scenarioSchema, isActive: v.boolean() })), v.maxLength(MOST_CHANGES)),
});
export type KeptChanges = v.InferOutput<typeof changes>;

export const areKeptChanges = (value: unknown): value is KeptChanges => v.is(changes, value);

/** The same for scenarios that differ in nothing but the factor. */
export function changeKey({ kind, region, ...rest }: Scenario): string {
  const withCallees = 'withCallees' in rest ? (rest.withCallees ?? false) : false;
  const per = 'per' in rest ? (rest.per ?? 'run') : 'run';
  return JSON.stringify([kind, region ?? null, withCallees, per]);
}

export const planOf = (all: readonly Change[]): Plan =>
  all.filter(({ isActive }) => isActive).map(({ scenario }) => scenario);

/** Adds a change that is active, or replaces its factor if it is listed. A full list does not change. */
export function withChange(all: readonly Change[], scenario: Scenario): readonly Change[] {
  const key = changeKey(scenario);
  const change: Change = { scenario, isActive: true };
  if (all.some((one) => changeKey(one.scenario) === key))
    return all.map((one) => (changeKey(one.scenario) === key ? change : one));
  return all.length < MOST_CHANGES ? [...all, change] : all;
}

export const withoutChange = (all: readonly Change[], key: string): readonly Change[] =>
  all.filter(({ scenario }) => changeKey(scenario) !== key);

export const toggled = (all: readonly Change[], key: string): readonly Change[] =>
  all.map((one) => (changeKey(one.scenario) === key ? { ...one, isActive: !one.isActive } : one));

/** Changes one factor; other changes stay as they are. */
export function withFactor(all: readonly Change[], key: string, factor: number): readonly Change[] {
  return all.map((one) =>
    one.scenario.kind === 'scale' && changeKey(one.scenario) === key
      ? { ...one, scenario: { ...one.scenario, factor } }
      : one,
  );
}

/** The plan with another factor of a target. A target that is not scaled in the plan is scaled last. */
export function scaledPlan(plan: Plan, target: ScenarioTarget, factor: number): Plan {
  const scaled = scaleOf(target, factor);
  const key = changeKey(scaled);
  if (!plan.some((scenario) => changeKey(scenario) === key)) return [...plan, scaled];
  return plan.map((scenario) => (changeKey(scenario) === key ? scaled : scenario));
}

export function scaleOf({ region, withCallees }: ScenarioTarget, factor: number): Scenario & { kind: 'scale' } {
  return { kind: 'scale', region, ...(withCallees === true ? { withCallees } : {}), factor };
}

/** The factor of a target in a plan; 1 if it is not scaled. */
export function factorIn(plan: Plan, target: ScenarioTarget): number {
  const key = changeKey(scaleOf(target, 1));
  const found = plan.find((scenario) => changeKey(scenario) === key);
  return found?.kind === 'scale' ? found.factor : 1;
}
