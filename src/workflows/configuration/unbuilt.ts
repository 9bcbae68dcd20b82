/** Measuring a program that is not built: its MPI calls are recorded by the probe loaded before its libraries. */
import { availableParallelism } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { checkProbe } from '../../measurement/probe.js';
import { TrimtabError } from '../../base/problem.js';
import { capture } from '../../base/processes/capture.js';
import { inheritedEnvironment } from '../../targets/environment.js';
import { launcherFor } from '../../targets/mpi.js';
import { CONFIGURATION, parseConfiguration, type Configuration } from './configuration.js';
import { sizeFor } from './parallelism.js';

const PRELOADER = 'trimtab-preload';

/** What is to be measured as it is. */
export interface UnbuiltProgram {
  /** The program and its arguments. */
  readonly argv: readonly string[];
  /** Where it runs, and where its experiments are kept. */
  readonly folder: string;
  /** MPI processes; undefined for as many as suit this machine where the program is linked with MPI, else one. */
  readonly ranks: number | undefined;
  /** The file that it reads from its standard input, in the folder. */
  readonly input?: string;
}

/**
 * How the program is run and measured; nothing of it is written.
 * @throws TrimtabError when there is no such program
 */
export async function unbuiltConfiguration(
  { argv, folder, ranks: wanted, input }: UnbuiltProgram,
  probeFolder: string,
): Promise<Configuration> {
  checkProbe(probeFolder);
  const preload = join(probeFolder, PRELOADER);
  const [program = '', ...words] = argv;
  const path = program.includes('/') ? resolve(folder, program) : program;
  const answer = await capture([preload, '--compiler', path], inheritedEnvironment());
  if (answer === undefined) throw new TrimtabError(`${program} is no program here; name it with its path.`);
  const compiler = answer.trim();
  const ranks = wanted ?? (compiler === '' ? 1 : sizeFor({ mpi: true, openmp: false }, availableParallelism()).ranks);
  const launcher = ranks > 1 || compiler !== '' ? [launcherFor(compiler), '-n', '{ranks}'] : [];
  const run = {
    command: [...launcher, preload, path, ...words],
    ...(input === undefined ? {} : { input: relative(folder, resolve(folder, input)) }),
  };
  const text = JSON.stringify({ version: 1, program: basename(program), ranks, run, sources: [] });
  return { ...parseConfiguration(text, join(folder, CONFIGURATION)), unwritten: text };
}
