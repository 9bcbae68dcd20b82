import { headlineDoubt, nothingFound } from '../../../model/doubts.js';
import type { FindingsReport } from '../../../model/findings.js';
import { CancelledError, TrimtabError } from '../../../model/problem.js';
import { percent } from '../../../model/text.js';
import { timeMetrics } from '../../../model/timeMetrics.js';
import { worstProperty } from '../../../model/worstProperty.js';
import { MeasuredFailure } from '../../measuring/job.js';
import type { ValueRecord } from '../../language/value.js';
import type { ActionFunction } from '../../runner/action.js';
import { doneStep, outputText, textOf } from '../arguments.js';
import { evaluate, type Evaluation } from './evaluate.js';
import { shortFunctions } from './selection.js';

/** Analyses what a run measured, and completes its experiment. */
export const analyze: ActionFunction = async (context) => {
  const { configuration, done, store, tell } = context;
  const id = textOf(context.arguments, 'of');
  const ran = doneStep(done, 'run', id);
  const experiment = outputText(ran, 'experiment', 'run');
  const { archive } = store.get(experiment);
  if (archive === undefined)
    throw new TrimtabError(`Experiment ${experiment} has no trace to analyse; put a "fetch" step before this one.`);
  const recorder = store.resume(experiment);
  const asked = typeof ran?.outputs.ranks === 'number' ? ran.outputs.ranks : configuration.ranks;
  const place = { target: outputText(ran, 'target', 'run'), project: outputText(ran, 'project', 'run') };
  try {
    const evaluation = await evaluate(context, { recorder, archive, asked, ...place });
    if (evaluation.wrong !== undefined) throw new MeasuredFailure(evaluation.wrong.message, experiment, '');
    recorder.finish('complete');
    tell(headline(evaluation));
    return { experiment, ...outputsOf(evaluation.report) };
  } catch (error) {
    if (!(error instanceof CancelledError)) recorder.finishQuietly('failed', sentenceOf(error));
    else if (context.cancelled()) recorder.finishQuietly('cancelled');
    throw error;
  }
};

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The most important finding, after what makes it doubtful. */
function headline({ report, selection }: Evaluation): string {
  const worst = worstProperty(report);
  const worstText = worst === undefined ? nothingFound(report) : `${worst.title} ${percent(worst.severity)}`;
  const doubt = headlineDoubt(report);
  const top = doubt === undefined ? worstText : `${doubt}. ${worstText}`;
  return selection === undefined ? top : `${top}. ${selection.sentence}`;
}

/**
 * What other steps may refer to: `seconds` by metric name, over all call paths and locations, and `shares` of those that
 * are parts of the total time.
 */
function outputsOf(report: FindingsReport): ValueRecord {
  const { totalTime, span, processes, events, metrics, functions } = report;
  const timed = metrics.filter(({ unit }) => unit === 'seconds');
  const parts = timeMetrics(metrics);
  const worst = worstProperty(report);
  return {
    totalTime,
    span,
    processes,
    events,
    seconds: Object.fromEntries(timed.map(({ name, value }) => [name, value])),
    shares: Object.fromEntries(
      timed
        .filter(({ name }) => parts.has(name))
        .map(({ name, value }) => [name, totalTime > 0 ? value / totalTime : 0]),
    ),
    worst: worst === undefined ? null : { ...worst },
    shortFunctions: shortFunctions(functions),
  };
}
