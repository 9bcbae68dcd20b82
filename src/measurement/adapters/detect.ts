/** Which measurement systems a target has: asked through what every target can do, so that all kinds are asked alike. */
import { present } from '../../base/present.js';
import { isInside } from '../../base/files/inside.js';
import { TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import type { Target, TargetDescription } from '../../targets/target.js';
import { allSystems } from './index.js';
import type { SystemName } from './names.js';
import type { MeasurementSystem, SystemProgram } from './system.js';

/** Data about one system on a target. */
export interface FoundSystem {
  readonly name: SystemName;
  readonly title: string;
  readonly isThere: boolean;
  /** One line for people: its version and place, what is missing, or which module has it. */
  readonly text: string;
}

/** Seconds for each of the questions: lists of modules take their time on large machines. */
const PATIENCE = 60;
/** Characters of an answer that are looked at. */
const LONGEST_ANSWER = 1 << 20;
const MOST_MODULES = 3;

/** Prints name, tab and path of each program. */
const PATHS = `for name; do printf '%s\\t%s\\n' "$name" "$(command -v -- "$name" 2>/dev/null)"; done`;

/** Prints the names of all modules, one a line; nothing where the machine has none. */
const MODULES = `
command -v module >/dev/null 2>&1 || for file in "\${MODULESHOME:-/nowhere}/init/sh" /etc/profile.d/modules.sh /etc/profile.d/lmod.sh; do
  [ -r "$file" ] && { . "$file"; break; }
done
command -v module >/dev/null 2>&1 && module -t avail 2>&1
exit 0`;

/** Starts a program by its path, for its version. */
const VERSION = '"$@" </dev/null 2>&1';

export interface HowToAsk {
  /** Folders in which no program is started: what a project brings is none of the site's. */
  readonly outside?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Describes a target and the systems it has: they matter wherever programs can run, even on a machine without MPI. */
export async function describeWithSystems(
  target: Target,
  how: HowToAsk = {},
): Promise<TargetDescription & { readonly systems?: readonly FoundSystem[] }> {
  const description = await target.describe(how.signal);
  return description.isReached === false ? description : { ...description, systems: await systemsOn(target, how) };
}

/** Asks a target which systems it has. */
export async function systemsOn(target: Target, { outside = [], signal }: HowToAsk = {}): Promise<FoundSystem[]> {
  const ask = async (script: string, words: readonly string[]): Promise<string> => {
    let said = '';
    const onOutput = (text: string): void => {
      if (said.length < LONGEST_ANSWER) said += text;
    };
    // By its path, since PATH may begin with a folder of the project.
    const argv = ['/bin/sh', '-c', script, 'sh', ...words];
    const options = { timeout: PATIENCE, onOutput, ...present({ signal }) };
    try {
      await target.run({ argv, folder: '/', environment: {} }, options);
    } catch (error) {
      // One that cannot be reached has none that could be used.
      if (!(error instanceof TrimtabError)) throw error;
    }
    return said;
  };
  const programs = allSystems.flatMap((system) => system.programs.map(({ name }) => name));
  const paths = pathsIn(await ask(PATHS, programs), outside);
  const isMissing = (system: MeasurementSystem): boolean => missingOf(system, paths).length > 0;
  const modules = allSystems.some(isMissing) ? modulesIn(await ask(MODULES, [])) : [];
  const found: FoundSystem[] = [];
  for (const system of allSystems) {
    const missing = missingOf(system, paths);
    const { name, title } = system;
    if (missing.length > 0) {
      found.push({ name, title, isThere: false, text: missingText(system, missing, modules) });
      continue;
    }
    const [first] = system.programs;
    const path = paths.get(first?.name ?? '') ?? '';
    const said = first?.version === undefined ? '' : await ask(VERSION, [path, ...first.version]);
    found.push({ name, title, isThere: true, text: thereText(versionIn(said) ?? versionIn(path), path) });
  }
  return found;
}

/** Returns absolute paths by names of programs; programs in excluded folders are ignored. */
function pathsIn(said: string, outside: readonly string[]): ReadonlyMap<string, string> {
  const rows = said.split('\n').map((line) => line.split('\t'));
  return new Map(
    rows.flatMap(([name = '', path = '']): [string, string][] =>
      path.startsWith('/') && !outside.some((folder) => isInside(folder, path)) ? [[name, path]] : [],
    ),
  );
}

function missingOf({ programs }: MeasurementSystem, paths: ReadonlyMap<string, string>): readonly SystemProgram[] {
  return programs.filter(({ name }) => !paths.has(name));
}

/** Returns the names of modules, without their folders. */
function modulesIn(said: string): string[] {
  return said
    .split('\n')
    .map((line) => line.trim().replace(/\((default|D|L)[^)]*\)$/, ''))
    .filter((line) => /^[\w.+/-]+$/.test(line) && !line.endsWith('/') && !line.startsWith('/'));
}

/** Which of them have a system, by the part of their name before the version. */
export function modulesOf({ modules }: Pick<MeasurementSystem, 'modules'>, names: readonly string[]): string[] {
  const plain = (part: string): string => part.toLowerCase().replaceAll(/[-_]/g, '');
  return names.filter((name) => name.split('/').some((part) => modules.includes(plain(part))));
}

function missingText(system: MeasurementSystem, missing: readonly SystemProgram[], all: readonly string[]): string {
  const modules = modulesOf(system, all);
  const [module] = modules;
  if (module !== undefined) {
    const others = modules.length > 1 ? ` (also ${modules.slice(1, 1 + MOST_MODULES).join(', ')})` : '';
    return `in a module${others}: write "setup: module load ${module}" into the target`;
  }
  return `not there: ${missing.map(({ name }) => name).join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`;
}

function thereText(version: string | undefined, path: string): string {
  return plainLine(`${version === undefined ? '' : `${version}, `}${path}`);
}

/** The first number with a dot in it. */
function versionIn(text: string): string | undefined {
  return /(?<![\w.])\d+(?:\.\d+)+(?:-[A-Za-z]\w*)?/.exec(text)?.[0];
}
