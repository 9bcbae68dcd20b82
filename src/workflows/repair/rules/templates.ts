/** Parts of makefiles that are missing, with a template to copy: make.defs.gcc for make.defs. */
import { basename, dirname, join, relative, resolve } from 'node:path';
import { entriesOf, isFile, PROJECT_TEXT, readText } from '../../../base/files/index.js';
import { isInside } from '../../../base/files/inside.js';
import { MAKEFILES } from '../../buildSystems/buildFolders.js';
import { withBuildOptions } from '../commands.js';
import type { FailedBuild, Repair } from '../failedBuild.js';
import { plausible } from '../plausible.js';

/** Messages of make about an included file that is missing. */
const MISSING: readonly RegExp[] = [
  /^\S+:\d+: (\S+): No such file or directory$/m,
  /No rule to make target ['`]([^']+)'\.\s+Stop/,
];
/** Scratch copy of the sources, next to the experiments, which version control ignores. */
export const SCRATCH_FOLDER = '.trimtab/source';
/** How far above the project a missing file may be. */
const HIGHEST = 2;
const TEMPLATE = /^[._-](template|tmpl|sample|example|dist|default|in)$/i;

/** The file that make does not find. */
export function missingFile(output: string): string | undefined {
  const names = MISSING.flatMap((pattern) => pattern.exec(output)?.[1] ?? []);
  return names.find((name) => /^[\w./-]+$/.test(name) && !name.startsWith('/'));
}

/** Files with the name of the missing one and something behind it, in its folder or in folders next to it. */
function templatesOf(path: string): string[] {
  const [folder, name] = [dirname(path), basename(path)];
  const beside = entriesOf(folder)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(folder, entry.name));
  return [folder, ...beside].flatMap((place) =>
    entriesOf(place)
      .filter((entry) => entry.isFile() && isTemplate(entry.name, name))
      .map((entry) => join(place, entry.name))
      .filter((file) => !isForConfigure(file)),
  );
}

/** Whether configure fills in a template: a copy of it is no makefile. */
const isForConfigure = (file: string): boolean => /@\w+@/.test(readText(file, PROJECT_TEXT));

const isTemplate = (name: string, wanted: string): boolean =>
  name.length > wanted.length &&
  name.toLowerCase().startsWith(wanted.toLowerCase()) &&
  /^[._-]/.test(name.slice(wanted.length));

/** Variables that makefiles of a folder use and do not set. */
function openVariables(folder: string): ReadonlySet<string> {
  const files = MAKEFILES.map((name) => join(folder, name)).filter(isFile);
  const text = files.map((file) => readText(file, PROJECT_TEXT)).join('\n');
  const used = new Set([...text.matchAll(/\$[({](\w+)[)}]/g)].map(([, name = '']) => name));
  for (const name of assignedIn(text)) used.delete(name);
  return used;
}

const assignedIn = (text: string): string[] =>
  [...text.matchAll(/^[ \t]*(\w+)[ \t]*[:?]?=/gm)].map(([, name = '']) => name);

/** The templates that set most of the variables. */
function fullest(templates: readonly string[], wanted: ReadonlySet<string>): string[] {
  const rated = templates.map((file) => ({
    file,
    count: new Set(assignedIn(readText(file, PROJECT_TEXT)).filter((name) => wanted.has(name))).size,
  }));
  const most = Math.max(...rated.map(({ count }) => count));
  // A template of another part of the project sets few of them.
  return rated.filter(({ count }) => 2 * count >= most).map(({ file }) => file);
}

/** The template that suits this machine. @param where folder of the makefile that includes it */
function templateFor(path: string, where: string, mpi: boolean): string | undefined {
  const templates = fullest(templatesOf(path), openVariables(where));
  const only = templates.length === 1 ? templates.at(0) : undefined;
  if (only !== undefined) return only;
  const behind = new Map(templates.map((file) => [basename(file).slice(basename(path).length), file] as const));
  const general = [...behind.keys()].find((ending) => TEMPLATE.test(ending));
  const first = plausible([...behind.keys()], mpi).at(0);
  const ending =
    first !== undefined && first.points > 0 && first.name !== general ? first.name : (general ?? first?.name);
  return ending === undefined ? undefined : behind.get(ending);
}

/** Folders that a copy must hold: the project, or one above it that holds the missing file. */
function rootOf(folder: string, file: string): string | undefined {
  let root = folder;
  for (let above = 0; above <= HIGHEST; above++) {
    if (isInside(root, file)) return root;
    root = dirname(root);
  }
  return undefined;
}

/** Builds in a copy of the sources in which the template is in the place of the missing file. */
export function copiedTemplate({ output, commands, folder, where, sources }: FailedBuild): Repair | undefined {
  const missing = missingFile(output);
  if (missing === undefined) return undefined;
  const path = resolve(where, missing);
  if (isFile(path)) return undefined;
  const template = templateFor(path, where, sources.mpi);
  const root = template === undefined ? undefined : rootOf(folder, path);
  if (template === undefined || root === undefined || !isInside(root, template)) return undefined;
  const put = ['--put', relative(folder, template), relative(folder, path)];
  const isCopied = commands.some((argv) => argv.includes('--copy'));
  const copy = isCopied ? [] : ['--copy', SCRATCH_FOLDER, relative(folder, root) || '.'];
  return {
    commands: isCopied ? withPut(commands, put) : withBuildOptions(commands, [...copy, ...put]),
    reason: `${relative(folder, path)} is missing and can be copied from ${basename(template)}, in a copy of the sources`,
  };
}

/** Adds a file to a copy that is made already. */
function withPut(commands: FailedBuild['commands'], put: readonly string[]): FailedBuild['commands'] {
  return commands.map((argv) => {
    const at = argv.indexOf('--copy');
    return at < 0 ? argv : [...argv.slice(0, at + 3), ...put, ...argv.slice(at + 3)];
  });
}
