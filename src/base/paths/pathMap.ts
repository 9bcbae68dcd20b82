/** Local locations of files recorded elsewhere: remote folders, and the local folders with the same contents. */
import { isAbsolute, join, resolve } from 'node:path';
import { isFile, liesIn } from '../files/index.js';
import { pathParts } from './suffixMatch.js';

/** A folder (or a file) there and the one here that holds the same. */
export interface PathMapping {
  readonly remote: string;
  /** Absolute. */
  readonly local: string;
}

/** Represents the remote folder of files with relative paths. */
export const RELATIVE = '.';

const isAbsolutePath = (path: string): boolean => /^([\\/]|[A-Za-z]:[\\/])/.test(path);

/** A file here that may be meant. */
export interface MappedPath {
  readonly path: string;
  /** The folder (or the file itself) that was mapped: no link may lead out of it. */
  readonly within: string;
}

/**
 * The files here that a path there may mean, those of the longest folder there first.
 * @returns absolute paths, whether there are such files or not
 */
export function mappedPaths(there: string, mappings: readonly PathMapping[]): MappedPath[] {
  const parts = pathParts(there);
  return mappings
    .flatMap(({ remote, local }) => {
      if (isAbsolutePath(remote) !== isAbsolutePath(there)) return [];
      const folder = pathParts(remote);
      const rest = parts.slice(folder.length);
      // A way that leads up again may leave the folder that was meant.
      const fits = folder.every((part, index) => part === parts[index]) && !rest.includes('..');
      const within = resolve(local);
      return fits ? [{ length: folder.length, path: join(within, ...rest), within }] : [];
    })
    .sort((a, b) => b.length - a.length)
    .map(({ path, within }) => ({ path, within }));
}

/**
 * Returns the local file of a remote path. Paths in a trace are untrusted: only files are found that are, with all
 * links resolved, in a folder that the user mapped.
 * @returns its path according to the mapping; undefined if there is none
 */
export function mappedFile(there: string, mappings: readonly PathMapping[]): string | undefined {
  return mappedPaths(there, mappings).find(({ path, within }) => isFile(path) && liesIn(within, path))?.path;
}

/**
 * Returns the mapping that assigns one file to a remote path. The common end of both paths is removed, so that
 * neighboring files are found too.
 * @param chosen absolute local path
 */
export function learnMapping(there: string, chosen: string): PathMapping {
  const [far, here] = [pathParts(there), pathParts(chosen)];
  let common = 0;
  // The folder here may not become the root of all files.
  while (common < far.length && common < here.length - 1 && far.at(-1 - common) === here.at(-1 - common)) common++;
  const start = /^[\\/]*/.exec(there)?.[0] ?? '';
  const remote = far.slice(0, far.length - common).join('/');
  return {
    remote: remote === '' && start === '' ? RELATIVE : `${start === '' ? '' : '/'}${remote}`,
    local: resolve('/', ...here.slice(0, here.length - common)),
  };
}

/** Contents of a setting, and the errors in the rest of it. */
export interface ReadPathMap {
  readonly mappings: readonly PathMapping[];
  /** One sentence each. */
  readonly problems: readonly string[];
}

/**
 * The mappings of a setting: anything a person may have written. A mistake costs its own entry only.
 * @param folder what relative paths here begin at; without one they are mistakes
 */
export function readPathMap(setting: unknown, folder?: string): ReadPathMap {
  if (setting === undefined || setting === null) return { mappings: [], problems: [] };
  if (typeof setting !== 'object' || Array.isArray(setting))
    return { mappings: [], problems: [`trimtab.pathMap: write pairs such as "/there/src": "/here/src".`] };
  const mappings: PathMapping[] = [];
  const problems: string[] = [];
  for (const [remote, local] of Object.entries<unknown>({ ...setting })) {
    const problem = mistakeIn(remote, local, folder);
    if (problem !== undefined) problems.push(`trimtab.pathMap: "${remote}": ${problem}`);
    else if (typeof local === 'string') mappings.push({ remote, local: resolve(folder ?? '/', local) });
  }
  return { mappings, problems };
}

function mistakeIn(remote: string, local: unknown, folder: string | undefined): string | undefined {
  if (remote === '') return 'name the folder there; use "." for relative paths.';
  if (typeof local !== 'string' || local === '') return 'name the folder here that holds the same files.';
  return isAbsolute(local) || folder !== undefined
    ? undefined
    : `${local} is relative, and no folder is open; write the whole path.`;
}
