/** Rows of a timeline whose values are uncertain, since records of them are missing or contradict each other. */
import { elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import type { Drawn } from '../drawing/drawList.js';
import { type Frame, xOf, yOf } from './frame.js';

/** Locations in columns, and the moment from which on each is uncertain. */
export interface GivenUncertain {
  readonly location: Uint32Array;
  readonly from: Float64Array;
}

/** By row, the moment from which on its values are uncertain: a group is as soon as one of its locations is. */
export function uncertainRows(
  { location, from }: GivenUncertain,
  rowOf: ReadonlyMap<number, number>,
): ReadonlyMap<number, Seconds> {
  const rows = new Map<number, Seconds>();
  for (const [at, one] of location.entries()) {
    const row = rowOf.get(one);
    if (row !== undefined) rows.set(row, Math.min(rows.get(row) ?? Infinity, elementAt(from, at)));
  }
  return rows;
}

/** Thin lines over the bars of these rows. */
export function uncertainAreas(frame: Frame, rows: ReadonlyMap<number, Seconds>): Drawn[] {
  const right = frame.left + frame.width;
  return [...rows].flatMap(([row, from]): Drawn[] => {
    const x = Math.max(frame.left, xOf(frame, from));
    const box = { x, y: yOf(frame, row), width: right - x, height: frame.rowHeight };
    return box.width > 0 ? [{ is: 'area', ...box, fill: { hatch: 'text' } }] : [];
  });
}
