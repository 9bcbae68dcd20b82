/** Predicted run times of plans, asked for one question at a time. Independent of the browser. */
import type { SourcePlace } from '../../model/findings/findings.js';
import type { Scenario } from '../../model/findings/prediction.js';
import { present } from '../../base/present.js';
import type { Fraction, Seconds } from '../../base/units.js';
import type { WhatIfQuestions } from '../../protocol/pages/whatIf.js';
import type { Outcome } from '../kit/questions.js';
import type { Plan } from './changes.js';

/** Plans of one question: more would delay the answer about a slider that begins to move. */
const MOST_AT_ONCE = 4;
/** Predictions that are kept. */
const MOST_KEPT = 4096;

export type PredictedPlan =
  | {
      readonly runTime: Seconds;
      readonly place?: SourcePlace;
      /** Less than 1 if orders of messages or locks may change. */
      readonly confidence?: Fraction;
    }
  | { readonly problem: string };

/** Facts about the run that do not depend on plans. */
export interface MeasuredRunFacts {
  readonly runTime: Seconds;
  readonly limits: readonly string[];
  readonly scenarios: readonly Scenario[];
  readonly functions: readonly string[];
}

type Heard = Outcome<WhatIfQuestions['predictions']>;
/** @returns drops the question */
export type AskPlans = (plans: Scenario[][], candidates: boolean, hear: (outcome: Heard) => void) => () => void;

/**
 * Keeps predictions, and asks for missing ones in the order in which they are wanted. The first wanted plan is asked for
 * alone, because the user waits for it. Plans that are not wanted any more are not asked for.
 */
export class PlanPredictions {
  private readonly known = new Map<string, PredictedPlan>();
  private wanted: readonly Plan[] = [];
  private drop: (() => void) | undefined;
  private run: MeasuredRunFacts | undefined;
  private sentence: string | undefined;

  /** @param changed called after each answer */
  constructor(
    private readonly ask: AskPlans,
    private readonly changed: () => void,
  ) {}

  /** Undefined until the trace was read. */
  get facts(): MeasuredRunFacts | undefined {
    return this.run;
  }

  /** Reason why there are no predictions, as a sentence. */
  get failure(): string | undefined {
    return this.sentence;
  }

  of(plan: Plan): PredictedPlan | undefined {
    return this.known.get(keyOf(plan));
  }

  /** Run time of a plan; undefined if it is not known yet, or cannot be predicted. */
  runTimeOf(plan: Plan): Seconds | undefined {
    const found = plan.length === 0 ? this.run : this.of(plan);
    return found !== undefined && 'runTime' in found ? found.runTime : undefined;
  }

  /** @param plans most urgent one first */
  want(plans: readonly Plan[]): void {
    this.wanted = plans;
    this.next();
  }

  /** Asks again after a failure. */
  again(): void {
    this.sentence = undefined;
    this.next();
    this.changed();
  }

  /** Drops what is asked. */
  close(): void {
    this.drop?.();
    this.drop = undefined;
    this.wanted = [];
  }

  private next(): void {
    if (this.drop !== undefined || this.sentence !== undefined) return;
    const plans = this.missing();
    if (plans.length === 0 && this.run !== undefined) return;
    const sent = plans.map((plan) => [...plan]);
    this.drop = this.ask(sent, this.run === undefined, (outcome) => this.hear(plans, outcome));
  }

  private missing(): readonly Plan[] {
    const unknown = new Map(
      this.wanted
        .filter((plan) => plan.length > 0 && this.of(plan) === undefined)
        .map((plan) => [keyOf(plan), plan] as const),
    );
    const [first] = this.wanted;
    if (first !== undefined && unknown.has(keyOf(first))) return [first];
    return [...unknown.values()].slice(0, MOST_AT_ONCE);
  }

  private hear(plans: readonly Plan[], outcome: Heard): void {
    this.drop = undefined;
    if (outcome.is === 'answered') this.take(plans, outcome);
    else if (outcome.is === 'failed') this.sentence = outcome.sentence;
    this.next();
    this.changed();
  }

  private take(plans: readonly Plan[], { head, columns }: Extract<Heard, { is: 'answered' }>): void {
    if (head.candidates !== undefined) this.run = { runTime: head.runTime, limits: head.limits, ...head.candidates };
    if (this.known.size > MOST_KEPT) this.known.clear();
    for (const [at, plan] of plans.entries()) {
      const { place, confidence, problem } = head.plans[at] ?? {};
      const runTime = columns.runTime[at] ?? Number.NaN;
      if (problem !== undefined || Number.isNaN(runTime))
        this.known.set(keyOf(plan), { problem: problem ?? 'The run time was not predicted.' });
      else this.known.set(keyOf(plan), { runTime, ...present({ place, confidence }) });
    }
  }
}

const keyOf = (plan: Plan): string => JSON.stringify(plan);
