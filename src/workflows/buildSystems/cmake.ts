/**
 * Detects the executables of a CMake project without running any part of it: from an earlier report of CMake, else from
 * its text.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { programsOfCMake } from './cmakeModel.js';
import { declaredOptions } from './cmakeOptions.js';
import { configuredBefore } from './existingBuild.js';
import { configurePresets } from './cmakePresets.js';
import { PROJECT_TEXT, readText } from '../../base/files/index.js';
import { allLanguages, cmakeVariable, compilerFor, languageOf, type Language } from '../configuration/languages.js';

/** How to build a CMake project so that its program is instrumented. */
export interface CMakePlan {
  /** Configure, then build. */
  readonly commands: readonly (readonly string[])[];
  readonly compiler: string;
  readonly languages: readonly Language[];
  /** Path of the program made of the source a person pointed at, relative to the project folder. */
  readonly program: string | undefined;
  /** Options added to the default build of the project. */
  readonly options: readonly string[];
  /** The folder of an earlier build, relative to the project, whose options are used. */
  readonly before: string | undefined;
  /** The configure preset that is used. */
  readonly preset: string | undefined;
  /** Those that could be used in its place, or where none is used. */
  readonly otherPresets: readonly string[];
}

/** CMake's build folder: next to the experiments, which version control ignores. */
export const BUILD_FOLDER = '.trimtab/build';

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
  return [...text.matchAll(pattern)].map(([, inside = '']) =>
    inside.split(/\s+/).flatMap((word) => (word === '' ? [] : [word.replaceAll('"', '')])),
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

/** Returns the targets that CMake reported when it configured the project. */
function reportedByCMake(project: string): Executable[] | undefined {
  return programsOfCMake(join(project, BUILD_FOLDER))?.map(({ name, path, sources }) => ({
    name,
    folder: relative(join(project, BUILD_FOLDER), dirname(path)),
    sources: sources.map((source) => relative(project, source)),
  }));
}

/** Paths of the programs that a project declares, relative to where it is built. */
export function declaredPrograms(project: string): string[] {
  const found = reportedByCMake(project) ?? executables(project, '.', new Map());
  return found.map(({ folder, name }) => join(folder, name)).filter((path) => !path.includes('$'));
}

/** The words that build with a preset, for `trimtab run --build`. */
export function presetBuild(preset: string): string {
  return `cmake --preset ${preset} -B ${BUILD_FOLDER} && cmake --build ${BUILD_FOLDER}`;
}

/** The preset to use: the only one, or the one called so. */
function usedPreset(presets: readonly string[]): string | undefined {
  return presets.length === 1 ? presets.at(0) : presets.find((name) => name === 'default');
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

/** Returns options of the project that enable MPI and are off by default. */
function mpiOptions(project: string): string[] {
  const text = uncommented(readText(join(project, 'CMakeLists.txt'), PROJECT_TEXT));
  return declaredOptions(text).flatMap(({ name, value }) =>
    /(^|_)MPI$/i.test(name) && /^(off|no|false|0)$/i.test(value) ? [`-D${name}=ON`] : [],
  );
}

/**
 * Plans an instrumented build.
 * @param project folder with the top CMakeLists.txt
 * @param source name of the source file a person pointed at: the program made of it is preferred
 * @param mpi whether the program uses MPI
 */
export function planCMake(project: string, source?: string, mpi = true): CMakePlan {
  const found = reportedByCMake(project) ?? executables(project, '.', new Map());
  const chosen = found.find(
    ({ sources }) => source !== undefined && sources.some((name) => name.split('/').at(-1) === source),
  );
  const used = projectLanguages(project, found);
  const text = readText(join(project, 'CMakeLists.txt'), PROJECT_TEXT);
  const before = configuredBefore(project, uncommented(text));
  const options = before?.definitions ?? (mpi ? mpiOptions(project) : []);
  const presets = configurePresets(project);
  const preset = usedPreset(presets);
  // The build type and compilers of a preset apply if the project finds MPI itself.
  const findsMpi = /\bfind_package\s*\(\s*MPI\b/i.test(text);
  const buildType = `-DCMAKE_BUILD_TYPE=${before?.buildType ?? 'RelWithDebInfo'}`;
  const type = preset === undefined ? ['-S', '.', buildType] : ['--preset', preset];
  const own = preset !== undefined && (findsMpi || !mpi);
  const compilers = (own ? [] : used).map(
    (language) => `-D${cmakeVariable(language, 'COMPILER')}=${compilerFor(language, mpi)}`,
  );
  return {
    commands: [
      ['trimtab-build', 'cmake', ...type.slice(0, 2), '-B', BUILD_FOLDER, ...type.slice(2), ...compilers, ...options],
      ['trimtab-build', '--fresh', 'cmake', '--build', BUILD_FOLDER],
    ],
    compiler: compilerFor(used.at(0) ?? 'C', mpi),
    languages: used,
    program: chosen === undefined ? undefined : join(BUILD_FOLDER, chosen.folder, chosen.name),
    options,
    before: before?.folder,
    preset,
    otherPresets: presets.filter((name) => name !== preset),
  };
}

/** Switches of the configured project that are off and by their names build programs: examples, tests, benchmarks. */
export function programSwitches(project: string): string[] {
  const cache = join(project, BUILD_FOLDER, 'CMakeCache.txt');
  if (!existsSync(cache)) return [];
  const off = [...readText(cache, PROJECT_TEXT).matchAll(/^(\w+):BOOL=(?:OFF|NO|FALSE|0)$/gim)].map(
    ([, name = '']) => name,
  );
  return off.filter((name) => /EXAMPLE|TEST|BENCH|PROGRAM|APPLICATION/i.test(name) && !name.startsWith('CMAKE_'));
}
