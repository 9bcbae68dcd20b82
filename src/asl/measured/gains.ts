/** Predicted gains as columns: seconds of the run time that a change saves; NaN for changes that were not predicted. */
import type { Definitions } from '../../model/definitions.js';
import type { Prediction, Scenario } from '../../model/findings/prediction.js';
import type { Column } from '../data.js';

/** Predictions of single changes. */
export type PredictedGains = readonly Pick<Prediction, 'scenarios' | 'saved'>[];

/** Members of a region: its time divided equally over the ranks, and halved. */
export function regionGains(
  predictions: PredictedGains,
  { regions }: Pick<Definitions, 'regions'>,
): [string, Column][] {
  const saves = (holds: (scenario: Scenario) => boolean): Float64Array => {
    const saved = new Map(
      predictions.flatMap((one) => {
        const scenario = singleOf(one);
        return scenario?.region !== undefined && holds(scenario) ? [[scenario.region, one.saved] as const] : [];
      }),
    );
    return Float64Array.from(regions, ({ name }) => saved.get(name) ?? NaN);
  };
  return [
    ['balanceSaves', saves(({ kind }) => kind === 'balance')],
    ['halfSaves', saves((scenario) => scenario.kind === 'scale' && scenario.factor === 0.5)],
  ];
}

/** Members of the experiment: communication without time, and threads that share their work. */
export function runGains(predictions: PredictedGains): [string, Column][] {
  const saves = (kind: 'network' | 'teams'): Float64Array => {
    const found = predictions.find((one) => {
      const scenario = singleOf(one);
      return scenario?.kind === kind && scenario.region === undefined;
    });
    return Float64Array.of(found?.saved ?? NaN);
  };
  return [
    ['networkSaves', saves('network')],
    ['teamsSaves', saves('teams')],
  ];
}

function singleOf({ scenarios }: PredictedGains[number]): Scenario | undefined {
  return scenarios.length === 1 ? scenarios[0] : undefined;
}
