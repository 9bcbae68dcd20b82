import { headlineDoubt, nothingFound } from '../../../model/findings/doubts.js';
import type { FindingsReport } from '../../../model/findings/findings.js';
import { CancelledError, TrimtabError } from '../../../base/problem.js';
import { percent } from '../../../base/text.js';
import { timeMetrics } from '../../../model/timeMetrics.js';
import { worstProperty } from '../../../model/findings/worstProperty.js';
import { MeasuredFailure } from '../../measuring/job.js';
import { neededOutputs } from '../../language/declaration.js';
import { action } from '../../steps/action.js';
import { siteOf } from '../../steps/site.js';
import { runDeclaration } from '../../declarations/run.js';
import { analyzeDeclaration } from '../../declarations/analyze.js';
import { evaluate, type Evaluation } from './evaluate.js';
import { shortFunctions } from './selection.js';

/** Analyses what a run measured, and completes its experiment. */
export const analyze = action(analyzeDeclaration, async (context, given) => {
  const { done, store, tell } = context;
  const { experiment, target, ranks: asked, ...ran } = neededOutputs(runDeclaration, done, given.get('of'));
  const project = ran.project ?? (await siteOf(context, target)).project;
  const { archive } = store.get(experiment);
  if (archive === undefined)
    throw new TrimtabError(`Experiment ${experiment} has no trace to analyze; put a "fetch" step before this one.`);
  const recorder = store.resume(experiment);
  try {
    const evaluation = await evaluate(context, { recorder, archive, asked, target, project });
    if (evaluation.wrong !== undefined) throw new MeasuredFailure(evaluation.wrong.message, experiment, '');
    recorder.finish('complete');
    tell(headline(evaluation));
    return { experiment, ...outputsOf(evaluation.report) };
  } catch (error) {
    if (!(error instanceof CancelledError)) recorder.finishQuietly('failed', sentenceOf(error));
    else if (context.cancelled()) recorder.finishQuietly('cancelled');
    throw error;
  }
});

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the most important finding, preceded by warnings. */
function headline({ report, selection }: Evaluation): string {
  const worst = worstProperty(report);
  const worstText = worst === undefined ? nothingFound(report) : `${worst.title} ${percent(worst.severity)}`;
  const doubt = headlineDoubt(report);
  const top = doubt === undefined ? worstText : `${doubt}. ${worstText}`;
  return selection === undefined ? top : `${top.replace(/\.$/, '')}. ${selection.sentence}`;
}

/**
 * Returns outputs for other steps: `seconds` by metric name, over all call paths and locations, and `shares` of those
 * that are parts of the total time.
 */
function outputsOf(report: FindingsReport) {
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
