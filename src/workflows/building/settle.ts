/** Settling what a proposed configuration leaves open until something was built: which program, and how it is started. */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, extname, join, relative } from 'node:path';
import { isScalar, isSeq, type Document } from 'yaml';
import { PROJECT_TEXT, readText, statOf, writeForPerson } from '../../base/files/index.js';
import { parseYaml } from '../../base/yaml.js';
import { TrimtabError } from '../../base/problem.js';
import { argumentExamples } from './argumentExamples.js';
import { builtPrograms, type BuiltProgram, type Compilations } from './builtPrograms.js';
import { BUILD_FOLDER, declaredPrograms, programSwitches } from '../buildSystems/cmake.js';
import { parseConfiguration, type Configuration } from '../configuration/configuration.js';
import { CONFIGURATION } from '../configuration/fileName.js';
import { languageOf } from '../configuration/languages.js';
import { readsStandardInput } from '../configuration/standardInput.js';
import { findSources } from '../provenance/sourceFiles.js';
import { commandText } from '../../base/text.js';
import { programsOfCMake } from '../buildSystems/cmakeModel.js';
import { callAdvice } from '../buildSystems/templates.js';

/** Placeholder of the program in run.command, until the first build shows the program. */
export const PROGRAM = '{program}';

/** run.command with the program left open again. @param own its words without the launcher */
export function openCommand(words: readonly string[], own: readonly string[]): string[] {
  const launcher = words.slice(0, words.length - own.length);
  return [...(launcher.length > 0 ? launcher : ['mpirun', '-n', '{ranks}']), PROGRAM, ...own.slice(1)];
}

/** Whether the program is still to be found. */
export function isOpen({ run }: Configuration): boolean {
  return run.commands.some((words) => words.includes(PROGRAM));
}

/** Questions that the user is asked once. */
export interface Asking {
  /** Asks for one of several; undefined if no user is available or answers. */
  readonly choose?: (question: string, options: readonly string[]) => Promise<string | undefined>;
  /** Asks for a line of text; undefined if no user is available. */
  readonly enter?: (question: string) => Promise<string | undefined>;
}

/** The programs that come into question: measured ones, and of those the ones with the most to be seen. */
function candidates(programs: readonly BuiltProgram[]): BuiltProgram[] {
  const measured = programs.filter((program) => program.measured);
  const mpi = measured.filter((program) => program.mpi);
  const openmp = measured.filter((program) => program.openmp);
  return mpi.length > 0 ? mpi : openmp.length > 0 ? openmp : measured;
}

function nothingBuilt(
  programs: readonly BuiltProgram[],
  compilations: Compilations | undefined,
  { project, path, build }: Configuration,
): TrimtabError {
  const other = programs.at(0);
  const command = commandText(build?.commands.at(-1) ?? []);
  if (other !== undefined)
    return new TrimtabError(
      `${command} made ${relative(project, other.path)}, but without measurement: it calls its compiler by an unknown path or name; ` +
        `make it call gcc, mpicc or the like by their plain names, or put trimtab-cc in front of the compiler.`,
    );
  const called = callAdvice(build?.folder ?? project, compilations?.words ?? '');
  const nothing = compilations?.compilers.length === 0 ? 'compiled nothing' : 'made no program';
  if (called !== undefined) return new TrimtabError(`${command} ${nothing}; ${called}.`);
  return new TrimtabError(
    `${command} ${nothing}; give the build command once: trimtab run --build ${howToBuild(project, build?.commands ?? [])}, or set build.command in ${path}.`,
  );
}

/** Returns the text to type after --build, and the programs to choose from after that build. */
function howToBuild(project: string, commands: readonly (readonly string[])[]): string {
  const off = programSwitches(project).at(0);
  const programs = declaredPrograms(project);
  const first = programs.at(0);
  const several = first !== undefined && programs.length > 1;
  const shown = programs.slice(0, 12).join(', ') + (programs.length > 12 ? `, and ${programs.length - 12} more` : '');
  const which = several ? ` --program ${first} (or another of ${shown})` : '';
  // As it was configured, whose cache may be gone by then.
  const configured = commands.find((words) => words.includes('cmake') && words.includes('-B'));
  const configure = commandText(
    configured?.filter((word) => word !== 'trimtab-build') ?? ['cmake', '-S', '.', '-B', BUILD_FOLDER],
  );
  if (off !== undefined) return `'${configure} -D${off}=ON && cmake --build ${BUILD_FOLDER}'${which}`;
  // CMake reports its programs only on request.
  if (first !== undefined && programsOfCMake(join(project, BUILD_FOLDER)) !== undefined)
    return `'${configure} && cmake --build ${BUILD_FOLDER} --target ${basename(first)}'${several ? ` (or another of ${shown})` : ''}`;
  return "'make GOAL VARIABLE=VALUE'";
}

async function chooseProgram(
  found: readonly BuiltProgram[],
  { project }: Configuration,
  { choose }: Asking,
): Promise<BuiltProgram> {
  const only = found.length === 1 ? found.at(0) : undefined;
  if (only !== undefined) return only;
  const names = found.map(({ path }) => relative(project, path)).sort();
  const answer = await choose?.('Which of the built programs should be measured?', names);
  const chosen = found.find(({ path }) => relative(project, path) === answer);
  if (chosen !== undefined) return chosen;
  const shown = names.slice(0, 12).join(', ') + (names.length > 12 ? `, and ${names.length - 12} more` : '');
  throw new TrimtabError(
    `The build makes several programs (${shown}); choose the one to measure: trimtab run --program ${names[0]}`,
  );
}

/** Whether the folder of a program holds input files: then it is to be started there. */
function hasInput(folder: string): boolean {
  // A folder that is only on a target cannot be looked into.
  if (statOf(folder)?.isDirectory() !== true) return false;
  return readdirSync(folder).some((name) =>
    ['.dat', '.in', '.inp', '.nml', '.input', '.par', '.cfg'].includes(extname(name)),
  );
}

/** The words of a line of arguments; quotes keep blanks. */
export function argumentWords(line: string): string[] {
  const parts = /(?:[^\s"']+|"[^"]*"|'[^']*')+/g;
  return [...line.matchAll(parts)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/**
 * Returns the file for the program's standard input, asked for if its sources read that; undefined without an answer.
 */
async function wantedInput(
  { project, run, sources }: Configuration,
  { enter }: Asking,
  name: string,
): Promise<string | undefined> {
  if (run.input !== undefined || enter === undefined) return undefined;
  const reader = findSources(project, sources).find((path) => {
    const language = languageOf(path);
    return language !== undefined && readsStandardInput(readText(path, PROJECT_TEXT), language);
  });
  if (reader === undefined) return undefined;
  const where = relative(project, reader);
  const answer = (
    await enter(`${where} reads standard input: the file with the input of ${name}, from ${project}`)
  )?.trim();
  return answer === '' ? undefined : answer;
}

/** How the program is started, and where. */
interface Start {
  readonly folder: string;
  readonly command: readonly string[];
  readonly ranks: number;
  readonly threads: number | undefined;
  /** Standard input, relative to the configuration. */
  readonly input: string | undefined;
}

/** A configuration's text for changing it. @throws TrimtabError where it is no YAML */
export function documentOf(text: string): Document {
  const { document, problems } = parseYaml(text);
  const problem = problems.at(0);
  if (document === undefined || problem !== undefined)
    throw new TrimtabError(
      `${CONFIGURATION} cannot be changed, line ${problem?.line ?? 1}: ${problem?.message ?? 'no YAML'}`,
    );
  return document;
}

/** The words of run.command as they are written. */
export function writtenCommand(document: Document): string[] {
  const written: unknown = document.getIn(['run', 'command'], true);
  if (!isSeq(written)) return [];
  return written.items.map((item) => (isScalar(item) ? String(item.value) : '{ranks}'));
}

function startOf(
  program: BuiltProgram,
  configuration: Configuration,
  {
    words,
    added,
    input,
    cores,
  }: { words: readonly string[]; added: readonly string[]; input: string | undefined; cores: number },
): Start {
  const { project, run, ranks, environment } = configuration;
  const own = dirname(program.path);
  const folder = own !== project && hasInput(own) && !hasInput(run.folder) ? own : run.folder;
  const inside = relative(folder, program.path);
  const path = inside.startsWith('.') ? inside : `./${inside}`;
  const at = words.indexOf(PROGRAM);
  const behind = [...words.slice(at + 1), ...added];
  const count = program.mpi ? ranks : 1;
  // Without ranks, the number proposed for ranks and threads applies to threads alone.
  const threads = program.openmp && (!program.mpi || !Object.hasOwn(environment, 'OMP_NUM_THREADS'));
  return {
    folder: relative(project, folder) === '' ? '.' : relative(project, folder),
    command: program.mpi ? [...words.slice(0, at), path, ...behind] : [path, ...behind],
    ranks: count,
    input,
    threads: threads ? Math.max(1, Math.floor(Math.min(cores, 4 * count) / count)) : undefined,
  };
}

/** Writes how the program is started into a configuration, whose comments stay. */
function settledText(document: Document, { folder, command, ranks, threads, input }: Start): string {
  document.setIn(['run', 'command'], document.createNode(command, { flow: true }));
  if (folder !== '.') document.setIn(['run', 'folder'], folder);
  document.setIn(['ranks'], ranks);
  if (input !== undefined) document.setIn(['run', 'input'], input);
  if (threads !== undefined) document.setIn(['environment', 'OMP_NUM_THREADS'], String(threads));
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** The completed settings, and a message about them. */
export interface Settled {
  readonly configuration: Configuration;
  readonly sentence: string;
}

/**
 * Finds the program that was built and writes its start command into the configuration file.
 * @param compilations calls of the compiler wrapper
 * @throws TrimtabError when there is none, or several without a choice
 */
export async function settleProgram(
  configuration: Configuration,
  compilations: Compilations,
  asking: Asking,
  cores = availableParallelism(),
): Promise<Settled> {
  const found = builtPrograms(configuration.project, compilations);
  // Libraries that other measurement systems link into programs are not visible; the compiler wrapper records their
  // use.
  const { system } = configuration.measure;
  const isLinked = ({ path }: BuiltProgram): boolean => system !== undefined && compilations.linked.includes(path);
  const programs = found.map((program) => (isLinked(program) ? { ...program, measured: true } : program));
  return settleAmong(configuration, programs, asking, { compilations, cores });
}

/** As settleProgram, for programs that were looked for elsewhere. @throws TrimtabError as settleProgram */
export async function settleAmong(
  configuration: Configuration,
  programs: readonly BuiltProgram[],
  asking: Asking,
  { compilations, cores = availableParallelism() }: { compilations?: Compilations; cores?: number } = {},
): Promise<Settled> {
  const { path, project } = configuration;
  const found = candidates(programs);
  if (found.length === 0) throw nothingBuilt(programs, compilations, configuration);
  const program = await chooseProgram(found, configuration, asking);
  const name = relative(project, program.path);
  const examples = asking.enter === undefined ? [] : argumentExamples(project, name);
  const shown = examples.map(({ line, from }) => `${line} (${from})`).join(', or ');
  const asked = `Arguments of ${basename(name)}, if it needs any${shown === '' ? '' : `, such as ${shown}`}`;
  const line = await asking.enter?.(asked);
  const input = await wantedInput(configuration, asking, basename(name));
  const document = documentOf(readText(path, PROJECT_TEXT));
  const words = writtenCommand(document);
  const text = settledText(
    document,
    startOf(program, configuration, { words, added: argumentWords(line ?? ''), input, cores }),
  );
  const settled = parseConfiguration(text, path);
  writeForPerson(path, text);
  const how = program.mpi
    ? ''
    : program.openmp
      ? ', one process with OpenMP threads, without MPI'
      : ', one process without MPI';
  return {
    configuration: settled,
    sentence: `The build made ${name}${how}; wrote that into ${join(basename(project), basename(path))}.`,
  };
}
