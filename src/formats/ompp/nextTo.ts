/** The reports of one run of MPI: one per rank, side by side. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { statOf } from '../../base/files/index.js';

/** The rank follows the name, `report.ompp.txt:3`. */
const RANKED = /^(.+\.txt):(\d{1,7})$/;
/** Reports of more ranks are not read. */
const MOST_RANKS = 1 << 16;

/** A report and whose it is. */
interface RankedReport {
  readonly path: string;
  /** Undefined if the run had one process, or the file alone does not identify it. */
  readonly rank: number | undefined;
}

/** All reports of the run that one belongs to, by rank. */
export function reportsNextTo(path: string): readonly RankedReport[] {
  const [, name] = RANKED.exec(basename(path)) ?? [];
  if (name === undefined) return [{ path, rank: undefined }];
  const folder = dirname(path);
  const found = readdirSync(folder).flatMap((file): { path: string; rank: number }[] => {
    const [, of, rank] = RANKED.exec(file) ?? [];
    const at = join(folder, file);
    return of === name && statOf(at)?.isFile() === true ? [{ path: at, rank: Number(rank) }] : [];
  });
  return found.sort((one, other) => one.rank - other.rank).slice(0, MOST_RANKS);
}
