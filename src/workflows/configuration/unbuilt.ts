/** Measuring a program that is not built: the probe is loaded before its libraries. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { PROJECT_TEXT, readText } from '../../base/files/index.js';
import { parseYaml } from '../../base/yaml.js';
import { settingsIn } from '../../measurement/environment.js';
import { checkProbe } from '../../measurement/probe.js';
import { TrimtabError } from '../../base/problem.js';
import { THIS_MACHINE } from '../../model/thisMachine.js';
import { startsWithLauncher, withoutEnvironment } from '../../targets/launch.js';
import { launcherFor } from '../../targets/mpi.js';
import { findConfiguration, loadConfiguration, parseConfiguration, type Configuration } from './configuration.js';
import { CONFIGURATION } from './fileName.js';
import { sizeFor } from './parallelism.js';
import { PYTHON_SOURCES } from './python.js';
import { askPreloader, isPython, type Preloadable, PRELOADER, ranksIn, splitLauncher } from './preload.js';

/** A program to measure unmodified. */
export interface UnbuiltProgram {
  /** The program and its arguments; a launcher with its options may precede it. */
  readonly argv: readonly string[];
  /** Working folder; its experiments are kept there, or in the folder of the next trimtab.yaml above. */
  readonly folder: string;
  /**
   * MPI processes; if undefined, as many as trimtab.yaml sets. Otherwise a number that suits this machine if the
   * program is linked with MPI, else one.
   */
  readonly ranks: number | undefined;
  /** The file that it reads from its standard input, in the folder. */
  readonly input?: string;
  /** Target that overrides trimtab.yaml. */
  readonly target?: string | undefined;
}

/**
 * Returns the configuration with which the program is run and measured: on the target, with the launcher and the
 * settings of the next trimtab.yaml, if any. Nothing is written.
 * @param tell receives messages about what cannot be recorded
 * @throws TrimtabError when there is no such program, or nothing can be recorded of it
 */
export async function unbuiltConfiguration(
  { argv, folder, ranks: wanted, input, target: chosen }: UnbuiltProgram,
  probeFolder: string,
  tell: (sentence: string) => void = () => undefined,
): Promise<Configuration> {
  checkProbe(probeFolder);
  const file = findConfiguration(folder);
  const project = file === undefined ? undefined : loadConfiguration(file);
  const target = chosen ?? project?.target ?? THIS_MACHINE;
  const { launcher, program: words } = splitLauncher(argv);
  if (launcher.length > 0 && wanted !== undefined)
    throw new TrimtabError(`${launcher[0] ?? ''} sets the rank count already; remove -n in front of it.`);
  // Variables that env sets come last, and this one is how the library that measures is loaded.
  if (basename(words[0] ?? '') === 'env' && words.some((word) => word.startsWith('LD_PRELOAD=')))
    throw new TrimtabError(
      'env overrides LD_PRELOAD, which loads the measurement library, so nothing would be recorded. Set it before trimtab (LD_PRELOAD=… trimtab exec …), or under environment in trimtab.yaml.',
    );
  const isHere = target === THIS_MACHINE;
  const [name = '', ...others] = withoutEnvironment(words);
  const variables = words.slice(0, words.length - others.length - 1);
  // Programs on another machine are searched there, from the same folder.
  const program = isHere && name.includes('/') ? resolve(folder, name) : name;
  const known = isHere ? await askPreloader(probeFolder, program) : undefined;
  if (known?.limits !== undefined) tell(known.limits);
  const ranks = wanted ?? ranksIn(launcher) ?? (!isHere && isPython(name) ? 1 : usualRanks(project, known));
  // Missing settings of a program on another machine are determined there, see actions/run/preloaded.ts.
  const isOpen = !isHere && launcher.length === 0 && wanted === undefined && !isPython(name);
  const own = launcher.length > 0 || isOpen ? launcher : launcherOf(project, known?.compiler, ranks);
  const where = project?.project ?? folder;
  const run = {
    ...(project === undefined ? {} : { folder: relative(where, folder) || '.' }),
    command: [...own, ...variables, isHere ? join(probeFolder, PRELOADER) : PRELOADER, program, ...others],
    ...(input === undefined ? {} : { input: relative(where, resolve(folder, input)) }),
  };
  const said = { program: basename(isPython(name) ? (others.find(isPython) ?? name) : name), target, ranks, run };
  const sources = [...new Set([...(project?.sources ?? []), ...(isPython(name) ? PYTHON_SOURCES : [])])];
  const withIo = known !== undefined && needsIo(project, name, known.compiler);
  const text =
    file === undefined
      ? JSON.stringify({ version: 1, ...said, sources, measure: { ...(withIo ? { io: true } : {}), sampling: 100 } })
      : withProgram(readText(file, PROJECT_TEXT), { ...said, sources }, withIo);
  return { ...parseConfiguration(text, file ?? join(folder, CONFIGURATION)), unwritten: text };
}

function usualRanks(project: Configuration | undefined, known: Preloadable | undefined): number {
  if (known?.compiler === '') return 1;
  return project?.ranks ?? sizeFor({ mpi: true, openmp: false }, availableParallelism()).ranks;
}

/**
 * The launcher of the project; where it has none, that of the program's MPI library, if there is anything to launch.
 * @param compiler that of its MPI; empty where it is linked with none, undefined where that is not known
 */
function launcherOf(
  project: Configuration | undefined,
  compiler: string | undefined,
  ranks: number,
): readonly string[] {
  if (ranks === 1 && compiler === '') return [];
  const own = project === undefined ? [] : splitLauncher(project.runCommand(ranks)).launcher;
  return own.length > 0 ? own : [launcherFor(compiler ?? ''), '-n', '{ranks}'];
}

/**
 * Returns the configuration for a program on another machine, once that program is known. Without a launch command, it
 * runs once if it is linked with no MPI library.
 * @param compiler of its MPI; empty if it is linked with none
 */
export function settledFor(configuration: Configuration, program: string, compiler: string): Configuration {
  const project = existsSync(configuration.path) ? loadConfiguration(configuration.path) : undefined;
  const { measure } = configuration;
  const measured = needsIo(project, program, compiler)
    ? { ...configuration, measure: { ...measure, io: true } }
    : configuration;
  const isOpen = !startsWithLauncher(configuration.runCommand(1)) && !isPython(program);
  return isOpen ? launchedAs(measured, project, compiler) : measured;
}

function launchedAs(configuration: Configuration, project: Configuration | undefined, compiler: string): Configuration {
  const ranks = compiler === '' ? 1 : configuration.ranks;
  const runCommand = (count: number): readonly string[] => [
    ...launcherOf(project, compiler, count).map((word) => word.replaceAll('{ranks}', String(count))),
    ...configuration.runCommand(count),
  ];
  return { ...configuration, ranks, runCommand };
}

/** Reports whether file I/O is recorded: by default for programs without MPI, which have little else to record. */
function needsIo(project: Configuration | undefined, program: string, compiler: string): boolean {
  if (compiler !== '' || isPython(program)) return false;
  // Another measurement system records what it does of files, if it does.
  if (project?.measure.system !== undefined) return false;
  return (
    project === undefined || { ...settingsIn(project.environment, 'environment'), ...project.measure }.io === undefined
  );
}

/** The text of a configuration with another program, which is not built. */
function withProgram(text: string, said: Readonly<Record<string, unknown>>, withIo: boolean): string {
  const { document } = parseYaml(text);
  if (document === undefined) return text;
  document.delete('build');
  for (const [key, value] of Object.entries(said)) document.set(key, value);
  if (withIo) {
    if (document.get('measure') === null) document.delete('measure');
    document.setIn(['measure', 'io'], true);
  }
  return document.toString();
}
