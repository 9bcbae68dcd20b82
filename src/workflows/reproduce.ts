/** Running an experiment again, exactly as it was recorded, in a copy of its project. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  compareExperiments,
  ExperimentStore,
  type Comparison,
  type Experiment,
  type Manifest,
} from '../experiments/index.js';
import { LOCAL } from '../targets/description.js';
import { inheritedEnvironment } from '../targets/environment.js';
import { analyzePerformance, type AnalyzePerformanceOptions } from './analyzePerformance.js';
import { recordedConfiguration, recordedRun } from './recorded.js';
import { type Again, againElsewhere, type KnownTargets } from './reproduceElsewhere.js';
import { restoreProject } from './snapshot.js';

export interface ReproduceOptions extends Omit<AnalyzePerformanceOptions, 'configuration'>, KnownTargets {
  /** Identifier of the experiment. */
  readonly experiment: string;
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
 * Builds and runs an experiment again with its recorded sources, commands and environment, and compares.
 * @throws TrimtabError when something that is needed was not kept, or the run fails; CancelledError
 */
export async function reproduce(options: ReproduceOptions): Promise<Reproduction> {
  const { store, experiment: id, onProgress } = options;
  const original = store.get(id);
  recordedRun(original.manifest);
  onProgress?.('prepare', `Making a copy of the project as experiment ${id} measured it`);
  const scratch = store.scratch();
  try {
    const copy = join(scratch, 'project');
    const { project, missing } = await restoreProject(original, store.project, copy, inheritedEnvironment());
    const inner = new ExperimentStore(project);
    let made: string;
    let different: readonly string[];
    try {
      ({ made, different } =
        original.manifest.target === LOCAL.name
          ? await againHere(options, original.manifest, inner)
          : await againElsewhere(options, original.manifest, { inner, scratch }));
    } finally {
      // Also what failed is kept: its logs say why.
      for (const name of inner.folders())
        store.adopt(join(inner.folder, name), { reproduces: id, name: `${original.manifest.name} (again)` });
    }
    return conclude(original, store.get(made), [...missing, ...different]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function againHere(options: ReproduceOptions, manifest: Manifest, inner: ExperimentStore): Promise<Again> {
  const { project } = inner;
  const place = { project, measured: options.store.project, copy: project };
  const { configuration, redacted } = recordedConfiguration(manifest, place);
  const { experiment } = await analyzePerformance({ ...options, configuration, store: inner });
  return { made: experiment, different: redacted };
}

/** The new experiment beside the old one. */
function conclude(original: Experiment, again: Experiment, missing: readonly string[]): Reproduction {
  return {
    experiment: again.id,
    comparison: original.hasResults
      ? compareExperiments([{ experiments: [original] }, { experiments: [again] }])
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
