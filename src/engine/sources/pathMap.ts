/** Where sources that were measured elsewhere lie here: their folders there, and the folders here that hold the same. */
import { join, resolve } from 'node:path';
import { pathParts } from '../../experiments/suffixMatch.js';
import type { PathMapping } from '../../targets/target.js';

/** What stands for the folder there of files that were measured under relative paths. */
export const RELATIVE = '.';

const isAbsolutePath = (path: string): boolean => /^([\\/]|[A-Za-z]:[\\/])/.test(path);

/**
 * The files here that a measured path may mean, those of the longest folder there first.
 * @returns absolute paths, whether there are such files or not
 */
export function mappedPaths(measured: string, mappings: readonly PathMapping[]): string[] {
  const parts = pathParts(measured);
  return mappings
    .flatMap(({ remote, local }) => {
      if (isAbsolutePath(remote) !== isAbsolutePath(measured)) return [];
      const folder = pathParts(remote);
      const rest = parts.slice(folder.length);
      // A way that leads up again may leave the folder that was meant.
      const fits = folder.every((part, index) => part === parts[index]) && !rest.includes('..');
      return fits ? [{ length: folder.length, path: join(resolve(local), ...rest) }] : [];
    })
    .sort((a, b) => b.length - a.length)
    .map(({ path }) => path);
}

/**
 * The mapping that makes one file the source of a measured path: what both paths end in alike is taken away, so that the
 * neighbours of the file are found too.
 * @param chosen absolute path here
 */
export function learnMapping(measured: string, chosen: string): PathMapping {
  const [there, here] = [pathParts(measured), pathParts(chosen)];
  let common = 0;
  // The folder here may not become the root of all files.
  while (common < there.length && common < here.length - 1 && there.at(-1 - common) === here.at(-1 - common)) common++;
  const start = /^[\\/]*/.exec(measured)?.[0] ?? '';
  const remote = there.slice(0, there.length - common).join('/');
  return {
    remote: remote === '' && start === '' ? RELATIVE : `${start === '' ? '' : '/'}${remote}`,
    local: resolve('/', ...here.slice(0, here.length - common)),
  };
}

/** The mappings of a setting: anything a person may have written; what is no pair of paths counts for nothing. */
export function readPathMap(setting: unknown): PathMapping[] {
  const entries: [string, unknown][] = typeof setting === 'object' && setting !== null ? Object.entries(setting) : [];
  return entries.flatMap(([remote, local]) =>
    remote !== '' && typeof local === 'string' && isAbsolutePath(local) ? [{ remote, local }] : [],
  );
}
