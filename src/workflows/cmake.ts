/** Reads what a CMake project builds, without running anything of it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_TEXT, readText } from '../base/files/index.js';
import { allLanguages, compilerFor, languageOf, type Language } from './languages.js';

/** How to build a CMake project so that its program is instrumented. */
export interface CMakePlan {
  /** Configure, then build. */
  readonly commands: readonly (readonly string[])[];
  readonly compiler: string;
  readonly languages: readonly Language[];
  /** Path of the program, relative to the project folder; undefined when it cannot be told. */
  readonly program: string | undefined;
}

/** Where CMake builds: beside the experiments, where version control ignores it. */
const BUILD_FOLDER = '.trimtab/build';

interface Executable {
  readonly name: string;
  readonly sources: readonly string[];
  /** Folder of the CMakeLists.txt that declares it, relative to the project. */
  readonly folder: string;
}

const uncommented = (text: string): string => text.replace(/#\[\[[\s\S]*?\]\]|#.*$/gm, '');

/** Arguments of every call of a command, in order. */
function calls(text: string, command: string): string[][] {
  const pattern = new RegExp(`\\b${command}\\s*\\(([^()]*)\\)`, 'gi');
  return [...text.matchAll(pattern)].map((match) =>
    match[1].split(/\s+/).flatMap((word) => (word === '' ? [] : [word.replaceAll('"', '')])),
  );
}

function executables(project: string, folder: string, variables: Map<string, string>, depth = 0): Executable[] {
  const file = join(project, folder, 'CMakeLists.txt');
  if (depth > 8 || !existsSync(file)) return [];
  const text = uncommented(readText(file, PROJECT_TEXT));
  const expand = (word: string): string => word.replace(/\$\{(\w+)\}/g, (_, name: string) => variables.get(name) ?? '');
  const name = calls(text, 'project').at(0)?.at(0);
  if (name !== undefined) variables.set('PROJECT_NAME', name);
  for (const words of calls(text, 'set')) variables.set(words.at(0) ?? '', words.slice(1).map(expand).join(' '));
  const here = calls(text, 'add_executable').map((words) => {
    const [target = '', ...sources] = words.map(expand).flatMap((word) => word.split(' '));
    return { name: target, sources, folder };
  });
  const below = calls(text, 'add_subdirectory').flatMap((words) =>
    executables(project, join(folder, expand(words.at(0) ?? '.')), variables, depth + 1),
  );
  return [...here, ...below].filter(({ name: target }) => target !== '');
}

/** The languages `project()` names, else those of the sources, else C. */
function projectLanguages(project: string, found: readonly Executable[]): readonly Language[] {
  const text = uncommented(readText(join(project, 'CMakeLists.txt'), PROJECT_TEXT));
  const named = new Set(
    calls(text, 'project')
      .at(0)
      ?.map((word) => (word === 'CXX' ? 'C++' : word)) ?? [],
  );
  const declared = allLanguages.filter((language) => named.has(language));
  if (declared.length > 0) return declared;
  const used = new Set(found.flatMap(({ sources }) => sources.map(languageOf)));
  const fromSources = allLanguages.filter((language) => used.has(language));
  return fromSources.length > 0 ? fromSources : ['C'];
}

/** Options that put the instrumenting wrapper before compiler and linker of a language. */
function launchers(language: Language, mpi: boolean): string[] {
  const key = language === 'C++' ? 'CXX' : language;
  const options = [
    `-DCMAKE_${key}_COMPILER=${compilerFor(language, mpi)}`,
    `-DCMAKE_${key}_COMPILER_LAUNCHER=trimtab-cc`,
  ];
  // CMake has no linker launcher for Fortran: the rule itself is given.
  const link =
    language === 'Fortran'
      ? '-DCMAKE_Fortran_LINK_EXECUTABLE=trimtab-cc <CMAKE_Fortran_COMPILER> <FLAGS> <CMAKE_Fortran_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>'
      : `-DCMAKE_${key}_LINKER_LAUNCHER=trimtab-cc`;
  return [...options, link];
}

/**
 * Plans an instrumented build.
 * @param project folder with the top CMakeLists.txt
 * @param source name of the source file a person pointed at: the program made of it is preferred
 * @param mpi whether the program uses MPI
 */
export function planCMake(project: string, source?: string, mpi = true): CMakePlan {
  const found = executables(project, '.', new Map());
  const chosen =
    found.find(({ sources }) => source !== undefined && sources.some((name) => name.split('/').at(-1) === source)) ??
    found.at(0);
  const used = projectLanguages(project, found);
  const options = used.flatMap((language) => launchers(language, mpi));
  return {
    commands: [
      ['cmake', '-S', '.', '-B', BUILD_FOLDER, '-DCMAKE_BUILD_TYPE=RelWithDebInfo', ...options],
      ['cmake', '--build', BUILD_FOLDER],
    ],
    compiler: compilerFor(used.at(0) ?? 'C', mpi),
    languages: used,
    program: chosen === undefined ? undefined : join(BUILD_FOLDER, chosen.folder, chosen.name),
  };
}
