/** Running an experiment again, exactly as it was recorded, in a copy of its project. */
import { rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import {
  compareExperiments,
  ExperimentStore,
  type CommandRecord,
  type Comparison,
  type Experiment,
  type Manifest,
} from '../experiments/index.js';
import { TrimtabError } from '../model/problem.js';
import { inheritedEnvironment } from '../targets/environment.js';
import { analyzePerformance, type AnalyzePerformanceOptions } from './analyzePerformance.js';
import { CONFIGURATION, type Configuration } from './configuration.js';
import { restoreProject } from './snapshot.js';

export interface ReproduceOptions extends Omit<AnalyzePerformanceOptions, 'configuration'> {
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
    const { configuration, redacted } = recordedConfiguration(original.manifest, store.project, project);
    const inner = new ExperimentStore(project);
    let made: string;
    try {
      made = (await analyzePerformance({ ...options, configuration, store: inner })).experiment;
    } finally {
      // Also what failed is kept: its logs say why.
      for (const name of inner.folders())
        store.adopt(join(inner.folder, name), { reproduces: id, name: `${original.manifest.name} (again)` });
    }
    return conclude(original, store.get(made), [...missing, ...redacted]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The recorded run. @throws TrimtabError when there is none that can be run again */
function recordedRun({ id, run, target, state }: Manifest): CommandRecord {
  if (state === 'running') throw new TrimtabError(`Experiment ${id} is still running; wait until it has ended.`);
  if (run === undefined)
    throw new TrimtabError(
      `Experiment ${id} cannot be run again: it has no record of a run, as a trace that was only opened, or a run that never began.`,
    );
  if (target !== 'local')
    throw new TrimtabError(
      `Experiment ${id} was measured on target ${target}; only local ones are run again by themselves. Check its revision out and run it with --target ${target}.`,
    );
  return run;
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

/** The configuration that leads to the recorded commands, in the copy of the project. */
function recordedConfiguration(
  manifest: Manifest,
  original: string,
  project: string,
): { configuration: Configuration; redacted: string[] } {
  const { build, program, environment = {}, ranks, result } = manifest;
  const run = recordedRun(manifest);
  const here = (word: string): string => word.replaceAll(original, project);
  const folderOf = ({ folder }: CommandRecord): string => {
    const inside = isAbsolute(folder) ? relative(original, folder) : folder;
    if (isAbsolute(inside) || inside.split('/').includes('..'))
      throw new TrimtabError(
        `Experiment ${manifest.id} cannot be run again: its commands ran in ${folder}, outside its project.`,
      );
    return join(project, inside);
  };
  const count = ranks?.asked ?? ranks?.measured ?? result?.processes ?? 1;
  const command = run.argv.map(here);
  const first = build?.at(0);
  const secret = Object.entries(environment).filter(([, value]) => value === '(redacted)');
  const kept = Object.entries(environment).filter(([, value]) => value !== '(redacted)');
  const patience = (records: readonly CommandRecord[], least: number): number =>
    Math.max(least, 10 * records.reduce((sum, { seconds = 0 }) => sum + seconds, 0));
  const configuration: Configuration = {
    path: join(project, CONFIGURATION),
    project,
    program,
    target: 'local',
    targets: [],
    ranks: count,
    build:
      build === undefined || first === undefined
        ? undefined
        : { folder: folderOf(first), commands: build.map(({ argv }) => argv.map(here)) },
    run: { folder: folderOf(run), commands: [command] },
    runCommand: () => command,
    sources: (manifest.sources ?? []).flatMap(({ project: path }) => (path === undefined ? [] : [path])),
    environment: Object.fromEntries(kept.map(([name, value]) => [name, value.replace(/^~(?=\/|$)/, homedir())])),
    timeouts: { build: patience(build ?? [], 1800), run: patience([run], 3600) },
  };
  return {
    configuration,
    redacted: secret.map(([name]) => `${name} was not kept, since its value may be secret; it was left as it is here`),
  };
}
