import { FILES, type Recorder } from '../../experiments/index.js';
import { headlineDoubt, nothingFound } from '../../model/doubts.js';
import type { FindingsReport } from '../../model/findings.js';
import { CancelledError, TrimtabError } from '../../model/problem.js';
import { percent } from '../../model/text.js';
import { timeMetrics } from '../../model/timeMetrics.js';
import { worstProperty } from '../../model/worstProperty.js';
import type { AnalyzeArchive } from '../measuring/job.js';
import type { ValueRecord } from '../language/value.js';
import { storeAnalysis } from '../measuring/results.js';
import type { ActionContext, ActionFunction } from '../runner/action.js';
import { doneStep, outputText, textOf } from './arguments.js';
import { selectionResult, shortFunctions } from './selection.js';

/** Analyses what a run measured, and completes its experiment. */
export const analyze: ActionFunction = async (context) => {
  const { configuration, done, store } = context;
  const id = textOf(context.arguments, 'of');
  const ran = doneStep(done, 'run', id);
  const experiment = outputText(ran, 'experiment', 'run');
  const { archive } = store.get(experiment);
  if (archive === undefined)
    throw new TrimtabError(`Experiment ${experiment} has no trace to analyse; put a "fetch" step before this one.`);
  const recorder = store.resume(experiment);
  const asked = typeof ran?.outputs.ranks === 'number' ? ran.outputs.ranks : configuration.ranks;
  try {
    const report = await analyzeInto(context, recorder, archive, asked);
    recorder.finish('complete');
    return { experiment, ...outputsOf(report) };
  } catch (error) {
    if (!(error instanceof CancelledError && !context.cancelled()))
      recorder.finishQuietly(error instanceof CancelledError ? 'cancelled' : 'failed', sentenceOf(error));
    throw error;
  }
};

/**
 * Analyses what a run recorded until it failed, and keeps the results with its experiment. Not all ranks need be there.
 * @throws TrimtabError when it cannot be analysed
 */
export async function keepFragment(
  { configuration, analyzeArchive, signal, store, tell }: ActionContext,
  recorder: Recorder,
  archive: string,
): Promise<void> {
  tell('Analysing what was measured until then');
  const results = await analyzeArchive(archive, {
    program: configuration.program,
    cubex: recorder.path(FILES.cubex),
    signal,
  });
  storeAnalysis(recorder, results, { project: store.project, began: Date.parse(recorder.manifest.created) });
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function analyzeInto(
  {
    configuration,
    analyzeArchive,
    done,
    signal,
    store,
    tell,
  }: Pick<ActionContext, 'configuration' | 'done' | 'signal' | 'store' | 'tell'> & {
    readonly analyzeArchive: AnalyzeArchive;
  },
  recorder: Recorder,
  archive: string,
  asked: number,
): Promise<FindingsReport> {
  tell('Analysing the trace');
  const results = await analyzeArchive(archive, {
    program: configuration.program,
    cubex: recorder.path(FILES.cubex),
    signal,
  });
  const selection = selectionResult(done, results.report);
  const { report, wrong } = storeAnalysis(recorder, results, {
    project: store.project,
    asked,
    problems: selection?.problem === undefined ? [] : [selection.problem],
    began: Date.parse(recorder.manifest.created),
  });
  if (wrong !== undefined) throw new TrimtabError(wrong.message);
  const worst = worstProperty(report);
  const worstText = worst === undefined ? nothingFound(report) : `${worst.title} ${percent(worst.severity)}`;
  const doubt = headlineDoubt(report);
  const top = doubt === undefined ? worstText : `${doubt}. ${worstText}`;
  tell(selection === undefined ? top : `${top}. ${selection.sentence}`);
  return report;
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
