import { realpathSync } from 'node:fs';
import { learnMapping, mappedFile, type PathMapping } from '../../base/paths/pathMap.js';

/**
 * The mapping that a file which a person has chosen stands for. Where a link on its way leads out of the folder that
 * would be mapped, it is the file's own folder that was meant.
 * @param chosen absolute path of a file here
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
