/** Proposing a configuration for a program that has none. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { PROJECT_TEXT, readText, statOf } from '../base/files/index.js';
import { TrimtabError } from '../model/problem.js';
import { launcherFor } from '../targets/mpi.js';
import { planCMake } from './cmake.js';
import { CONFIGURATION } from './configuration.js';
import { configurationText, type ConfigurationParts } from './configurationText.js';
import { compilationOrder } from './fortran.js';
import { compilerFor, languageOf, languages, type Language } from './languages.js';
import { planMake } from './makefile.js';
import { parallelismOf, sizeFor, type Parallelism } from './parallelism.js';

/** What Trimtab would write into trimtab.yaml, and why. */
export interface ConfigurationProposal {
  /** Absolute path of the file to write. */
  readonly path: string;
  readonly text: string;
  /** One sentence: what was detected. */
  readonly summary: string;
}

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

/** Where a build is described. */
interface Found {
  readonly kind: 'make' | 'cmake';
  readonly folder: string;
  readonly file: string;
}

const isFile = (path: string): boolean => statOf(path)?.isFile() === true;

function buildIn(folder: string): Found | undefined {
  const makefile = MAKEFILES.find((name) => isFile(join(folder, name)));
  const cmake = isFile(join(folder, 'CMakeLists.txt'));
  if (cmake && /\bproject\s*\(/i.test(readText(join(folder, 'CMakeLists.txt'), PROJECT_TEXT)))
    return { kind: 'cmake', folder, file: 'CMakeLists.txt' };
  return makefile === undefined ? undefined : { kind: 'make', folder, file: makefile };
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

function proposal(folder: string, parts: ConfigurationParts, summary: string): ConfigurationProposal {
  return { path: join(folder, CONFIGURATION), text: configurationText(parts), summary };
}

function runCommand(compiler: string, program: string, { mpi }: Parallelism): string[] {
  const path = program.startsWith('/') ? program : `./${program}`;
  return mpi ? [launcherFor(compiler), '-n', '{ranks}', path] : [path];
}

/** What a build description, the sources beside it and those it names show. */
function parallelismAround(folder: string, text: string): Parallelism {
  const named = text.split(/[\s()]+/).filter((word) => languageOf(word) !== undefined && !word.includes('$'));
  const files = new Set([...readdirSync(folder), ...named].filter((name) => languageOf(name) !== undefined));
  const sources = [...files].map((name) => resolve(folder, name)).filter(isFile);
  return parallelismOf([text, ...sources.map((path) => readText(path, PROJECT_TEXT))]);
}

const sourcesOf = (used: readonly Language[]): string[] => used.flatMap((language) => languages[language].sources);

function proposeMake({ folder, file }: Found, source: string | undefined): ConfigurationProposal {
  const text = readText(join(folder, file), PROJECT_TEXT);
  const parallelism = parallelismAround(folder, text);
  const plan = planMake(text, readdirSync(folder), parallelism.mpi);
  const program = plan.program ?? (source === undefined ? basename(folder) : parse(source).name);
  const fixed = plan.fixedCompilers.at(0);
  const remark =
    fixed === undefined
      ? ''
      : ` Some recipes call ${fixed} directly; write $(CC) or the like there, so that they are instrumented too.`;
  const guess = plan.program === undefined ? ` What it builds could not be told: check "run" in ${CONFIGURATION}.` : '';
  return proposal(
    folder,
    {
      program: basename(program),
      ...sizeFor(parallelism),
      buildComment: `Built with ${file}; -B builds everything anew, so that no part stays without instrumentation.`,
      build: [['make', '-B', ...plan.overrides]],
      run: runCommand(plan.compiler, program, parallelism),
      sources: sourcesOf(plan.languages),
    },
    `Found ${file}, which builds ${program} with ${plan.compiler}.${guess}${remark}`,
  );
}

function proposeCMake({ folder }: Found, source: string | undefined): ConfigurationProposal {
  const parallelism = parallelismAround(folder, readText(join(folder, 'CMakeLists.txt'), PROJECT_TEXT));
  const plan = planCMake(folder, source, parallelism.mpi);
  const program = plan.program ?? join('.trimtab/build', source === undefined ? basename(folder) : parse(source).name);
  const guess = plan.program === undefined ? ` What it builds could not be told: check "run" in ${CONFIGURATION}.` : '';
  return proposal(
    folder,
    {
      program: basename(program),
      ...sizeFor(parallelism),
      buildComment: 'Built with CMake (3.21 or newer) in a folder of its own.',
      build: plan.commands,
      run: runCommand(plan.compiler, program, parallelism),
      sources: sourcesOf(plan.languages),
    },
    `Found CMakeLists.txt, which builds ${basename(program)}.${guess}`,
  );
}

/** Whether a source file holds the main program. */
function hasMain(path: string): boolean {
  const text = readText(path, PROJECT_TEXT);
  return languageOf(path) === 'Fortran' ? /^\s*program\s+\w+/im.test(text) : /\bmain\s*\(/.test(text);
}

function proposeSources(folder: string, files: readonly string[], main: string): ConfigurationProposal {
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
      ...sizeFor(parallelism),
      buildComment:
        files.length === 1 ? `Compiles ${main}.` : `Compiles the ${files.length} source files of this folder.`,
      build: [['trimtab-cc', compiler, '-O2', '-g', ...openmp, '-o', program, ...ordered, ...library]],
      run: runCommand(compiler, program, parallelism),
      sources: sourcesOf(used),
    },
    files.length === 1
      ? `Found no build description; ${main} is compiled as a ${language} program with ${compiler}.`
      : `Found no build description; the ${files.length} source files around ${main} are compiled together with ${compiler}.`,
  );
}

/**
 * Detects how a program is built and says what to write into `trimtab.yaml`.
 * @param path a source file, a build description, or the folder of a program
 * @throws TrimtabError when nothing that can be built is found
 */
export function proposeConfiguration(path: string): ConfigurationProposal {
  const start = resolve(path);
  const facts = statOf(start);
  if (facts === undefined) throw new TrimtabError(`${start} does not exist.`);
  const folder = facts.isDirectory() ? start : dirname(start);
  const source = facts.isFile() && languageOf(start) !== undefined ? basename(start) : undefined;
  const found = findBuild(folder, source);
  if (found !== undefined) return found.kind === 'make' ? proposeMake(found, source) : proposeCMake(found, source);

  const files = readdirSync(folder).filter((name) => languageOf(name) !== undefined && isFile(join(folder, name)));
  const mains = files.filter((name) => hasMain(join(folder, name)));
  if (source !== undefined && mains.includes(source)) {
    // Other main programs beside it are programs of their own; helpers without main may belong to it.
    const helpers =
      mains.length === 1 ? files.filter((name) => name !== source && languageOf(name) === languageOf(source)) : [];
    return proposeSources(folder, [...helpers, source], source);
  }
  const only = mains.length === 1 ? mains.at(0) : undefined;
  if (only !== undefined)
    return proposeSources(
      folder,
      [...files.filter((name) => name !== only && languageOf(name) === languageOf(only)), only],
      only,
    );
  const other = facts.isFile() && source === undefined ? `${start} is no source file, and ` : '';
  throw new TrimtabError(
    mains.length === 0
      ? `${other}${folder} holds no Makefile, no CMakeLists.txt and no C, C++ or Fortran main program; write a ${CONFIGURATION} there.`
      : `${folder} holds several main programs (${mains.slice(0, 4).join(', ')}); start from the one to analyse, or write a ${CONFIGURATION}.`,
  );
}
