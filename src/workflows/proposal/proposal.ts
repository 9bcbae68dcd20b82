/** Proposing a configuration for a program that has none. */
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { isFile, PROJECT_TEXT, readText, statOf } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { launcherFor } from '../../targets/mpi.js';
import { buildFoldersBelow, buildIn, CONFIGURE, hasMain, MAKEFILES, type Found } from '../buildSystems/buildFolders.js';
import { planCMake, presetBuild, type CMakePlan } from '../buildSystems/cmake.js';
import { goalMadeBefore } from './goalMade.js';
import { CONFIGURATION } from '../configuration/fileName.js';
import { configurationText, type ConfigurationParts } from '../configuration/configurationText.js';
import { compilationOrder } from './fortran.js';
import { allLanguages, compilerFor, languageOf, languages, type Language } from '../configuration/languages.js';
import { planMake } from '../buildSystems/makefile.js';
import { parallelismOf, sizeFor, type Parallelism } from '../configuration/parallelism.js';
import { isScript } from '../configuration/python.js';
import { PROGRAM } from '../building/settle.js';
import { proposeProgram, proposeScript, type UnbuiltProposal } from './unbuilt.js';

/** Proposed content of trimtab.yaml, and the reasons. */
export interface ConfigurationProposal {
  /** Absolute path of the file to write. */
  readonly path: string;
  readonly text: string;
  /** Detected build and programs, in a sentence or two. */
  readonly summary: string;
  /** Configure presets of CMake of which none is used, since several could be meant. */
  readonly presets?: readonly string[];
}

/** A build description in the folder, or in one above it that mentions the folder or the source file. */
function findBuild(folder: string, source: string | undefined): Found | undefined {
  const here = buildIn(folder);
  if (here !== undefined) return here;
  let below = folder;
  while (!existsSync(join(below, '.git')) && dirname(below) !== below) {
    const above = dirname(below);
    const found = buildIn(above);
    if (found !== undefined) {
      const text = readText(join(above, found.file), PROJECT_TEXT);
      const names = [basename(folder), ...(source === undefined ? [] : [source])];
      return names.some((name) => text.includes(name)) ? found : undefined;
    }
    below = above;
  }
  return undefined;
}

/** Generic names of folders that do not identify the program in them. */
const GENERIC = /^(src|source|sources|ref|reference|code|main|basic|mpi|src[-_]mpi)$/i;

/** Returns a name for the program of a folder. */
function programName(folder: string): string {
  const above = dirname(folder);
  return GENERIC.test(basename(folder)) && above !== folder ? programName(above) : basename(folder);
}

function proposal(folder: string, parts: ConfigurationParts, summary: string): ConfigurationProposal {
  return { path: join(folder, CONFIGURATION), text: configurationText(parts), summary };
}

const unbuilt = (folder: string, { parts, summary }: UnbuiltProposal): ConfigurationProposal =>
  proposal(folder, parts, summary);

function runCommand(compiler: string, program: string, { mpi }: Parallelism): string[] {
  const path = program.startsWith('/') ? program : `./${program}`;
  return mpi ? [launcherFor(compiler), '-n', '{ranks}', path] : [path];
}

/** Returns the parallelism found in a build description, the neighboring sources and those it names. */
function parallelismAround(folder: string, text: string): Parallelism {
  const named = text.split(/[\s()]+/).filter((word) => languageOf(word) !== undefined && !word.includes('$'));
  const files = new Set([...readdirSync(folder), ...named].filter((name) => languageOf(name) !== undefined));
  const sources = [...files].map((name) => resolve(folder, name)).filter(isFile);
  return parallelismOf([text, ...sources.map((path) => readText(path, PROJECT_TEXT))]);
}

const sourcesOf = (used: readonly Language[]): string[] => used.flatMap((language) => languages[language].sources);

/** The compiler of a makefile, whose path may be one of another machine. */
const compilerHere = (compiler: string): string =>
  compiler.includes('/') && !existsSync(compiler) ? basename(compiler) : compiler;

/** How a program that only the build shows is started. */
const openRun = (compiler: string, program: string | undefined): string[] => [
  launcherFor(compiler),
  '-n',
  '{ranks}',
  program === undefined ? PROGRAM : `./${program}`,
];

/** Returns the commands before make, and make. */
function makeCommands(file: string, goal: string | undefined): string[][] {
  const make = ['trimtab-build', '--fresh', 'make', ...(goal === undefined ? [] : [goal])];
  if (file === CONFIGURE) return [['trimtab-build', `./${CONFIGURE}`], make];
  // A makefile of another name is meant to be copied: it may call make again by its usual name.
  return MAKEFILES.includes(file) ? [make] : [['cp', file, 'Makefile'], make];
}

function proposeMake({ folder, file }: Found, source: string | undefined, cores: number): ConfigurationProposal {
  const text = readText(join(folder, file), PROJECT_TEXT);
  const parallelism = parallelismAround(folder, text);
  const plan = planMake(text, readdirSync(folder), source);
  const compiler = compilerHere(plan.compiler);
  const goal = MAKEFILES.includes(file) ? goalMadeBefore(folder, text) : undefined;
  return proposal(
    folder,
    {
      program: plan.program ?? programName(folder),
      ...sizeFor(parallelism, cores),
      build: {
        comment: `Built with ${file}; --fresh rebuilds everything, so that all parts are instrumented.`,
        commands: makeCommands(file, goal),
      },
      run: plan.program === undefined ? openRun(compiler, undefined) : runCommand(compiler, plan.program, parallelism),
      sources: sourcesOf(plan.languages),
    },
    `Found ${file}, which builds the program${plan.program === undefined ? '' : ` (${plan.program})`}.${goal === undefined ? '' : ` It built ${goal} before, which is its goal.`}`,
  );
}

/** Which preset is used, and how to use another. */
function presetText({ preset, otherPresets }: CMakePlan): string {
  const used = preset === undefined ? '' : ` With its preset ${preset}.`;
  const other = otherPresets.at(0);
  if (other === undefined) return used;
  const what = preset === undefined ? 'Without one of its presets' : 'Others are';
  return `${used} ${what} (${otherPresets.slice(0, 8).join(', ')}); to use one: trimtab run --build '${presetBuild(other)}'.`;
}

function proposeCMake({ folder }: Found, source: string | undefined, cores: number): ConfigurationProposal {
  const parallelism = parallelismAround(folder, readText(join(folder, 'CMakeLists.txt'), PROJECT_TEXT));
  const plan = planCMake(folder, source, parallelism.mpi);
  const why = plan.before === undefined ? ', so that it uses MPI' : `, as it was configured in ${plan.before}`;
  const options = plan.options.length === 0 ? '' : ` With ${plan.options.join(' ')}${why}.`;
  const made = proposal(
    folder,
    {
      program: plan.program === undefined ? programName(folder) : basename(plan.program),
      ...sizeFor(parallelism, cores),
      build: { comment: 'Built with CMake in a separate folder.', commands: plan.commands },
      run:
        plan.program === undefined
          ? openRun(plan.compiler, undefined)
          : runCommand(plan.compiler, plan.program, parallelism),
      sources: sourcesOf(plan.languages),
    },
    `Found CMakeLists.txt, which builds the program${plan.program === undefined ? '' : ` (${basename(plan.program)})`}.${options}${presetText(plan)}`,
  );
  return plan.preset === undefined && plan.otherPresets.length > 0 ? { ...made, presets: plan.otherPresets } : made;
}

function proposeSources(folder: string, files: readonly string[], main: string, cores: number): ConfigurationProposal {
  const used = [...new Set(files.map(languageOf))].filter((language) => language !== undefined);
  // C++ and Fortran compilers also compile C; the main program's language links.
  const language = languageOf(main) ?? 'C';
  const program = parse(main).name;
  const texts = new Map(files.map((name) => [name, readText(join(folder, name), PROJECT_TEXT)]));
  const parallelism = parallelismOf([...texts.values()]);
  const compiler = compilerFor(language, parallelism.mpi);
  const ordered = language === 'Fortran' ? compilationOrder(texts) : files;
  const library = language === 'Fortran' ? [] : ['-lm'];
  const openmp = parallelism.openmp ? ['-fopenmp'] : [];
  return proposal(
    folder,
    {
      program,
      ...sizeFor(parallelism, cores),
      build: {
        comment: files.length === 1 ? `Compiles ${main}.` : `Compiles the ${files.length} source files of this folder.`,
        commands: [['trimtab-cc', compiler, '-O2', '-g', ...openmp, '-o', program, ...ordered, ...library]],
      },
      run: runCommand(compiler, program, parallelism),
      sources: sourcesOf(used),
    },
    files.length === 1
      ? `Found no build description; ${main} is compiled as a ${language} program with ${compiler}.`
      : `Found no build description; the ${files.length} source files around ${main} are compiled together with ${compiler}.`,
  );
}

/** The main program that is meant among the sources of a folder, with what is compiled with it. */
function meantSources(
  folder: string,
  source: string | undefined,
): { files: string[]; main: string } | { mains: string[] } {
  const files = readdirSync(folder).filter((name) => languageOf(name) !== undefined && isFile(join(folder, name)));
  const mains = files.filter((name) => hasMain(join(folder, name)));
  const only = mains.length === 1 ? mains.at(0) : undefined;
  const main = source !== undefined && mains.includes(source) ? source : only;
  if (main === undefined) return { mains };
  // Other main programs next to it are separate programs; helpers without main may belong to it.
  const helpers = only === main ? files.filter((name) => name !== main && languageOf(name) === languageOf(main)) : [];
  return { files: [...helpers, main], main };
}

/** Nothing that can be built was found where it was looked for. */
export class NothingToBuildError extends TrimtabError {
  /**
   * @param below folders below, relative to the searched folder, in which something can be built
   * @param programs absolute paths of main programs of which one is to be chosen
   */
  constructor(
    message: string,
    readonly below: readonly string[],
    readonly programs: readonly string[] = [],
  ) {
    super(message);
  }
}

/**
 * Detects how a program is built and proposes the content of `trimtab.yaml`.
 * @param path a source file, a build description, the folder of a program, a script of Python, or a program that
 * nothing here builds
 * @param cores of this machine: the proposed ranks times threads do not exceed it
 * @throws NothingToBuildError when nothing that can be built is found there
 */
export function proposeConfiguration(path: string, cores = availableParallelism()): ConfigurationProposal {
  const start = resolve(path);
  const facts = statOf(start);
  if (facts === undefined) throw new TrimtabError(`${start} does not exist.`);
  const folder = facts.isDirectory() ? start : dirname(start);
  if (facts.isFile() && isScript(start)) return unbuilt(folder, proposeScript(start, cores));
  const source = facts.isFile() && languageOf(start) !== undefined ? basename(start) : undefined;
  const found = findBuild(folder, source);
  if (found !== undefined)
    return found.kind === 'make' ? proposeMake(found, source, cores) : proposeCMake(found, source, cores);

  const meant = meantSources(folder, source);
  if ('main' in meant) return proposeSources(folder, meant.files, meant.main, cores);
  const asIs = facts.isFile() && source === undefined ? proposeProgram(start, cores) : undefined;
  if (asIs !== undefined) return unbuilt(folder, asIs);
  const { mains } = meant;
  const below = mains.length === 0 ? buildFoldersBelow(folder) : [];
  const only = below.length === 1 ? below.at(0) : undefined;
  if (only !== undefined) return proposeConfiguration(join(folder, only), cores);
  const other = facts.isFile() && source === undefined ? `${start} is no source file, and ` : '';
  const programs = mains.map((name) => join(folder, name));
  throw new NothingToBuildError(nothingSentence(folder, mains, below, other), below, programs);
}

/**
 * Returns a configuration for a folder whose build command a person gives, since nothing here describes it.
 * @param path a file in the folder, or the folder
 */
export function proposeForBuild(path: string, cores = availableParallelism()): ConfigurationProposal {
  const start = resolve(path);
  const folder = statOf(start)?.isDirectory() === true ? start : dirname(start);
  return proposal(
    folder,
    {
      program: programName(folder),
      ...sizeFor({ mpi: true, openmp: false }, cores),
      build: { comment: 'Built with the command that was given.', commands: [['trimtab-build', '--fresh', 'make']] },
      run: openRun('mpicc', undefined),
      sources: sourcesOf(allLanguages),
    },
    'Found no build description; the given command builds the program.',
  );
}

function nothingSentence(folder: string, mains: readonly string[], below: readonly string[], other: string): string {
  if (mains.length > 0)
    return `${folder} holds several main programs (${mains.slice(0, 4).join(', ')}); start from the one to analyze, or write a ${CONFIGURATION}.`;
  if (below.length === 0)
    return `${other}${folder} holds no Makefile, no CMakeLists.txt and no C, C++ or Fortran main program; write a ${CONFIGURATION} there.`;
  const shown = below.slice(0, 12).join(', ') + (below.length > 12 ? `, and ${below.length - 12} more` : '');
  return `${other}${folder} itself holds nothing to build, but folders below it do (${shown}); choose one: trimtab run ${below[0]}`;
}
