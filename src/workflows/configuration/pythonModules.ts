/** Files of a project that belong to a Python script: its imports from neighboring files. */
import { dirname, join } from 'node:path';
import { isFile, PROJECT_TEXT, readText } from '../../base/files/index.js';
import { isInside } from '../../base/files/inside.js';

/** Limit of inspected files; imports beyond it count as separate scripts. */
const MOST_FILES = 500;
/** The same of names that one statement imports, and of packages within each other. */
const MOST_NAMES = 200;
const DEEPEST = 32;
const IMPORT = /^[ \t]*import[ \t]+([\w., \t]+)/gm;
const FROM = /^[ \t]*from[ \t]+(\.*)(\w[\w.]*)?[ \t]+import[ \t]+(\([\w, \t\r\n]+|[\w, \t]+)/gm;

/** Returns possible files of a module name, from the folder in which it is searched. */
function filesOf(folder: string, module: string): string[] {
  const parts = module.split('.', DEEPEST).filter((part) => part !== '');
  const packages = parts.map((_, index) => join(folder, ...parts.slice(0, index + 1), '__init__.py'));
  return [...packages, `${join(folder, ...parts)}.py`];
}

/** Names in a list such as `a, b as c`. */
const namesIn = (list: string): string[] =>
  list
    .replace(/[()]/g, ' ')
    .split(',', MOST_NAMES)
    .map((entry) => entry.trim().split(/\s+/, 1).join(''));

/** Returns files that a source may import, existing or not. */
function importedBy(path: string, tops: readonly string[]): string[] {
  const text = readText(path, PROJECT_TEXT);
  const plain = [...text.matchAll(IMPORT)].flatMap(([, list = '']) =>
    namesIn(list).flatMap((module) => tops.flatMap((top) => filesOf(top, module))),
  );
  const from = [...text.matchAll(FROM)].flatMap(([, dots = '', module = '', list = '']) => {
    const folders = dots === '' ? tops : [join(dirname(path), dots.slice(1).replaceAll('.', '../'))];
    const modules = [module, ...namesIn(list).map((name) => `${module}.${name}`)];
    return folders.flatMap((folder) => modules.flatMap((name) => filesOf(folder, name)));
  });
  return [...plain, ...from];
}

/**
 * A script and the modules of its project that it imports, directly or through others.
 * @param script absolute path
 * @param from absolute paths of the folder in which it is started, and of the one outside of which nothing is looked at
 */
export function modulesOf(
  script: string,
  { folder, project }: { readonly folder: string; readonly project: string },
): ReadonlySet<string> {
  // Next to the script or, for modules started with -m, in the start folder.
  const tops = [...new Set([dirname(script), folder])];
  const found = new Set([script]);
  // Items added during the loop are visited too.
  for (const path of found) {
    if (found.size >= MOST_FILES) break;
    for (const imported of importedBy(path, tops))
      if (isInside(project, imported) && isFile(imported)) found.add(imported);
  }
  return found;
}
