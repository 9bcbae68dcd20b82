/** `trimtab experiments reproduce`. */
import { resolve } from 'node:path';
import { leftReproductions } from '../../workflows/reproduction/leftReproductions.js';
import { reproduce } from '../../workflows/reproduction/reproduce.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import { printComparison } from './experimentFiles.js';
import { find } from './experiments.js';
import { ProgressLine } from '../terminal/progress.js';

/** Runs an experiment again from its own sources, and prints how the two compare. */
export async function reproduceExperiment(
  context: Context,
  request: { project: string; id: string; format: 'table' | 'json' },
): Promise<void> {
  const store = storeFor(resolve(context.folder, request.project));
  const { id } = find(store, request.id);
  const progress = new ProgressLine(context.terminal);
  try {
    const { experiment, comparison, differences } = await reproduce({
      store,
      experiment: id,
      probeFolder: context.findProbe(),
      analyzeArchive: context.analyzeArchive,
      signal: context.signal,
      onProgress: (_, message, fraction) => progress.show(message, fraction),
      onOutput: (text) => progress.output(text),
    });
    progress.clear();
    context.terminal.status(`Kept as experiment ${experiment}, a repeat of ${id}.\n`);
    for (const difference of differences) context.terminal.status(`Not the same: ${difference}.\n`);
    context.terminal.status('\n');
    if (comparison !== undefined) await printComparison(context, comparison, request.format);
  } catch (error) {
    progress.clear();
    if (leftReproductions(store).some(({ experiment }) => experiment === id))
      context.terminal.status(
        `Submitted jobs continue. To continue from there, run "trimtab experiments reproduce ${id}" again.\n`,
      );
    throw error;
  } finally {
    progress.clear();
  }
}
