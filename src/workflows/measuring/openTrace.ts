/** Analysing an archive that is already there. */
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { FILES, statOf, type ExperimentStore } from '../../experiments/index.js';
import { TrimtabError } from '../../model/problem.js';
import { checkCancelled, type AnalyzeArchive, type JobObserver } from './job.js';
import type { JobResult } from './analyzePerformance.js';
import { storeAnalysis } from './results.js';
import { inScratch } from '../reproduction/scratch.js';

export interface OpenTraceOptions extends JobObserver {
  readonly store: ExperimentStore;
  readonly analyzeArchive: AnalyzeArchive;
  /** Name of the program; derived from the path when left out. */
  readonly program?: string;
}

/** Folder names that say nothing about the program. */
const GENERIC = /^(trace|traces|recorded|scorep[-_]?\d.*|otf2)$/i;

/**
 * The anchor file of an archive.
 * @param path the anchor file itself, or a folder that holds exactly one
 * @throws TrimtabError when there is none or more than one
 */
export function anchorOf(path: string): string {
  const absolute = resolve(path);
  const facts = statOf(absolute);
  if (facts === undefined) throw new TrimtabError(`${absolute} does not exist.`);
  if (!facts.isDirectory()) return absolute;
  const anchors = readdirSync(absolute).filter((name) => name.endsWith('.otf2'));
  const only = anchors.length === 1 ? anchors.at(0) : undefined;
  if (only !== undefined) return join(absolute, only);
  throw new TrimtabError(
    anchors.length === 0
      ? `${absolute} holds no trace archive (*.otf2); choose the archive's anchor file.`
      : `${absolute} holds several trace archives (${anchors.slice(0, 3).join(', ')}); choose one of them.`,
  );
}

/** A name for the program of an archive, by the file's or its folder's name. */
export function programOf(anchor: string): string {
  const stem = basename(anchor).replace(/\.otf2$/, '');
  if (stem !== 'traces' && stem !== 'trace') return stem;
  let folder = dirname(anchor);
  while (GENERIC.test(basename(folder)) && dirname(folder) !== folder) folder = dirname(folder);
  return basename(folder) || stem;
}

/**
 * Analyses an archive and keeps the result as an experiment that refers to it; the archive stays where it is.
 * @throws TrimtabError when it cannot be read; CancelledError when the signal was aborted
 */
export async function openTrace(path: string, options: OpenTraceOptions): Promise<JobResult> {
  const archive = anchorOf(path);
  const program = options.program ?? programOf(archive);
  options.onProgress?.('analyze', `Analysing ${basename(archive)}`, 0);
  return inScratch(options.store, (scratch) => analyzeAndKeep(archive, program, join(scratch, FILES.cubex), options));
}

/** @param cubex where the results may be written before there is an experiment to hold them */
async function analyzeAndKeep(
  archive: string,
  program: string,
  cubex: string,
  options: OpenTraceOptions,
): Promise<JobResult> {
  const results = await options.analyzeArchive(archive, {
    program,
    cubex,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    onProgress: (fraction, message) => options.onProgress?.('analyze', message, fraction),
  });
  checkCancelled(options);
  options.onProgress?.('store', 'Storing the experiment');
  const recorder = options.store.create({ program, target: 'local', name: `${program} (opened trace)` });
  try {
    // Only a file that is older than the trace can be the text that was measured.
    const recorded = statSync(archive).mtimeMs;
    recorder.update({ trace: { kind: 'reference', path: archive } });
    recorder.adopt(FILES.cubex, cubex);
    const stored = storeAnalysis(recorder, results, { project: options.store.project, began: recorded });
    recorder.finish('complete');
    return { experiment: recorder.id, report: stored.report };
  } catch (error) {
    recorder.finishQuietly('failed', error instanceof Error ? error.message : String(error));
    throw error;
  }
}
