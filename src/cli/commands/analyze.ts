/** `trimtab analyze`. */
import { resolve } from 'node:path';
import process from 'node:process';
import { ownTexts } from '../../asl/ownTexts.js';
import type { DistributedOptions } from '../../engine/distributed/index.js';
import { statOf } from '../../base/files/index.js';
import { present } from '../../base/present.js';
import { TrimtabError } from '../../base/problem.js';
import { commandText } from '../../base/text.js';
import type { AnalyzeRequest } from '../arguments/analyze.js';
import type { Context } from '../services/context.js';
import { ownPath } from '../services/paths.js';
import { projectFor } from '../services/project.js';
import { ProgressLine } from '../terminal/progress.js';

/** Options of all analyses, distributed or not. */
type Options = Parameters<Context['analyzeArchive']>[1];

/** Analyses an archive, or the records of an interrupted run, without starting any program but Trimtab's own. */
export async function analyze(context: Context, request: AnalyzeRequest): Promise<void> {
  const { path, format } = request;
  const progress = new ProgressLine(context.terminal);
  try {
    const archive = await archiveAt(context, resolve(context.folder, path), progress);
    const analysis = analysisOf(context, request, archive, progress);
    // Loaded while another thread analyzes; a failure of the analysis is reported first.
    const [{ report, space, dynamics }, { printResults }] = await Promise.all([
      analysis,
      import('../services/results.js'),
    ]);
    progress.clear();
    await printResults(context, format, {
      report,
      dynamics: dynamics?.report,
      values: async () => (await import('../../experiments/index.js')).resultsIn(space),
      again: commandText(['trimtab', 'analyze', path]),
    });
  } finally {
    progress.clear();
  }
}

/**
 * The path to analyze. A file is recognized by the thread that reads it; only folders need the list of formats here.
 * @throws TrimtabError when it does not exist or holds nothing to analyze
 */
async function archiveAt(context: Context, path: string, progress: ProgressLine): Promise<string> {
  if (statOf(path)?.isFile() === true) return path;
  const { measurementIn } = await import('./measurementIn.js');
  return measurementIn(context, path, progress);
}

async function analysisOf(context: Context, request: AnalyzeRequest, archive: string, progress: ProgressLine) {
  const { format, cubex, correctClocks, compensate, metric } = request;
  const options = {
    correctClocks,
    properties: ownTexts(projectFor(context.folder)),
    ...present({ compensate, metric }),
    ...(cubex === undefined ? {} : { cubex: resolve(context.folder, cubex) }),
    // Only people read how it changes.
    ...(format === 'table' || format === 'metrics' ? { dynamics: { isExtra: true } } : {}),
    gains: format === 'table' || format === 'json',
    signal: context.signal,
    onProgress: (fraction: number, message: string) => progress.show(message, fraction),
  };
  try {
    return request.distributed === undefined
      ? await context.analyzeArchive(archive, options)
      : await distributed(context, request, archive, { ...options, parts: request.distributed });
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
    // If the file is of no known format, this is the more helpful error.
    const { measurementIn } = await import('./measurementIn.js');
    await measurementIn(context, archive, progress);
    throw error;
  }
}

/** Analyzes an archive by several processes. */
async function distributed(
  { folder }: Context,
  { exchange }: AnalyzeRequest,
  archive: string,
  options: Options & Pick<DistributedOptions, 'correctClocks' | 'parts'>,
) {
  const [{ analyzeDistributed }, { programOf }] = await Promise.all([
    import('../../engine/distributed/index.js'),
    import('../../formats/registry.js'),
  ]);
  const command = [process.execPath, ownPath(), 'task'];
  return analyzeDistributed(archive, {
    ...options,
    program: programOf(archive),
    command,
    ...(exchange === undefined ? {} : { exchange: resolve(folder, exchange) }),
  });
}
