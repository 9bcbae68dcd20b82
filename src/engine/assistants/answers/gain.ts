import { plainName } from '../../../base/plainText.js';
import { present } from '../../../base/present.js';
import { TrimtabError } from '../../../base/problem.js';
import { counted, duration, percent } from '../../../base/text.js';
import type { Gain, Prediction, ReportPredictions, Scenario } from '../../../model/findings/prediction.js';
import { UNMODELED } from '../../../model/text/gainText.js';
import type { AskedExperiments } from '../asked.js';
import { type Answer, experimentFields, figure, percentage, placeFields, type Told } from '../fields.js';
import { type LineTexts, lineTextsOf } from '../lineTexts.js';
import type { Predict } from '../predicting.js';
import type { Ask } from '../tools.js';

type Change = NonNullable<Ask<'predict_gain'>['changes']>[number];

/** Returns predicted run times: of the changes that suit the run, or of those that were given. */
export async function predictGain(
  ask: Ask<'predict_gain'>,
  asked: AskedExperiments,
  { predict, signal }: { readonly predict: Predict; readonly signal: AbortSignal },
): Promise<Answer> {
  const experiment = await asked.get(ask.experiment);
  const report = experiment.report();
  const scenarios = (ask.changes ?? []).map(scenarioOf);
  const kept = scenarios.length === 0 ? report.predictions : undefined;
  const predictions = kept ?? (await predict(experiment, scenarios, signal));
  const texts = lineTextsOf(experiment);
  const content = {
    ...experimentFields(experiment, report),
    measuredRunTimeSeconds: figure(predictions.runTime),
    predictions: predictions.predictions.map((one) => predictionFields(one, texts)),
    limits: [...predictions.limits, ...UNMODELED],
  };
  return { summary: summaryOf(predictions), content };
}

/** @throws TrimtabError where the function or factor of a change is missing */
function scenarioOf(asked: Change): Scenario {
  const { change, function: region, factor, withCallees, per, latency, bandwidth } = asked;
  const limited = region === undefined ? {} : { region };
  if (change === 'network') return { kind: change, ...limited, ...present({ latency, bandwidth }) };
  if (change === 'teams') return { kind: change, ...limited };
  if (change === 'overlap') return { kind: change, ...limited };
  if (change === 'io') return { kind: change, ...limited };
  if (region === undefined) throw new TrimtabError(`The change "${change}" needs a function.`);
  const target = { region, ...present({ withCallees }) };
  if (change === 'balance') return { kind: change, ...target, ...(per === 'iteration' ? { per } : {}) };
  if (change === 'parallelize') return { kind: change, ...target };
  if (factor === undefined) throw new TrimtabError('The change "scale" needs a factor from 0 to 2.');
  return { kind: change, ...target, factor };
}

function summaryOf({ runTime, predictions }: ReportPredictions): string {
  const best = predictions.toSorted((one, other) => other.saved - one.saved).at(0);
  const saves =
    best === undefined
      ? 'no change suits this run'
      : `the best one saves up to ${duration(best.saved)} (${percent(best.share)})`;
  return `Of a run time of ${duration(runTime)}, ${counted(predictions.length, 'prediction')}: ${saves}.`;
}

function predictionFields({ scenarios, place, runTime, saved, share, confidence }: Prediction, texts: LineTexts): Told {
  return {
    changes: scenarios.map(changeFields),
    place: placeFields(place, texts),
    runTimeSeconds: figure(runTime),
    savedSeconds: figure(saved),
    savedPercentOfRunTime: percentage(share),
    ...confidenceFields(confidence),
  };
}

/** The gain of one change. */
export function gainFields({ scenario, runTime, saved, share, confidence }: Gain): Told {
  return {
    ...changeFields(scenario),
    predictedRunTimeSeconds: figure(runTime),
    savedSeconds: figure(saved),
    savedPercentOfRunTime: percentage(share),
    ...confidenceFields(confidence),
  };
}

function confidenceFields(confidence = 1): Told {
  return confidence < 1 ? { confidencePercent: percentage(confidence) } : {};
}

function changeFields(scenario: Scenario): Told {
  const { kind, region } = scenario;
  return {
    change: kind,
    ...(region === undefined ? {} : { function: plainName(region) }),
    ...(kind === 'scale' ? { factor: figure(scenario.factor) } : {}),
    ...('per' in scenario ? { per: scenario.per } : {}),
    ...('latency' in scenario ? { latencyFactor: figure(scenario.latency) } : {}),
    ...('bandwidth' in scenario ? { bandwidthFactor: figure(scenario.bandwidth) } : {}),
    ...('withCallees' in scenario && scenario.withCallees ? { withCallees: true } : {}),
  };
}
