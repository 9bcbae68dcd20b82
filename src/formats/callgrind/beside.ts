/**
 * The files of one run: `callgrind.out.77-02` of thread 2, `callgrind.out.77.3` of a part of the run. Ranks of MPI have
 * files with their numbers if the name of the file was chosen so.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isFile } from '../../base/files/index.js';

/** The number of the process or of the rank; parts and threads follow. */
const NAME = /^(?:callgrind|cachegrind)\.out\.(\d{1,10})(?:\.\d{1,9})?(?:-\d{1,9})?$/;
/** More files of a run are not read. */
const MOST_FILES = 1 << 16;

/** A file and the rank that it is of; undefined if the run had one process. */
export interface RunFile {
  readonly path: string;
  readonly rank: number | undefined;
}

/** The number in a name; undefined if it has none. */
const numberIn = (name: string): number | undefined => {
  const [, number] = NAME.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
};

const toolOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** The files of the run that one belongs to, by rank, then by name; the file alone if its name has no number. */
export function filesBeside(path: string): readonly RunFile[] {
  const name = basename(path);
  const number = numberIn(name);
  if (number === undefined) return [{ path, rank: undefined }];
  const folder = dirname(path);
  const names = namesOf(readdirSync(folder), toolOf(name)).filter((one) => isFile(join(folder, one)));
  const isOfRanks = areRanks(names);
  return names
    .filter((one) => isOfRanks || numberIn(one) === number)
    .slice(0, MOST_FILES)
    .map((one) => ({ path: join(folder, one), rank: isOfRanks ? numberIn(one) : undefined }));
}

/** The first file of a run whose files are all that a folder has of a tool; undefined if it has others. */
export function onlyRun(names: readonly string[]): string | undefined {
  const files = names.filter((name) => /^(?:callgrind|cachegrind)\.out\./.test(name));
  const [first] = files;
  if (first === undefined) return undefined;
  const known = namesOf(files, toolOf(first));
  if (known.length < files.length) return undefined;
  return new Set(known.map(numberIn)).size === 1 || areRanks(known) ? known[0] : undefined;
}

/** The files of a tool with numbers, in their order. */
function namesOf(names: readonly string[], tool: string): readonly string[] {
  const known = names.filter((name) => numberIn(name) !== undefined && toolOf(name) === tool);
  return known.sort((a, b) => (numberIn(a) ?? 0) - (numberIn(b) ?? 0) || (a < b ? -1 : 1));
}

/** Whether numbers are those of ranks: no process has the number 0. */
function areRanks(names: readonly string[]): boolean {
  const numbers = [...new Set(names.map(numberIn))];
  return numbers.length > 1 && numbers.every((number, rank) => number === rank);
}
