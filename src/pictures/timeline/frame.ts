/** Layout of a timeline's time and rows: determines both the drawing and hit testing. */
import type { Seconds } from '../../base/units.js';

/** From a moment up to another, in seconds from the trace's start. */
export interface Window {
  readonly from: Seconds;
  readonly to: Seconds;
}

/** Heights of rows, the largest first, with the gap after each; from the second on shares are stacked. */
export const ROW_HEIGHTS = [
  { height: 28, gap: 5 },
  { height: 14, gap: 3 },
  { height: 3, gap: 1 },
] as const;

/** Rows that are lower show the light of their shares mixed. */
export const LOWEST_STACKED = 14;

export interface Frame {
  readonly window: Window;
  /** Begin and width of rows, CSS pixels. */
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly rowHeight: number;
  readonly gap: number;
  readonly rows: number;
  /** Pixels that open rows take above each row, for what is below their bars; one more for all of them. */
  readonly below?: ArrayLike<number>;
  /** Unit of times; seconds if omitted. */
  readonly unit?: 'seconds' | 'steps';
}

/** The largest height with which all rows find room; the smallest one where none does. */
export function rowSize(rows: number, room: number): { readonly height: number; readonly gap: number } {
  const [, , smallest] = ROW_HEIGHTS;
  return ROW_HEIGHTS.find(({ height, gap }) => rows * (height + gap) <= room) ?? smallest;
}

const pixelsASecond = ({ window, width }: Pick<Frame, 'window' | 'width'>): number => width / (window.to - window.from);

export const xOf = (frame: Frame, time: Seconds): number =>
  frame.left + (time - frame.window.from) * pixelsASecond(frame);

export const timeAt = (frame: Frame, x: number): Seconds => frame.window.from + (x - frame.left) / pixelsASecond(frame);

/** The upper edge of a row. */
export const yOf = ({ top, rowHeight, gap, below }: Frame, row: number): number =>
  top + row * (rowHeight + gap) + (below?.[row] ?? 0);

export const middleOf = (frame: Frame, row: number): number => yOf(frame, row) + frame.rowHeight / 2;

export const bottomOf = (frame: Frame): number => yOf(frame, frame.rows) - frame.gap;

/**
 * Returns the row under a pointer, including the area below its bar and the following gap; undefined outside of all.
 */
export function rowAt(frame: Frame, y: number): number | undefined {
  if (y < frame.top || y >= yOf(frame, frame.rows)) return undefined;
  let [low, high] = [0, frame.rows - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (yOf(frame, middle) <= y) low = middle;
    else high = middle - 1;
  }
  return frame.rows === 0 ? undefined : low;
}

/** Rows from one to another, both of which are among them. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The rows of which something lies between two heights; undefined where there are none. */
export function rowsBetween(frame: Frame, top: number, bottom: number): RowRange | undefined {
  if (frame.rows === 0 || bottom <= frame.top || top >= yOf(frame, frame.rows)) return undefined;
  return { first: rowAt(frame, top) ?? 0, last: rowAt(frame, bottom) ?? frame.rows - 1 };
}

/** A window of this length about a moment, moved and cut so that it lies within the span. */
export function windowAbout(span: Window, middle: Seconds, length: Seconds): Window {
  const within = Math.min(length, span.to - span.from);
  const from = Math.min(Math.max(middle - within / 2, span.from), span.to - within);
  return { from, to: from + within };
}

/** The part of a window that lies within the span; all of the span where none does. */
export function windowWithin(span: Window, { from, to }: Window): Window {
  const within = { from: Math.max(span.from, from), to: Math.min(span.to, to) };
  return within.from < within.to ? within : span;
}

/**
 * The window after zooming: what is at `about` stays there.
 * @param factor below 1 shows less
 * @param least seconds that are shown at least
 */
export function zoomed(span: Window, window: Window, about: Seconds, factor: number, least: Seconds): Window {
  const length = window.to - window.from;
  const next = Math.min(Math.max(length * factor, least), span.to - span.from);
  const share = (about - window.from) / length;
  return windowAbout(span, about + (0.5 - share) * next, next);
}

/** The window moved by a part of its length, as far as the span goes. */
export function moved(span: Window, window: Window, part: number): Window {
  const length = window.to - window.from;
  return windowAbout(span, (window.from + window.to) / 2 + part * length, length);
}

/** How much of what is around it is shown with what is looked at. */
const AROUND = 3;

/** A window in which something is seen with as much before and after it as helps to understand it. */
export function windowAround(span: Window, { from, to }: Window): Window {
  return windowAbout(span, (from + to) / 2, Math.max((to - from) * AROUND, (span.to - span.from) * 1e-9));
}
