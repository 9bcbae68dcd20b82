import { realpathSync } from 'node:fs';
import { learnMapping, mappedFile, type PathMapping } from '../../base/paths/pathMap.js';

/**
 * Returns the mapping implied by a file that the user chose. If a link on its path leads out of the folder to map, the
 * file's own folder is meant.
 * @param chosen absolute path of a local file
 */
export function learnFrom(measured: string, chosen: string): PathMapping {
  const mapping = learnMapping(measured, chosen);
  if (mappedFile(measured, [mapping]) !== undefined) return mapping;
  try {
    return learnMapping(measured, realpathSync.native(chosen));
  } catch {
    return mapping; // gone meanwhile: nothing is found there, by whatever name
  }
}
