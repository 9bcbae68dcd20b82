/** Functions of an experiment, and the costs of recording their calls. */
import { recordingCosts } from '../../analysis/trace/index.js';
import type { Seconds } from '../../base/units.js';
import { type Experiment, resultsOf } from '../../experiments/index.js';
import { openMeasurement } from '../../formats/registry.js';
import { type RunStatistics, runStatistics } from '../../measurement/adaptation/statistics.js';

/** Mean cost over processes of recording a call of a function. */
export interface FunctionCost {
  readonly pair: Seconds;
  /** The part of it within the measured time of the call. */
  readonly within: Seconds;
  /** Half of the interval that `pair` lies in with 95 %. */
  readonly halfWidth: Seconds;
}

/** Returns the cost in the run; undefined if it has none. */
export function functionCostOf({ archive }: Experiment): FunctionCost | undefined {
  const costs = archive === undefined ? undefined : recordingCosts(openMeasurement(archive).definitions);
  const known = costs?.byProcess.map(([, ofFunctions]) => ofFunctions).filter(({ pair }) => pair > 0) ?? [];
  if (known.length === 0) return undefined;
  const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
  return {
    pair: mean(known.map(({ pair }) => pair)),
    within: mean(known.map(({ within }) => within)),
    halfWidth: mean(known.map(({ pair, halfWidth }) => halfWidth ?? pair / 2)),
  };
}

/** The functions of a run. @throws TrimtabError where it has no results */
export function statisticsOf(experiment: Experiment): RunStatistics {
  const { space, definitions } = resultsOf(experiment);
  return runStatistics(space, definitions);
}
