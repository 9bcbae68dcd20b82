import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Scenario } from '../../model/findings/prediction.js';
import { whatIfPage, type WhatIfAction, type WhatIfState } from '../../protocol/pages/whatIf.js';
import { useAnswers } from '../kit/answers.js';
import type { Host } from '../kit/host.js';
import { isText, useKept } from '../kit/kept.js';
import { askOnce } from '../kit/questions.js';
import { type Change, MOST_CHANGES, type Plan, planOf, withChange } from './changes.js';
import { type MeasuredRunFacts, PlanPredictions } from './predictions.js';
import { type Changes, useChanges } from './useChanges.js';
import { type CurveTarget, curveTargets, type Offer, offered, wantedPlans } from './view.js';

/** Functions of a selection that are offered. */
const MOST_SELECTED = 4;

type PageHost = Host<WhatIfState, WhatIfAction>;

/** All that the parts of the page show. */
export interface ShownPredictions {
  readonly facts: MeasuredRunFacts;
  readonly predictions: Pick<PlanPredictions, 'of' | 'runTimeOf'>;
  readonly changes: Changes;
  /** The active changes, and the same while a slider moves. */
  readonly plan: Plan;
  readonly livePlan: Plan;
  /** Adds a change, or replaces its factor. */
  readonly add: (scenario: Scenario) => void;
  /** Whether the list has as many changes as are predicted together. */
  readonly isFull: boolean;
  readonly offers: readonly Offer[];
  readonly targets: readonly CurveTarget[];
  readonly target: CurveTarget | undefined;
  readonly onTarget: (key: string) => void;
}

/** The page before the trace was read, or why it cannot be. */
type Outcome =
  | { readonly is: 'reading' }
  | { readonly is: 'failed'; readonly sentence: string; readonly again: () => void }
  | { readonly is: 'shown'; readonly shown: ShownPredictions };

export function useWhatIf(host: PageHost, state: WhatIfState, experiment: string): Outcome {
  const changes = useChanges(host, state, experiment);
  const predictions = usePredictions(host, experiment);
  const [kept, keepTarget] = useKept(host, 'curve', '', isText);
  const { facts, failure } = predictions;
  const selected = useSelected(host, experiment, facts === undefined ? [] : state.nodes);
  const isPossible = ({ scenario }: Change): boolean => !('problem' in (predictions.of([scenario]) ?? {}));
  const [settled, live] = [changes.settled.filter(isPossible), changes.live.filter(isPossible)];
  const [plan, livePlan] = [planOf(settled), planOf(live)];
  const offers = facts === undefined ? [] : offered(facts, selected, changes.settled);
  const targets = facts === undefined ? [] : curveTargets(facts, selected, settled);
  const target = targets.find(({ key }) => key === kept) ?? targets[0];
  const wanted = wantedPlans(livePlan, changes.settled, plan, offers, target);
  useEffect(() => predictions.want(wanted), [JSON.stringify(wanted)]);
  if (failure !== undefined) return { is: 'failed', sentence: failure, again: () => predictions.again() };
  if (facts === undefined) return { is: 'reading' };
  const add = (scenario: Scenario): void => changes.set(withChange(changes.settled, scenario));
  const isFull = changes.settled.length >= MOST_CHANGES;
  const ofChanges = { changes, plan, livePlan, add, isFull, offers };
  return { is: 'shown', shown: { facts, predictions, ...ofChanges, targets, target, onTarget: keepTarget } };
}

/** Draws again after each answer. */
function usePredictions({ questions }: PageHost, experiment: string): PlanPredictions {
  const [, setCount] = useState(0);
  const made = useRef<PlanPredictions>(undefined);
  const predictions = (made.current ??= new PlanPredictions(
    (plans, candidates, hear) =>
      askOnce(
        questions,
        'predictions',
        whatIfPage.questions.predictions,
        { experiment, plans, ...(candidates ? { candidates } : {}) },
        hear,
      ),
    () => setCount((count) => count + 1),
  ));
  useEffect(() => () => predictions.close(), []);
  return predictions;
}

/** Names of the functions that are selected in other views. */
function useSelected(host: PageHost, experiment: string, nodes: readonly number[]): readonly string[] {
  const asks = nodes.length === 0 ? [] : [{ experiment, plans: [], nodes: [...nodes] }];
  const answers = useAnswers(host, 'predictions', whatIfPage.questions.predictions, asks);
  const [ask] = asks;
  const outcome = ask === undefined ? undefined : answers.of(ask);
  const functions = outcome?.is === 'answered' ? outcome.head.functions : undefined;
  return useMemo(() => functions?.slice(0, MOST_SELECTED) ?? [], [functions]);
}
