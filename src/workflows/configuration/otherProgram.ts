/** Whether a person points at a program that the configuration beside it does not run. */
import { availableParallelism } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { isFile } from '../../base/files/index.js';
import { programAt } from '../building/builtPrograms.js';
import { PROGRAM } from '../building/settle.js';
import type { Configuration } from './configuration.js';
import { sizeFor } from './parallelism.js';
import { modulesOf } from './pythonModules.js';
import { isScript, pythonFor } from './python.js';
import { type UnbuiltProgram } from './unbuilt.js';

/** A program that the configuration does not run. */
export interface OtherProgram {
  /** What the configuration runs, and what was pointed at, as people call them. */
  readonly configured: string;
  readonly named: string;
}

/**
 * @param path what was pointed at: only scripts of Python and executables are programs of their own, a source file is a
 *   part of what is built
 * @returns undefined where the configuration runs it, or a script that imports it
 */
export function otherProgram(path: string, configuration: Configuration): OtherProgram | undefined {
  const file = resolve(path);
  if (!isFile(file)) return undefined;
  const isOther = isScript(file) ? !isPartOf(file, configuration) : isUnnamed(file, configuration);
  if (!isOther) return undefined;
  const { program: configured, project } = configuration;
  const inside = relative(project, file);
  return { configured, named: basename(file) === configured ? inside : basename(file) };
}

/** The files that the command of a run names, and the modules that it starts. */
function startedBy({ run }: Configuration): string[] {
  const words = run.commands.flat();
  const modules = words.flatMap((word, index) =>
    words[index - 1] === '-m' ? [`${word.replaceAll('.', '/')}.py`] : [],
  );
  return [...words, ...modules].map((word) => (isAbsolute(word) ? word : join(run.folder, word)));
}

function isPartOf(script: string, configuration: Configuration): boolean {
  const { project, run } = configuration;
  const started = startedBy(configuration).filter((path) => isScript(path) && isFile(path));
  return started.some((path) => modulesOf(path, { folder: run.folder, project }).has(script));
}

/** Whether a file is an executable that the command does not name. What the build made is named by no word. */
function isUnnamed(file: string, configuration: Configuration): boolean {
  if (configuration.run.commands.some((words) => words.includes(PROGRAM))) return false;
  return !startedBy(configuration).includes(file) && programAt(file, dirname(file)) !== undefined;
}

/**
 * How such a program is measured beside the configuration, which gives what else there is to say.
 * @param path of the program
 */
export function besides(path: string, { ranks }: Configuration): UnbuiltProgram {
  const file = resolve(path);
  const [folder, name] = [dirname(file), basename(file)];
  if (!isScript(file)) return { argv: [`./${name}`], folder, ranks: undefined };
  const { python, mpi } = pythonFor(file);
  const usual = sizeFor({ mpi: true, openmp: false }, availableParallelism()).ranks;
  return { argv: [python, name], folder, ranks: !mpi ? 1 : ranks > 1 ? ranks : usual };
}
