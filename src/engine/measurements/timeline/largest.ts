/** The largest of what happens in a window of time, from runs of rows of which only some have to be read. */
import { absent } from '../../../base/elements.js';
import { RUN_ROWS, type Runs } from '../../../experiments/files/timelineFile.js';
import type { CheckCancelled } from '../eventIndex.js';

export interface Window {
  readonly from: number;
  readonly to: number;
}

export const ALWAYS: Window = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Rows of one run. */
export interface RunRows {
  readonly length: number;
  from(row: number): number;
  to(row: number): number;
  size(row: number): number;
  /** Whether a row is meant at all. */
  isMeant(row: number): boolean;
}

/** A row of a run, and its size. */
export interface FoundInterval {
  readonly run: number;
  readonly row: number;
  readonly size: number;
}

/**
 * The largest rows that overlap a window, the largest first, equal ones in order of time.
 * @param read a run's rows
 * @param most how many
 */
export function largest(
  runs: Runs,
  window: Window,
  most: number,
  read: (run: number) => RunRows,
  checkCancelled: CheckCancelled,
): FoundInterval[] {
  const sizes = runs.largest;
  const order = overlapping(runs, window).sort((a, b) => (sizes[b] ?? absent(b)) - (sizes[a] ?? absent(a)) || a - b);
  let found: FoundInterval[] = [];
  for (const run of order) {
    // The remaining ones are not larger than the smallest of those found; one of equal size may precede it.
    const least = found.length >= most ? (found.at(-1)?.size ?? 0) : Number.NEGATIVE_INFINITY;
    if ((sizes[run] ?? absent(run)) < least) break;
    checkCancelled();
    const rows = read(run);
    const before = found.length;
    for (let row = 0; row < rows.length; row++) {
      const size = rows.size(row);
      // Most rows are too small: nothing else is read of them.
      if (!(size < least) && overlaps(rows, row, window) && rows.isMeant(row)) found.push({ run, row, size });
    }
    if (found.length === before) continue;
    found.sort((a, b) => b.size - a.size || a.run - b.run || a.row - b.row);
    if (found.length > most) found = found.slice(0, most);
  }
  return found;
}

/**
 * How many rows overlap a window.
 * @param isWhole whether all rows are meant, so that runs which lie in the window need not be read
 */
export function countIn(
  runs: Runs,
  window: Window,
  isWhole: boolean,
  read: (run: number) => RunRows,
  checkCancelled: CheckCancelled,
): number {
  let count = 0;
  for (const run of overlapping(runs, window)) {
    if (isWhole && isWithin(runs, run, window)) {
      count += rowsIn(runs, run);
      continue;
    }
    checkCancelled();
    const rows = read(run);
    const isIn = isWithin(runs, run, window);
    for (let row = 0; row < rows.length; row++) if ((isIn || overlaps(rows, row, window)) && rows.isMeant(row)) count++;
  }
  return count;
}

/** The runs of which rows may overlap a window, in order of time. */
export function overlapping({ first, last }: Runs, { from, to }: Window): number[] {
  const runs: number[] = [];
  for (let run = 0; run < first.length; run++) {
    if ((first[run] ?? absent(run)) >= to) break;
    if ((last[run] ?? absent(run)) >= from) runs.push(run);
  }
  return runs;
}

export function overlaps(rows: RunRows, row: number, { from, to }: Window): boolean {
  return Math.min(rows.from(row), rows.to(row)) < to && Math.max(rows.from(row), rows.to(row)) >= from;
}

function isWithin({ first, last }: Runs, run: number, { from, to }: Window): boolean {
  return (first[run] ?? absent(run)) >= from && (last[run] ?? absent(run)) < to;
}

function rowsIn({ rows }: Runs, run: number): number {
  return Math.min(RUN_ROWS, rows - run * RUN_ROWS);
}
