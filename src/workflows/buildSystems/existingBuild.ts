/** Settings of a build that exists already: the options that a person configured CMake with. */
import { join, relative } from 'node:path';
import { entriesOf, isFile, PROJECT_TEXT, readText, statOf } from '../../base/files/index.js';
import { declaredOptions } from './cmakeOptions.js';

/** How a project was configured with CMake. */
export interface ConfiguredBefore {
  /** The build folder, relative to the project. */
  readonly folder: string;
  readonly buildType: string | undefined;
  /** Definitions, such as `-DENABLE_MPI=ON`. */
  readonly definitions: readonly string[];
}

const ON_COMMAND_LINE = 'No help, variable specified on the command line.';
const ENTRY = /^([\w.+/-]+):(\w+)=(.*)$/;
/** Settings of the first build are those of Trimtab, or follow from others. */
const OWN = /^CMAKE_(C|CXX|Fortran)_COMPILER$|^CMAKE_(HOME|CACHEFILE|GENERATOR|EXPORT_COMPILE)/;

const isOn = (value: string): boolean => /^(on|yes|true|1|y)$/i.test(value);

/** Whether a person set an entry: on the command line, or an option to another value than the project does. */
function isChosen(name: string, value: string, help: string, declared: ReadonlyMap<string, string>): boolean {
  if (OWN.test(name)) return false;
  if (help === ON_COMMAND_LINE) return true;
  const usual = declared.get(name);
  return usual !== undefined && isOn(usual) !== isOn(value);
}

/** The folders below a project that CMake configured for it. */
function configuredFolders(project: string): string[] {
  const below = entriesOf(project).filter((entry) => entry.isDirectory() && entry.name !== '.trimtab');
  const folders = [project, ...below.map(({ name }) => join(project, name))];
  const deeper = below
    .filter(({ name }) => /build|out/i.test(name))
    .flatMap(({ name }) => entriesOf(join(project, name)).map((entry) => join(project, name, entry.name)));
  return [...folders, ...deeper].filter((folder) => isFile(join(folder, 'CMakeCache.txt')));
}

/**
 * The settings of the newest build of a project in another folder than that of Trimtab.
 * @param text CMakeLists.txt of the project
 */
export function configuredBefore(project: string, text: string): ConfiguredBefore | undefined {
  const declared = new Map(declaredOptions(text).map(({ name, value }) => [name, value]));
  const found = configuredFolders(project).flatMap((folder) => {
    const path = join(folder, 'CMakeCache.txt');
    const cache = readText(path, PROJECT_TEXT);
    const isOf = cache.includes(`CMAKE_HOME_DIRECTORY:INTERNAL=${project}\n`);
    return isOf ? [{ folder, cache, changed: statOf(path)?.mtimeMs ?? 0 }] : [];
  });
  const newest = found.sort((a, b) => b.changed - a.changed).at(0);
  if (newest === undefined) return undefined;
  const definitions: string[] = [];
  let [help, buildType] = ['', ''];
  for (const line of newest.cache.split('\n')) {
    if (line.startsWith('//')) help = line.slice(2).trim();
    const [, name = '', type = '', value = ''] = ENTRY.exec(line) ?? [];
    if (name === '') continue;
    if (name === 'CMAKE_BUILD_TYPE') buildType = value;
    else if (type !== 'INTERNAL' && type !== 'STATIC' && isChosen(name, value, help, declared))
      definitions.push(`-D${name}=${value}`);
    help = '';
  }
  return {
    folder: relative(project, newest.folder) || '.',
    buildType: buildType === '' ? undefined : buildType,
    definitions,
  };
}
