/** Predicts run times after changes of a program, by replaying its trace with changed times. */
import { present } from '../../base/present.js';
import type { Definitions } from '../../model/definitions.js';
import type { Predictions, Scenario } from '../../model/findings/prediction.js';
import { processesOf } from '../../model/processes.js';
import type { Trace } from '../../model/trace.js';
import { defaultScenarios } from './defaults.js';
import { type AnalyzedTrace, RunPredictor } from './predictor.js';
import { type PredictedArchive, writePredictedTrace } from './timeline/writeTrace.js';

export { boundRunTimes } from './bounds.js';
export { hottestFunctions } from './defaults.js';
export { withGains } from './gains.js';
export { type AnalyzedTrace, RunPredictor } from './predictor.js';

export interface AskedPredictions {
  /** Each is evaluated alone, and all of them together; those that suit the trace if empty. */
  readonly scenarios: readonly Scenario[];
  /** Requests the trace of the run with all given scenarios together. */
  readonly write?: PredictedArchive;
}

/**
 * Reads an analyzed trace again and predicts its run time with each scenario.
 * @param trace as it was recorded
 * @throws TrimtabError for a scenario whose target is not in the trace, or a predicted trace that cannot be written;
 *   CancelledError
 */
export function predictRunTimes(
  trace: Trace,
  analyzed: AnalyzedTrace,
  { scenarios, write }: AskedPredictions,
  isCancelled?: () => boolean,
): Predictions {
  const isGiven = scenarios.length > 0;
  const asked = isGiven ? scenarios : suitableScenarios(trace.definitions, analyzed);
  const predictor = RunPredictor.read(trace, analyzed, asked, isCancelled);
  const plans = isGiven && asked.length > 1 ? [...asked.map((one) => [one]), asked] : asked.map((one) => [one]);
  const predictions = predictor.predict(plans, isCancelled);
  const written =
    write === undefined
      ? undefined
      : writePredictedTrace(write, trace, predictor.predictedTrace(scenarios, isCancelled));
  predictor.forget();
  if (!isGiven) predictions.sort((one, other) => other.saved - one.saved);
  const { runTime, limits } = predictor;
  return {
    format: 'trimtab-whatif',
    version: 1,
    program: analyzed.report.program,
    runTime,
    predictions,
    limits,
    ...present({ written }),
  };
}

/** Returns the scenarios that suit a trace. */
export function suitableScenarios(definitions: Definitions, analyzed: AnalyzedTrace): Scenario[] {
  return defaultScenarios(analyzed, definitions, processesOf(definitions).locations.length);
}
