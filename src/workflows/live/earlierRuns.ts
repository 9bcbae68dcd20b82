/** What earlier runs of a program know of it. */
import { TrimtabError } from '../../base/problem.js';
import type { Experiment, ExperimentStore } from '../../experiments/index.js';

/**
 * What the newest run of a program knows that knows it; undefined where none does.
 * @param find undefined where a run does not know it; a damaged one is passed over, since others may know
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
