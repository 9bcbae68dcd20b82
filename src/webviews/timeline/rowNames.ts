/** Names of rows, and the signs of those that open. Nothing here knows the browser. */
import { plainLine } from '../../base/plainText.js';
import type { Drawn } from '../../pictures/drawing/drawList.js';
import { type Frame, middleOf, yOf } from '../../pictures/timeline/frame.js';
import { rowNames } from '../../pictures/timeline/marks.js';
import type { Row } from '../../pictures/timeline/rowTree.js';

/** Pixels between the sign of a group and those in it. */
const INDENT = 8;
/** Rows that are lower have no signs: keys open them. */
const LOWEST_WITH_SIGN = 10;
/** Of the font, CSS pixels. */
const NAME_SIZE = 12;

/** Those that are seen. @param opened keys of rows that show their calls @param bottom of the picture */
export function namesNextTo(frame: Frame, rows: readonly Row[], opened: ReadonlySet<string>, bottom: number): Drawn[] {
  const pitch = frame.rowHeight + frame.gap;
  // Open rows only make them fewer.
  const first = Math.max(0, rows.findIndex((_, row) => yOf(frame, row + 1) > 0) - 1);
  const end = Math.min(rows.length, first + Math.ceil(bottom / pitch) + 2);
  const names = rows.map(({ name }) => name);
  return [
    ...rowNames(frame, names, NAME_SIZE, first, end),
    ...(frame.rowHeight < LOWEST_WITH_SIGN
      ? []
      : rows.slice(first, end).flatMap((row, at) => sign(frame, row, first + at, opened))),
  ];
}

/** The name of a row that is not drawn in full; undefined where it is. */
export function cutName(frame: Frame, rows: readonly Row[], row: number): string | undefined {
  const names = rows.map(({ name }) => name);
  const [drawn] = rowNames(frame, names, NAME_SIZE, row, row + 1);
  const name = names[row];
  return name === undefined || (drawn?.is === 'text' && drawn.text === name) ? undefined : plainLine(name);
}

function sign(frame: Frame, { isGroup, isOpen, depth, key }: Row, row: number, opened: ReadonlySet<string>): Drawn[] {
  const isDown = isGroup ? isOpen : opened.has(key);
  const [x, y] = [8 + depth * INDENT, middleOf(frame, row)];
  const points = isDown ? [x - 3, y - 2, x, y + 2, x + 3, y - 2] : [x - 2, y - 3, x + 2, y, x - 2, y + 3];
  return [{ is: 'line', points, ink: isGroup ? 'text' : 'quiet', thickness: 1.5 }];
}
