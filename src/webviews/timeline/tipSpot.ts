/** The part of the picture that a tip is about, and its position next to the pointer. Nothing here knows the browser. */
import { type Frame, rowAt, timeAt } from '../../pictures/timeline/frame.js';
import type { Row } from '../../pictures/timeline/rowTree.js';
import { cutName } from './rowNames.js';
import type { Cursor } from './run.js';
import { locationOf } from './useRows.js';

/** A moment on a row, a name of a row that is cut, or something that is described already, such as a message. */
export type TipSubject = { readonly cursor: Cursor } | { readonly text: string };

interface TipPosition {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The subject of a tip at a point of the picture; undefined where there is none.
 * @param top of the rows that are seen
 */
export function tipSubject(
  frame: Frame,
  rows: readonly Row[],
  { x, y }: TipPosition,
  top: number,
): TipSubject | undefined {
  const row = y < top ? undefined : rowAt(frame, y);
  const one = row === undefined ? undefined : rows[row];
  if (row === undefined || one === undefined || x > frame.left + frame.width) return undefined;
  if (x >= frame.left) return { cursor: { location: locationOf(one), time: timeAt(frame, x) } };
  const name = cutName(frame, rows, row);
  return name === undefined ? undefined : { text: name };
}

/** Pixels between the pointer and the box: below it the pointer's own picture is spared. */
const BELOW = 18;
const ABOVE = 8;
const ASIDE = 8;
/** Pixels to the edges of the view. */
const EDGE = 4;

/** The upper left corner: below the pointer or, where the view ends there, above it; within the view as far as it fits. */
export function nextToPointer({ x, y }: TipPosition, { width, height }: Size, view: Size): TipPosition {
  const fitsBelow = y + BELOW + height <= view.height - EDGE;
  const top = fitsBelow ? y + BELOW : y - ABOVE - height;
  return {
    x: Math.max(EDGE, Math.min(x + ASIDE, view.width - EDGE - width)),
    y: Math.max(EDGE, Math.min(top, view.height - EDGE - height)),
  };
}
