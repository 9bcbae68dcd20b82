/** Detection of programs that the neighboring configuration does not run. */
import { availableParallelism } from 'node:os';
import { readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, relative, resolve } from 'node:path';
import { isFile } from '../../base/files/index.js';
import { programAt } from '../building/builtPrograms.js';
import { PROGRAM } from '../building/settle.js';
import { hasMain } from '../buildSystems/buildFolders.js';
import type { Configuration } from '../configuration/configuration.js';
import { languageOf } from '../configuration/languages.js';
import { sizeFor } from '../configuration/parallelism.js';
import { modulesOf } from '../configuration/pythonModules.js';
import { isScript, pythonFor } from '../configuration/python.js';
import { type UnbuiltProgram } from '../configuration/unbuilt.js';

/** A program that the configuration does not run. */
export interface OtherProgram {
  /** The program of the configuration, and the selected one, by their names. */
  readonly configured: string;
  readonly named: string;
  /** Whether it has to be built first, for which the configuration has no commands. */
  readonly isSource: boolean;
}

/**
 * @param path the selected file: Python scripts and executables are separate programs, and so are sources with a main
 * program that the build does not use; other source files are a part of the build
 * @returns undefined if the configuration runs it, or a script that imports it
 */
export function otherProgram(path: string, configuration: Configuration): OtherProgram | undefined {
  const file = resolve(path);
  if (!isFile(file)) return undefined;
  const isSource = languageOf(file) !== undefined;
  const isOther = isSource
    ? isUnbuilt(file, configuration)
    : isScript(file)
      ? !isPartOf(file, configuration)
      : isUnnamed(file, configuration);
  if (!isOther) return undefined;
  const { program: configured, project } = configuration;
  const inside = relative(project, file);
  return { configured, named: basename(file) === configured ? inside : basename(file), isSource };
}

/**
 * Reports whether a source has a main program other than the configured one. Either commands that name sources do not
 * name it, or the configured program has its own main program next to it.
 */
function isUnbuilt(source: string, { program, build }: Configuration): boolean {
  if (!hasMain(source) || build === undefined) return false;
  const taken = build.commands.flat().filter((word) => languageOf(word) !== undefined);
  if (taken.length > 0) return !taken.some((word) => word.includes('*') || resolve(build.folder, word) === source);
  const own = parse(program).name;
  return (
    parse(source).name !== own &&
    readdirSync(dirname(source)).some((name) => parse(name).name === own && isMain(join(dirname(source), name)))
  );
}

const isMain = (path: string): boolean => languageOf(path) !== undefined && isFile(path) && hasMain(path);

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

/**
 * Reports whether a file is an executable that the command does not name. No word names a program made by the build.
 */
function isUnnamed(file: string, configuration: Configuration): boolean {
  if (configuration.run.commands.some((words) => words.includes(PROGRAM))) return false;
  return !startedBy(configuration).includes(file) && programAt(file, dirname(file)) !== undefined;
}

/**
 * Returns the settings to measure such a program next to the configuration, which provides the rest.
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
