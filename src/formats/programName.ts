import { basename, dirname } from 'node:path';
import { endingOf } from './fileNames.js';
import type { Format } from './format.js';

/** Generic names of folders that do not identify the program. */
const PLAIN_FOLDER = /^(traces?|profiles?|recorded|scorep[-_]?\d.*|otf2|multi__.*)$/i;

/**
 * A name for the program of a measurement, by the file's or its folder's name.
 * @param format the first one whose files are named like this one
 */
export function programNamed(path: string, format: Format | undefined): string {
  const name = basename(path);
  const ending = format === undefined ? undefined : endingOf(name, format);
  const stem = ending === undefined ? name : name.slice(0, -ending.length);
  // Names that are the same for all programs do not identify this one.
  const isPlain = format !== undefined && (ending === undefined || format.plainNames.includes(stem));
  if (!isPlain) return stem;
  let folder = dirname(path);
  while (PLAIN_FOLDER.test(basename(folder)) && dirname(folder) !== folder) folder = dirname(folder);
  return basename(folder) || stem;
}
