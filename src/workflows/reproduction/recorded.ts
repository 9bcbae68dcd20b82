/** The commands and settings of an experiment, for running it again. */
import { homedir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import type { CommandRecord, Manifest } from '../../experiments/index.js';
import { withoutPlan } from '../../measurement/environment.js';
import { NO_SELECTION } from '../../measurement/selection/planned.js';
import { recordedPlan } from '../../measurement/planRecord.js';
import { TrimtabError } from '../../base/problem.js';
import { THIS_MACHINE } from '../../model/thisMachine.js';
import type { Configuration } from '../configuration/configuration.js';
import { CONFIGURATION } from '../configuration/fileName.js';

/** Original location of a project, and that of its copy. */
export interface Place {
  /** Folder of the copy on this machine. */
  readonly project: string;
  /** The project's folder on the machine that measured it, then. */
  readonly measured: string;
  /** The copy's folder on that machine, now. */
  readonly copy: string;
}

/** The recorded run. @throws TrimtabError when there is none that can be run again */
export function recordedRun({ id, run, state }: Manifest): CommandRecord {
  if (state === 'running') throw new TrimtabError(`Experiment ${id} is still running; wait until it has ended.`);
  if (run === undefined)
    throw new TrimtabError(
      `Experiment ${id} cannot be run again: it has no record of a run. It is a trace that was only opened, or a run that never started.`,
    );
  return run;
}

/** The configuration that leads to the recorded commands, in the copy of the project. */
export function recordedConfiguration(
  manifest: Manifest,
  { project, measured, copy }: Place,
): { configuration: Configuration; redacted: string[] } {
  const { build, program, environment = {}, ranks, result } = manifest;
  const run = recordedRun(manifest);
  const here = (word: string): string => word.replaceAll(measured, copy);
  const inProject = (path: string, what: string): string => {
    const inside = isAbsolute(path) ? relative(measured, path) : path;
    if (isAbsolute(inside) || inside.split('/').includes('..'))
      throw new TrimtabError(`Experiment ${manifest.id} cannot be run again: ${what} ${path}, outside its project.`);
    return join(project, inside);
  };
  const folderOf = ({ folder }: CommandRecord): string => inProject(folder, 'its commands ran in');
  const input = run.input === undefined ? {} : { input: inProject(run.input, 'its program read') };
  const count = ranks?.asked ?? ranks?.measured ?? result?.processes ?? 1;
  const command = run.argv.map(here);
  const first = build?.at(0);
  const secret = Object.entries(environment).filter(([, value]) => value === '(redacted)');
  // The effect of variables on the plan is part of the plan.
  const kept = Object.entries(withoutPlan(environment)).filter(([, value]) => value !== '(redacted)');
  const patience = (records: readonly CommandRecord[], least: number): number =>
    Math.max(least, 10 * records.reduce((sum, { seconds = 0 }) => sum + seconds, 0));
  const configuration: Configuration = {
    path: join(project, CONFIGURATION),
    project,
    program,
    target: THIS_MACHINE,
    targets: [],
    ranks: count,
    build:
      build === undefined || first === undefined
        ? undefined
        : { folder: folderOf(first), commands: build.map(({ argv }) => argv.map(here)) },
    run: { folder: folderOf(run), commands: [command], ...input },
    runCommand: () => command,
    pathMap: [],
    sources: (manifest.sources ?? []).flatMap(({ project: path }) => (path === undefined ? [] : [path])),
    measure: recordedPlan(manifest),
    selection: { rules: NO_SELECTION },
    environment: Object.fromEntries(kept.map(([name, value]) => [name, value.replace(/^~(?=\/|$)/, homedir())])),
    timeouts: { build: patience(build ?? [], 1800), run: patience([run], 3600) },
  };
  return {
    configuration,
    redacted: secret.map(
      ([name]) => `${name} was not kept, since its value may be secret; this environment's value was used`,
    ),
  };
}
