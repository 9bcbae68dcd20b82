/**
 * Facts about its environment that an experiment records. All kinds of experiments use this one builder, so that
 * repeats are recognized. All facts come from the target; unavailable ones are omitted.
 */
import { posix } from 'node:path';
import { SourceSnapshot, type Manifest } from '../../experiments/index.js';
import { withoutPlan } from '../../measurement/environment.js';
import { recordOf } from '../../measurement/planRecord.js';
import { TrimtabError } from '../../base/problem.js';
import { LOCAL } from '../../targets/description.js';
import { inheritedEnvironment } from '../../targets/environment.js';
import { kindOf } from '../../targets/kinds.js';
import { missingProgramSentence } from '../../base/processes/missingProgram.js';
import type { JobResources, Target } from '../../targets/target.js';
import type { Configuration } from '../configuration/configuration.js';
import type { Measurement } from '../configuration/measurement.js';
import { checkToolchain } from './ranks.js';
import { describeToolchain, redacted, redactedScript, selectedEnvironment, type Toolchain } from './provenance.js';
import { keepRevision, revisionOf } from './revision.js';
import { keepUntracked } from './snapshot.js';
import { findSources } from './sourceFiles.js';
import { describeSystem } from './system.js';

/** How long a question about the machine may take, in seconds. */
const PATIENCE = 20;

/**
 * Returns the output of a short command on the target; undefined if it fails. It does not run in a project's folder.
 */
export async function askThere(
  target: Target,
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  let text = '';
  try {
    const command = { argv, folder: '/', environment };
    const result = await target.run(command, { timeout: PATIENCE, onOutput: (part) => (text += part) });
    return result.exitCode === 0 ? text : undefined;
  } catch (error) {
    if (error instanceof TrimtabError) return undefined; // a program it does not have; a lost connection shows next
    throw error;
  }
}

/**
 * Keeps the current sources, and returns their revision.
 * @param folder destination of the copies: an experiment's, or one like it
 * @param places.store the project folder of the store that keeps the experiment
 * @param places.there the path on the target of a local file
 */
export async function sourceFacts(
  folder: string,
  { project, sources }: Configuration,
  { store, there }: { readonly store: string; readonly there: (path: string) => string },
): Promise<Pick<Manifest, 'sources' | 'revision' | 'untracked'>> {
  const environment = inheritedEnvironment();
  const snapshot = new SourceSnapshot(folder, store);
  for (const file of findSources(project, sources)) snapshot.add(file, undefined, there(file));
  return {
    sources: [...snapshot.records],
    ...keepRevision(folder, await revisionOf(project, environment)),
    ...(await keepUntracked(folder, project, environment)),
  };
}

/** Returns facts that the target reports about itself. */
export async function machineFacts(target: Target): Promise<Pick<Manifest, 'system' | 'modules' | 'scheduler'>> {
  const environment = await environmentOf(target);
  return describeSystem((argv) => askThere(target, argv), environment);
}

/** The variables that steer a run, and what is measured of it. */
export function environmentFacts(
  target: Target,
  resources: JobResources,
  { there, chosen, plan }: Measurement,
): Pick<Manifest, 'environment' | 'measurement'> {
  const whole = { ...there, ...target.jobEnvironment(resources), ...chosen };
  const told = Object.keys(withoutPlan(chosen));
  return { environment: selectedEnvironment(whole, told), measurement: recordOf(plan) };
}

/** Returns the environment of the target's login node, including its set-up; empty if unavailable. */
export async function environmentOf(target: Target): Promise<Record<string, string>> {
  const text = (await askThere(target, ['env', '-0'])) ?? '';
  return Object.fromEntries(
    text.split('\0').flatMap((entry): [string, string][] => {
      const at = entry.indexOf('=');
      return at > 0 ? [[entry.slice(0, at), entry.slice(at + 1)]] : [];
    }),
  );
}

/** The tools of a build and a run. */
export interface Tools {
  /** The compiler behind trimtab-cc, if known. */
  readonly compiler: string | undefined;
  /** The run's argument vector. */
  readonly run: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Start folders of programs, on the target. */
  readonly folders: { readonly build: string; readonly run: string };
}

/**
 * Returns the versions of compiler and launcher, checked to belong together.
 * @throws TrimtabError when the compiler does not exist, or compiler and launcher are of different MPI libraries
 */
export async function toolchainThere(
  target: Target,
  { compiler, run, environment, folders }: Tools,
): Promise<Toolchain> {
  const within =
    (folder: string) =>
    ([program = '', ...words]: readonly string[]) =>
      askThere(target, [program.includes('/') ? posix.resolve(folder, program) : program, ...words], environment);
  const toolchain = await describeToolchain(compiler, run, { build: within(folders.build), run: within(folders.run) });
  if (compiler !== undefined && toolchain.compiler === undefined)
    throw new TrimtabError(missingProgramSentence(compiler, 'ENOENT'));
  checkToolchain(toolchain);
  return toolchain;
}

/**
 * Returns the target as described in trimtab.yaml or the settings, without personal data; nothing without a
 * description.
 */
export function targetFacts({ configuration }: Pick<Target, 'configuration'>): Pick<Manifest, 'targetConfiguration'> {
  if (configuration === LOCAL) return {};
  const { kind, setup, launcher, limits } = configuration;
  const own = Object.entries(kindOf(configuration).recorded(configuration));
  return {
    targetConfiguration: {
      kind,
      setup: redactedScript(setup),
      limits,
      ...(launcher === undefined ? {} : { launcher: redacted(launcher) }),
      ...Object.fromEntries(own.map(([key, value]) => [key, redacted(value)])),
    },
  };
}
