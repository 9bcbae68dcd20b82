/** Data about a program from its earlier runs. */
import { TrimtabError } from '../../base/problem.js';
import type { Experiment, ExperimentStore } from '../../experiments/index.js';

/**
 * Returns the value from the newest run that has it; undefined if none does.
 * @param find undefined if a run does not have it; damaged runs are skipped, since others may have it
 */
export function knownByNewest<T>(
  store: ExperimentStore,
  program: string,
  find: (experiment: Experiment) => T | undefined,
): T | undefined {
  for (const experiment of store.readable()) {
    if (experiment.manifest.program !== program) continue;
    try {
      const found = find(experiment);
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
    }
  }
  return undefined;
}
