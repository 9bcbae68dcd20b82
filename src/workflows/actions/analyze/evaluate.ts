import { join } from 'node:path';
import { ownTexts } from '../../../asl/ownTexts.js';
import { isFile } from '../../../base/files/index.js';
import { mappedFile } from '../../../base/paths/pathMap.js';
import { type Problem, TrimtabError } from '../../../base/problem.js';
import { FILES, type Recorder } from '../../../experiments/index.js';
import { systemOf } from '../../../measurement/adapters/index.js';
import { formatOf } from '../../../formats/registry.js';
import { recordedPlan } from '../../../measurement/planRecord.js';
import type { FindingsReport } from '../../../model/findings/findings.js';
import { SEARCH_FILE } from '../../../measurement/search/history.js';
import { withWaits } from '../../../measurement/search/waits.js';
import { readSearch } from '../../live/searchRun.js';
import { storeAnalysis, type Stored } from '../../measuring/results.js';
import type { ActionContext } from '../../steps/action.js';
import { measuredAllTheSame, measuredDespiteRules, selectionResult } from './selection.js';

/** Identity of the measurement and its location. */
export interface Evaluated {
  readonly recorder: Recorder;
  /** The archive's anchor file here. */
  readonly archive: string;
  /** Requested rank count; omitted if the program did not finish. */
  readonly asked?: number;
  /** The target that measured it, and the project's folder there. */
  readonly target: string;
  readonly project: string;
}

/** Result of an analysis, with its messages about functions that were to be excluded. */
export interface Evaluation extends Stored {
  readonly selection: ReturnType<typeof selectionResult>;
}

/**
 * Analyses an archive and keeps the results with its experiment.
 * @throws TrimtabError when it cannot be read; CancelledError
 */
export async function evaluate(context: ActionContext, measured: Evaluated): Promise<Evaluation> {
  const { analyzeArchive, configuration, done, progress, signal, store, tell } = context;
  const { recorder, archive, asked } = measured;
  const doing = `Analyzing the ${formatOf(archive)?.kind ?? 'trace'}`;
  tell(doing);
  progress(doing, { stage: 'analyze', fraction: 0 });
  const analyzed = await analyzeArchive(archive, {
    program: configuration.program,
    spaceFile: recorder.path(FILES.space),
    properties: ownTexts(store.project),
    signal,
    onProgress: (fraction, message) => progress(message, { stage: 'analyze', fraction }),
  });
  const { problem: unread, ...searched } = withSearch(recorder, analyzed.report);
  const results = { ...analyzed, ...searched };
  progress('Storing the experiment', { stage: 'store' });
  const selection = selectionResult(done, results.report);
  const { created, job } = recorder.manifest;
  const plan = recordedPlan(recorder.manifest);
  const problem = selection?.problem ?? measuredAllTheSame(plan.leftOutFunctions, results.report);
  const named = new Set(
    results.space.definitions?.regions.filter(({ paradigm }) => paradigm === 'user').map(({ name }) => name),
  );
  const unheeded =
    plan.system !== undefined
      ? undefined
      : measuredDespiteRules(plan.selection, results.report, (region) => !named.has(region));
  // Of processes that do not know each other one may have written over the others.
  const isOneOfMany = plan.system !== undefined && systemOf(plan.system).mayOverwrite === true;
  const isWhole = !isOneOfMany || results.report.processes > 1;
  const stored = storeAnalysis(recorder, results, {
    project: store.project,
    ...(asked === undefined || !isWhole ? {} : { asked }),
    problems: [problem, unheeded, unread].filter((each) => each !== undefined),
    began: Date.parse(job?.began ?? created),
    here: localPaths(context, measured),
  });
  return { ...stored, selection };
}

/** With what was found while the program ran, where it was searched. */
function withSearch(
  { folder }: Recorder,
  report: FindingsReport,
): { readonly report: FindingsReport; readonly problem?: Problem } {
  const file = join(folder, SEARCH_FILE);
  if (!isFile(file)) return { report };
  try {
    return { report: withWaits(report, readSearch(file)) };
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
    return { report, problem: { level: 'warning', message: error.message } };
  }
}

/** From paths of the target to those here. */
function localPaths(
  { configuration, targetFor }: ActionContext,
  { target, project }: Evaluated,
): (measured: string) => string | undefined {
  const isHere = project === configuration.project;
  const folders = [
    ...(isHere ? [] : [{ remote: project, local: configuration.project }]),
    ...configuration.pathMap,
    ...targetFor(target).pathMap,
  ];
  return (file) => mappedFile(file, folders) ?? (isHere ? file : undefined);
}
