/** Parts of makefiles that are missing, with a template to copy: make.defs.gcc for make.defs. */
import { basename, dirname, join, relative, resolve } from 'node:path';
import { entriesOf, isFile, PROJECT_TEXT, readText } from '../../../base/files/index.js';
import { isInside } from '../../../base/files/inside.js';
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

/** The template that suits this machine. */
function templateFor(path: string, mpi: boolean): string | undefined {
  const templates = templatesOf(path);
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
  const template = templateFor(path, sources.mpi);
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
