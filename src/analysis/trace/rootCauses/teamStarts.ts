import { barrierOf, markAt, teamOf } from '../intervals/marks.js';
import type { Timelines } from './timelines.js';

/** Start of a thread's stretch of time before a barrier: the end of the team's previous one, or the fork. */
export interface TeamStart {
  readonly index: number;
  /** Seconds of the interval that begins with the mark which passed before the stretch. */
  readonly passed: number;
}

/** The start of the stretch before the barrier that `mark` codes. */
export function teamStart(timelines: Timelines, mark: number): TeamStart {
  const { team } = timelines.barriers.columns;
  const barrier = barrierOf(mark);
  const marks = timelines.of(timelines.locationOf(mark))?.intervals.marks;
  if (barrier === undefined || marks === undefined) return { index: 0, passed: 0 };
  let index = timelines.indexOf(mark) - 1;
  while (index > 0 && teamAt(markAt(marks, index), team) !== team[barrier]) index--;
  const before = barrierOf(markAt(marks, index));
  return { index, passed: before === undefined ? 0 : timelines.leaving(before) };
}

/** The team whose barrier or begin a mark is. */
function teamAt(mark: number, team: Int32Array): number | undefined {
  const barrier = barrierOf(mark);
  return barrier === undefined ? teamOf(mark) : team[barrier];
}
