/** Running an experiment again, exactly as it was recorded, in a copy of its project. */
import { join } from 'node:path';
import { compareExperiments, type Comparison, type Experiment, type Manifest } from '../../experiments/index.js';
import { inheritedEnvironment } from '../../targets/environment.js';
import type { AnalyzePerformanceOptions } from '../mainJob/analyzePerformance.js';
import { isLeft, sweepScratches, takeReproduction } from './leftReproductions.js';
import { recordedRun } from './recorded.js';
import { type KnownTargets, runAgain } from './runAgain.js';
import type { CompareExperiments } from '../steps/action.js';
import { inScratch } from './scratch.js';
import { restoreProject } from '../provenance/snapshot.js';

export interface ReproduceOptions extends Omit<AnalyzePerformanceOptions, 'configuration'>, KnownTargets {
  /** Identifier of the experiment. */
  readonly experiment: string;
  /** In this thread when not given. */
  readonly compare?: CompareExperiments;
}

export interface Reproduction {
  /** Identifier of the new experiment. */
  readonly experiment: string;
  /** The old one before, the new one after; undefined when the old one has no results. */
  readonly comparison: Comparison | undefined;
  /** In what the new run differs from the old one, in sentences. */
  readonly differences: readonly string[];
}

/**
 * Builds and runs an experiment again with its recorded sources, commands and environment, and compares. The new
 * experiment exists from before the run. It resumes the work of an earlier process.
 * @throws TrimtabError when something that is needed was not kept, or the run fails; CancelledError also when it is
 * left
 */
export async function reproduce(options: ReproduceOptions): Promise<Reproduction> {
  const { store, experiment: id, onProgress } = options;
  const original = store.get(id);
  recordedRun(original.manifest);
  await sweepScratches(store);
  const left = takeReproduction(store, id);
  const work = async (scratch: string): Promise<Reproduction> => {
    if (left === undefined) onProgress?.('prepare', `Making a copy of the project as experiment ${id} measured it`);
    const copy =
      left ?? (await restoreProject(original, store.project, join(scratch, 'project'), inheritedEnvironment()));
    const repetition = { reproduces: id, name: `${original.manifest.name} (again)` };
    const repeats = store.forCopy(copy.project, repetition);
    const { made, different } = await runAgain(options, original.manifest, { repeats, scratch, copy });
    return conclude(options, store.get(made), [...copy.missing, ...different]);
  };
  return inScratch(store, work, { left: left?.scratch, goesOn: isLeft });
}

/** Compares the new experiment with the old one. */
async function conclude(
  { store, experiment, compare, signal }: ReproduceOptions,
  again: Experiment,
  missing: readonly string[],
): Promise<Reproduction> {
  const original = store.get(experiment);
  const groups = [{ experiments: [original] }, { experiments: [again] }];
  return {
    experiment: again.id,
    comparison: original.hasResults
      ? ((await compare?.(groups, signal === undefined ? {} : { signal })) ?? compareExperiments(groups))
      : undefined,
    differences: [...missing, ...toolDifferences(original.manifest, again.manifest)],
  };
}

function toolDifferences(before: Manifest, after: Manifest): string[] {
  const tools = [
    ['compiler', before.compiler, after.compiler],
    ['MPI', before.mpi, after.mpi],
  ] as const;
  return tools.flatMap(([what, a, b]) =>
    a === undefined || a.version === b?.version
      ? []
      : [`the ${what} is ${b?.version ?? 'unknown'} instead of ${a.version}`],
  );
}
