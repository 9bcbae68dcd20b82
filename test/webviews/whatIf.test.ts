import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/model/findings/prediction.js';
import type { WhatIfQuestions } from '../../src/protocol/pages/whatIf.js';
import type { Outcome } from '../../src/webviews/kit/questions.js';
import {
  areKeptChanges,
  type Change,
  changeKey,
  factorIn,
  MOST_CHANGES,
  type Plan,
  planOf,
  scaledPlan,
  toggled,
  withChange,
  withFactor,
  withoutChange,
} from '../../src/webviews/whatIf/changes.js';
import { PlanPredictions } from '../../src/webviews/whatIf/predictions.js';
import {
  confidenceText,
  curveOf,
  curvePlans,
  curveTargets,
  curveText,
  gainKind,
  gainText,
  offered,
  suggestions,
  wantedPlans,
} from '../../src/webviews/whatIf/view.js';

const scale = (region: string, factor: number): Scenario => ({ kind: 'scale', region, factor });
const balance = (region: string): Scenario => ({ kind: 'balance', region });
const offer = (scenario: Scenario) => ({ scenario, isSelected: false });
const active = (scenario: Scenario): Change => ({ scenario, isActive: true });
const facts = {
  runTime: 10,
  limits: [],
  scenarios: [balance('solve'), scale('solve', 0.5)],
  functions: ['solve', 'io'],
};

describe('the listed changes', () => {
  it('have each target once: another factor replaces the first one', () => {
    const all = [scale('solve', 0.5), balance('solve'), scale('solve', 0.25)].reduce<readonly Change[]>(withChange, []);
    expect(planOf(all)).toEqual([scale('solve', 0.25), balance('solve')]);
    const key = changeKey(balance('solve'));
    expect(planOf(toggled(all, key))).toEqual([scale('solve', 0.25)]);
    expect(planOf(toggled(toggled(all, key), key))).toEqual(planOf(all));
    expect(planOf(withoutChange(all, changeKey(scale('solve', 1))))).toEqual([balance('solve')]);
    expect(planOf(withFactor(all, changeKey(scale('solve', 1)), 2))).toEqual([scale('solve', 2), balance('solve')]);
    expect(changeKey({ kind: 'scale', region: 'solve', withCallees: true, factor: 1 })).not.toBe(
      changeKey(scale('solve', 1)),
    );
  });

  it('are at most as many as a plan may have', () => {
    const many = Array.from({ length: 20 }, (_, at) => scale(`f${at}`, 0.5)).reduce<readonly Change[]>(withChange, []);
    expect(many).toHaveLength(MOST_CHANGES);
    expect(planOf(withChange(many, scale('f3', 2)))[3]).toEqual(scale('f3', 2));
  });

  it('are recognized where they were kept', () => {
    expect(areKeptChanges({ experiment: 'a', changes: [active(scale('solve', 2))] })).toBe(true);
    expect(areKeptChanges({ experiment: 'a', changes: [active(scale('solve', 3))] })).toBe(false);
    expect(areKeptChanges([])).toBe(false);
  });

  it('are scaled in their position of the plan, and else last', () => {
    const plan = [scale('solve', 0.5), balance('io')];
    expect(scaledPlan(plan, { region: 'solve' }, 2)).toEqual([scale('solve', 2), balance('io')]);
    expect(scaledPlan(plan, { region: 'io' }, 2)).toEqual([...plan, scale('io', 2)]);
    expect([factorIn(plan, { region: 'solve' }), factorIn(plan, { region: 'io' })]).toEqual([0.5, 1]);
  });
});

type Heard = Outcome<WhatIfQuestions['predictions']>;

/** An engine that answers on request: the run time is 10 minus the number of scenarios. */
class SlowEngine {
  readonly asked: { readonly plans: Scenario[][]; readonly candidates: boolean }[] = [];
  readonly pending: ((outcome: Heard) => void)[] = [];
  changes = 0;
  readonly predictions = new PlanPredictions(
    (plans, candidates, hear) => {
      this.asked.push({ plans, candidates });
      this.pending.push(hear);
      return () => this.pending.splice(0);
    },
    () => this.changes++,
  );

  answer(problems: Readonly<Record<number, string>> = {}, confidence?: number): void {
    const { plans = [], candidates = false } = this.asked.at(-1) ?? {};
    const { runTime, limits, scenarios, functions } = facts;
    const head = {
      ...{ runTime, limits },
      plans: plans.map((_, at) =>
        problems[at] === undefined
          ? { ...(confidence === undefined ? {} : { confidence }) }
          : { problem: problems[at] },
      ),
      ...(candidates ? { candidates: { scenarios, functions } } : {}),
    };
    const columns = { runTime: Float64Array.from(plans, (plan) => 10 - plan.length) };
    this.pending.shift()?.({ is: 'answered', head, columns });
  }
}

describe('predictions of plans', () => {
  it('have a confidence if orders may change', () => {
    const engine = new SlowEngine();
    const { predictions } = engine;
    const plans = [[scale('solve', 0.5)], [scale('absent', 0.5)]];
    predictions.want(plans);
    engine.answer({}, 0.725);
    engine.answer({ 0: 'There is no such function.' });
    expect(plans.map((plan) => confidenceText(predictions.of(plan)))).toEqual(['confidence 72.5 %', '']);
    expect(confidenceText(undefined)).toBe('');
    expect(confidenceText({ runTime: 1 })).toBe('');
  });

  it('are asked for one question at a time; plans that are not wanted any more are left', () => {
    const engine = new SlowEngine();
    const { predictions } = engine;
    predictions.want([]);
    expect(engine.asked).toEqual([{ plans: [], candidates: true }]);
    for (const factor of [0.9, 0.8, 0.7]) predictions.want([[scale('solve', factor)]]);
    expect(engine.asked).toHaveLength(1);
    engine.answer();
    expect(predictions.facts).toEqual(facts);
    expect(engine.asked[1]).toEqual({ plans: [[scale('solve', 0.7)]], candidates: false });
    engine.answer();
    expect(predictions.runTimeOf([scale('solve', 0.7)])).toBe(9);
    expect(predictions.runTimeOf([])).toBe(10);
    expect(predictions.runTimeOf([scale('solve', 0.9)])).toBeUndefined();
    // It is known.
    predictions.want([[scale('solve', 0.7)]]);
    expect([engine.asked.length, engine.changes]).toEqual([2, 2]);
  });

  it('begin with the urgent plan alone, and continue with a few others at once', () => {
    const engine = new SlowEngine();
    const plans = Array.from({ length: 12 }, (_, at): Plan => [scale('solve', at / 10)]);
    engine.predictions.want(plans);
    while (engine.pending.length > 0) engine.answer();
    expect(engine.asked.map((one) => one.plans.length)).toEqual([1, 4, 4, 3]);
    expect(plans.every((plan) => engine.predictions.runTimeOf(plan) === 9)).toBe(true);
  });

  it('keep the reason why a plan cannot be predicted', () => {
    const engine = new SlowEngine();
    engine.predictions.want([[scale('nonsense', 0.5)], [scale('solve', 0.5)]]);
    engine.answer({ 0: 'The trace has no calls of it.' });
    engine.answer();
    expect(engine.predictions.of([scale('nonsense', 0.5)])).toEqual({ problem: 'The trace has no calls of it.' });
    expect(engine.predictions.runTimeOf([scale('solve', 0.5)])).toBe(9);
  });

  it('stop after a failure, until they are asked for again', () => {
    const engine = new SlowEngine();
    engine.predictions.want([[scale('solve', 0.5)]]);
    engine.pending.shift()?.({ is: 'failed', sentence: 'There is no trace.' });
    engine.predictions.want([[scale('solve', 0.6)]]);
    expect([engine.predictions.failure, engine.asked.length]).toEqual(['There is no trace.', 1]);
    engine.predictions.again();
    engine.answer();
    expect([engine.predictions.failure, engine.predictions.runTimeOf([scale('solve', 0.6)])]).toEqual([undefined, 9]);
  });

  it('are dropped when the page closes', () => {
    const engine = new SlowEngine();
    engine.predictions.want([[scale('solve', 0.5)]]);
    engine.predictions.close();
    expect(engine.pending).toHaveLength(0);
  });
});

describe('numbers of predictions', () => {
  const runTimes = new Map<string, number>();
  const known = {
    of: (plan: Plan) => {
      const runTime = known.runTimeOf(plan);
      return runTime === undefined ? undefined : { runTime };
    },
    runTimeOf: (plan: Plan) => (plan.length === 0 ? 10 : runTimes.get(JSON.stringify(plan))),
  };
  const learn = (runTime: number, ...plan: Scenario[]): unknown => runTimes.set(JSON.stringify(plan), runTime);

  it('are saved times with their share', () => {
    expect(gainText(2.5, 10)).toBe('saves 2.50 s (25.0 %)');
    expect(gainText(-0.5, 10)).toBe('adds 500 ms (5.0 %)');
    expect(gainText(0.001, 10)).toBe('saves nothing');
    expect([gainKind(1, 10), gainKind(-1, 10), gainKind(0, 10), gainKind(1, 0)]).toEqual([
      'better',
      'worse',
      'same',
      'same',
    ]);
  });

  it('order suggestions by the further time that they save', () => {
    learn(8, balance('solve'));
    learn(7.5, balance('solve'), scale('solve', 0.5));
    learn(5, balance('solve'), scale('io', 0.5));
    learn(8, balance('solve'), { kind: 'network' });
    const offers = [scale('solve', 0.5), { kind: 'network' } as const, scale('io', 0.5)].map(offer);
    const found = suggestions(offers, [balance('solve')], known);
    expect(found.map(({ text, saved }) => [text, saved])).toEqual([
      ['io twice as fast', 3],
      ['solve twice as fast', 0.5],
    ]);
    // The selection is always listed.
    const selected = { ...offer({ kind: 'network' }), isSelected: true };
    expect(suggestions([...offers, selected], [balance('solve')], known).at(-1)).toMatchObject({ saved: 0 });
    // Unknown ones are listed until it is known that they save nothing.
    expect(suggestions([offer({ kind: 'teams' })], [], known)).toMatchObject([{ saved: undefined }]);
  });

  it('offer what suits the trace and the selection and is not listed', () => {
    expect(offered(facts, [], [active(balance('solve'))])).toEqual([offer(scale('solve', 0.5))]);
    const found = offered(facts, ['init', 'solve'], []);
    expect(found.map(({ scenario }) => scenario)).toEqual([
      ...[scale('init', 0.5), balance('init')],
      ...[scale('solve', 0.5), balance('solve')],
    ]);
    expect(found.every(({ isSelected }) => isSelected)).toBe(true);
  });

  it('make a curve with all other active changes', () => {
    const targets = curveTargets(
      facts,
      ['init'],
      [active({ kind: 'scale', region: 'io', withCallees: true, factor: 1 })],
    );
    expect(targets.map(({ title }) => title)).toEqual(['io and its callees', 'solve', 'io', 'init']);
    expect(curveTargets(facts, ['init', 'io'], []).map(({ region }) => region)).toEqual(['io', 'solve', 'init']);
    const plan = [scale('solve', 0.5), balance('io')];
    for (const [at, one] of curvePlans(plan, { region: 'solve' }).entries()) learn(5 + at, ...one);
    const curve = curveOf(plan, [scale('solve', 0.75), balance('io')], { region: 'solve' }, known);
    expect([curve.x.length, curve.x.at(-1), curve.x[curve.present], curve.presentTime]).toEqual([17, 200, 75, 11]);
    expect(curve.runTimes.slice(0, 3)).toEqual([5, 6, 7]);
    expect(curveText(curve, 2, 'solve', 10)).toBe('25 % of the time of solve: 7.00 s, saves 3.00 s (30.0 %)');
    expect(curveText(curve, curve.present, 'solve', 10)).toBe(
      'now 75 % of the time of solve: 11.0 s, adds 1.00 s (10.0 %)',
    );
    const between = curveOf(plan, [scale('solve', 0.3), balance('io')], { region: 'solve' }, known);
    expect([between.x.length, between.x[between.present], between.presentTime]).toEqual([18, 30, null]);
    expect(between.runTimes[between.present]).toBeNull();
    expect(curveText({ ...curve, runTimes: [] }, 0, 'solve', 10)).toBe('0 % of the time of solve: not predicted yet');
  });

  it('are wanted for the moving slider first', () => {
    const listed = [active(scale('solve', 0.5))];
    const wanted = wantedPlans([scale('solve', 0.4)], listed, planOf(listed), [offer(balance('io'))], {
      region: 'solve',
    });
    expect(wanted[0]).toEqual([scale('solve', 0.4)]);
    expect(wanted).toContainEqual([scale('solve', 0.5), balance('io')]);
    expect(wanted).toContainEqual([scale('solve', 2)]);
  });
});
