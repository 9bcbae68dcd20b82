/** Analyzing a trace or profile that is already there. */
import { present } from '../../base/present.js';
import { ownTexts } from '../../asl/ownTexts.js';
import { rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { statOf } from '../../base/files/index.js';
import { type ExperimentStore, FILES } from '../../experiments/index.js';
import { THIS_MACHINE } from '../../model/thisMachine.js';
import { measurementAt, programOf } from '../../formats/registry.js';
import { checkCancelled, type AnalyzeArchive, type JobObserver, type JobResult } from './job.js';
import { storeAnalysis } from './results.js';

export interface OpenTraceOptions extends JobObserver {
  readonly store: ExperimentStore;
  readonly analyzeArchive: AnalyzeArchive;
  /** Name of the program; derived from the path if omitted. */
  readonly program?: string;
}

/**
 * Analyses a trace or profile and keeps the result as an experiment that refers to it; the file stays where it is.
 * @throws TrimtabError when it cannot be read; CancelledError when the signal was aborted
 */
export async function openTrace(path: string, options: OpenTraceOptions): Promise<JobResult> {
  const archive = measurementAt(path);
  const scratch = options.store.scratch();
  try {
    return await openInto(archive, join(scratch, FILES.space), options);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    options.store.removeIfEmpty();
  }
}

/** @param spaceFile where the space is written before there is an experiment */
async function openInto(archive: string, spaceFile: string, options: OpenTraceOptions): Promise<JobResult> {
  const program = options.program ?? programOf(archive);
  options.onProgress?.('analyze', `Analyzing ${basename(archive)}`, 0);
  const results = await options.analyzeArchive(archive, {
    program,
    spaceFile,
    properties: ownTexts(options.store.project),
    ...present({ signal: options.signal }),
    onProgress: (fraction, message) => options.onProgress?.('analyze', message, fraction),
  });
  checkCancelled(options);
  options.onProgress?.('store', 'Storing the experiment');
  const recorder = options.store.create({
    program,
    target: THIS_MACHINE,
    name: `${program} (opened ${results.report.measurement ?? 'trace'})`,
  });
  try {
    // Only a file that is older than the trace can be the text that was measured.
    const recorded = statSync(archive).mtimeMs;
    recorder.update({ trace: { kind: 'reference', path: archive } });
    const stored = storeAnalysis(recorder, results, { project: options.store.project, began: recorded });
    recorder.finish('complete');
    return { experiment: recorder.id, report: stored.report };
  } catch (error) {
    recorder.finishQuietly('failed', error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** Returns the newest complete experiment made from the current version of a file; undefined if there is none. */
export function openedBefore(store: ExperimentStore, path: string): string | undefined {
  const changed = statOf(path)?.mtimeMs;
  if (changed === undefined) return undefined;
  const isOfFile = (id: string): boolean => {
    const { trace } = store.get(id).manifest;
    return trace?.kind === 'reference' && trace.path === path;
  };
  return store
    .list()
    .find(({ id, state, created }) => state === 'complete' && Date.parse(created) >= changed && isOfFile(id))?.id;
}
