/** Whether a path lies in a folder, by their names alone: no link is resolved, nothing need be there. */
import host, { type PlatformPath } from 'node:path';

/**
 * Returns the relative path from a folder to a path below it.
 * @param paths of the system whose paths they are; this machine's if omitted
 * @returns relative path; undefined for the folder itself and for paths outside
 */
export function pathInside(folder: string, path: string, paths: PlatformPath = host): string | undefined {
  const way = paths.relative(folder, path);
  // A name may begin with two dots; on Windows there is no way to another disk.
  const leadsOut = way === '..' || way.startsWith(`..${paths.sep}`) || paths.isAbsolute(way);
  return way === '' || leadsOut ? undefined : way;
}

/** Whether a path is a folder or lies below it. @param paths see pathInside */
export function isInside(folder: string, path: string, paths: PlatformPath = host): boolean {
  return paths.relative(folder, path) === '' || pathInside(folder, path, paths) !== undefined;
}
