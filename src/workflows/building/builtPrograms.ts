/** Finding what a build made by looking at the files it left. */
import { basename, dirname, join, resolve } from 'node:path';
import { entriesOf, isFile, readText, statOf } from '../../base/files/index.js';
import { isInside } from '../../base/files/inside.js';
import { readExecutable, type Executable } from '../../measurement/elf/executable.js';
import type { Parallelism } from '../configuration/parallelism.js';

/** A program that a build made. */
export interface BuiltProgram extends Parallelism {
  /** Absolute path. */
  readonly path: string;
  /** Whether it is linked with the probe. */
  readonly measured: boolean;
}

/** Calls of the compiler wrapper. */
export interface Compilations {
  /** Compilers by name, in order of appearance, those that linked first. */
  readonly compilers: readonly string[];
  /** Linked files, as absolute paths. */
  readonly linked: readonly string[];
  /** When the build began, in milliseconds since 1970. */
  readonly began: number;
  /** The last lines that the build printed. */
  readonly words?: string;
}

const SKIPPED = new Set([
  '.git',
  'node_modules',
  '.svn',
  '.hg',
  'CMakeFiles',
  'experiments',
  'jobs',
  'runs',
  'reproductions',
]);
const MOST_FOLDERS = 5000;
const DEEPEST = 10;
const USES_MPI = /^(P?MPI_|p?mpi_)\w/;
const OPENMP_RUNTIME = /^lib(gomp|omp|iomp5)\.so/;
/** Resolution of file times in milliseconds, which is coarser than that of clocks. */
const CLOCK_STEP = 1000;
/** Programs that configure and CMake build as tests. */
const TRIALS = /^(conftest|cmTC_[0-9a-f]+|a\.out)$/;

/** The notes of the largest builds: some hundred bytes for each of some hundred thousand files. */
const NOTES = { limit: 64 << 20 };

/** Reads the file that trimtab-cc notes its calls in. @param began when the build began, in milliseconds since 1970 */
export function readCompilations(path: string, began: number): Compilations {
  const rows = isFile(path) ? readText(path, NOTES).split('\n') : [];
  const links: string[][] = [];
  const others: string[][] = [];
  for (const row of rows) if (row !== '') (row.startsWith('link\t') ? links : others).push(row.split('\t'));
  const names = [...links, ...others].map((words) => words.at(1) ?? '');
  return {
    compilers: [...new Set(names)].filter((name) => name !== ''),
    linked: [...new Set(links.map((words) => words.at(2) ?? ''))].filter((output) => output !== ''),
    began,
  };
}

/** The libraries of a program that lie in the project, as absolute paths. */
function ownLibraries(path: string, { needed, libraryFolders }: Executable, project: string): string[] {
  const folders = libraryFolders.map((folder) => resolve(folder.replace(/\$\{?ORIGIN\}?/, dirname(path))));
  return folders
    .filter((folder) => isInside(project, folder))
    .flatMap((folder) => needed.map((name) => join(folder, name)))
    .filter((library) => isFile(library));
}

/** A program and the libraries of the project that it loads, as absolute paths; none where the file is no program. */
export function partsOfProgram(path: string, project: string): string[] {
  const executable = isFile(path) ? readExecutable(path) : undefined;
  return executable === undefined ? [] : [path, ...ownLibraries(path, executable, project)];
}

/** Returns the kind of an executable; undefined if the file is none. */
export function programAt(path: string, project: string): BuiltProgram | undefined {
  if (!isFile(path)) return undefined;
  const executable = readExecutable(path);
  if (executable === undefined) return undefined;
  const libraries = ownLibraries(path, executable, project).flatMap(
    (library) => readExecutable(library, { libraries: true }) ?? [],
  );
  const parts = [executable, ...libraries];
  return {
    path,
    measured: parts.some(({ needed }) => needed.includes('libtrimtab-probe.so')),
    mpi: parts.some(({ symbols }) => [...symbols].some((name) => USES_MPI.test(name))),
    openmp: parts.some(({ needed }) => needed.some((name) => OPENMP_RUNTIME.test(name))),
  };
}

/** Executable files below a folder, with when they were last made or put there; links are not followed. */
function* executableFiles(folder: string, depth = 0, budget = { folders: MOST_FOLDERS }): Generator<string> {
  if (depth > DEEPEST || budget.folders-- <= 0) return;
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* executableFiles(path, depth + 1, budget);
    else if (entry.isFile() && !TRIALS.test(entry.name) && ((statOf(path)?.mode ?? 0) & 0o100) !== 0) yield path;
  }
}

/** When a file was made, changed or moved to where it is, in milliseconds since 1970. */
function changedAt(path: string): number {
  const facts = statOf(path);
  return facts === undefined ? 0 : Math.max(facts.mtimeMs, facts.ctimeMs);
}

/** Of links to one file the first, and of copies of one program, such as before and after its installation, the last. */
function withoutCopies(programs: readonly BuiltProgram[]): BuiltProgram[] {
  const files = new Map<string, BuiltProgram>();
  const last = new Map<string, BuiltProgram>();
  for (const program of programs) {
    const facts = statOf(program.path);
    const file = `${facts?.dev} ${facts?.ino}`;
    if (!files.has(file)) files.set(file, program);
  }
  for (const program of [...files.values()].sort((a, b) => changedAt(a.path) - changedAt(b.path)))
    last.set(`${basename(program.path)} ${statOf(program.path)?.size ?? 0}`, program);
  return programs.filter((program) => [...last.values()].includes(program));
}

/**
 * Returns the programs made by a build, by their paths.
 * @param project folder that is searched
 * @param compilations a linked program counts in any location; a program older than the build counts only if no newer
 * one exists
 */
export function builtPrograms(project: string, { linked, began }: Compilations): BuiltProgram[] {
  const outside = linked.filter((path) => !isInside(project, path));
  const inside = [...executableFiles(project)].sort((a, b) => Number(linked.includes(b)) - Number(linked.includes(a)));
  const found = [...inside, ...outside].flatMap((path) => programAt(path, project) ?? []);
  const recent = found.filter(({ path }) => changedAt(path) >= began - CLOCK_STEP);
  return withoutCopies(recent.length > 0 ? recent : found.filter(({ measured }) => measured));
}
