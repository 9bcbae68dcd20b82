import { absent } from '../../../base/elements.js';
import { enlargeInt32 } from '../tables/enlarge.js';
import type { Forecast } from '../tables/forecast.js';
import { shortened } from '../tables/release.js';
import { grown } from './grown.js';

/** Mark of the interval that begins with the trace. */
export const BEGINNING = -1;

/** Codes a row of the OpenMP barriers, which share the marks of a location with MPI operations. */
export function barrierMark(row: number): number {
  return -2 - 2 * row;
}

/** Returns the row of the OpenMP barriers that a mark refers to, or undefined if it is none. */
export function barrierOf(mark: number): number | undefined {
  return mark <= -2 && mark % 2 === 0 ? (-2 - mark) / 2 : undefined;
}

/** Codes the fork of a team on the forking thread, and the team's begin on the others. */
export function teamMark(team: number): number {
  return -3 - 2 * team;
}

/** Returns the team that a mark refers to, or undefined if it is none. */
export function teamOf(mark: number): number | undefined {
  return mark <= -3 && mark % 2 !== 0 ? (-3 - mark) / 2 : undefined;
}

/**
 * Starting points of a location's intervals. The first one begins with the trace, the others with rows of the
 * communication records' operations, or with codes of `barrierMark` and `teamMark`. Without OpenMP they are successive
 * operations, and the first one determines all of them.
 */
export interface Marks {
  /** The operation the second interval begins with, where there is no `row`. */
  readonly first: number;
  readonly row: Int32Array | undefined;
}

/** Returns the mark that begins an interval. */
export function markAt({ first, row }: Marks, index: number): number {
  if (row !== undefined) return row[index] ?? absent(index);
  return index === 0 ? BEGINNING : first + index - 1;
}

/** Keeps the marks of a location while they come. */
export class MarkRecorder implements Marks {
  first = 0;
  row: Int32Array | undefined;

  constructor(private readonly forecast: Forecast) {}

  /** Adds what interval `index` begins with, 1 at first. */
  add(mark: number, index: number): void {
    if (this.row === undefined) {
      if (index === 1 && mark >= 0) this.first = mark;
      if (mark === this.first + index - 1) return;
      this.spellOut(index);
    }
    this.put(mark, index);
  }

  /** @param count how many intervals there are */
  finish(count: number): void {
    if (this.row !== undefined) this.row = shortened(this.row, count);
  }

  /** Another mark than the next operation comes. @param count how many marks there are before it */
  private spellOut(count: number): void {
    const row = new Int32Array(count + 1);
    for (let index = 0; index < count; index++) row[index] = markAt(this, index);
    this.row = row;
  }

  private put(mark: number, index: number): void {
    const { row, forecast } = this;
    if (row === undefined) return;
    if (index < row.length) row[index] = mark;
    else {
      const larger = grown(row, enlargeInt32, forecast.capacity(index, index + 1), forecast.memory);
      larger[index] = mark;
      this.row = larger;
    }
  }
}
