/** Pictures whose parts support pointing, keyboard navigation, and screen readers. */
import type { Picture, Rectangle } from '../drawing/drawList.js';

/** A part of a picture, and its text. */
export interface Spot extends Rectangle {
  readonly text: string;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The parts of a picture, by number. */
export interface Spots {
  readonly count: number;
  /** @throws where there is none of this number */
  at(index: number): Spot;
  /** The part at a point, CSS pixels. */
  find(x: number, y: number): number | undefined;
  /** The next one in a direction, or the same at the end. */
  step(index: number, direction: Direction): number;
}

/** The numbers of a picture. */
export interface Numbers {
  readonly heads: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

/** A picture with its parts, and its numbers for those who would rather read; `description` is its sentence. */
export interface Diagram extends Picture {
  readonly spots: Spots;
  readonly numbers: Numbers;
}

/** CSS pixels. */
export const MARGIN = 12;
export const TEXT = 12;

/** Parts that lie anywhere. */
export function listSpots(list: readonly Spot[]): Spots {
  return {
    count: list.length,
    at: (index) => known(list[index], index),
    find: (x, y) => {
      const found = list.findLastIndex((spot) => isIn(spot, x, y));
      return found < 0 ? undefined : found;
    },
    step: (index, direction) => nearest(list, index, direction),
  };
}

export interface Grid extends Rectangle {
  readonly rows: number;
  readonly columns: number;
}

/** The cells of a grid, row by row. */
export function gridSpots({ x, y, width, height, rows, columns }: Grid, textOf: (index: number) => string): Spots {
  const cell = { width: width / Math.max(1, columns), height: height / Math.max(1, rows) };
  return {
    count: rows * columns,
    at: (index) => ({
      x: x + (index % columns) * cell.width,
      y: y + Math.floor(index / columns) * cell.height,
      ...cell,
      text: textOf(index),
    }),
    find: (px, py) => {
      const [column, row] = [Math.floor((px - x) / cell.width), Math.floor((py - y) / cell.height)];
      return column < 0 || row < 0 || column >= columns || row >= rows ? undefined : row * columns + column;
    },
    step: (index, direction) => {
      const [column, row] = [index % columns, Math.floor(index / columns)];
      if (direction === 'left') return row * columns + Math.max(0, column - 1);
      if (direction === 'right') return row * columns + Math.min(columns - 1, column + 1);
      return Math.min(rows - 1, Math.max(0, row + (direction === 'up' ? -1 : 1))) * columns + column;
    },
  };
}

function known(spot: Spot | undefined, index: number): Spot {
  if (spot === undefined) throw new RangeError(`The picture has no part ${index}.`);
  return spot;
}

const isIn = ({ x, y, width, height }: Rectangle, px: number, py: number): boolean =>
  px >= x && px < x + width && py >= y && py < y + height;

/** The part whose middle is nearest in a direction; one that is aside counts as farther away. */
function nearest(list: readonly Spot[], index: number, direction: Direction): number {
  const from = middleOf(known(list[index], index));
  const isAcross = direction === 'left' || direction === 'right';
  const sign = direction === 'left' || direction === 'up' ? -1 : 1;
  let [found, least] = [index, Infinity];
  for (const [at, spot] of list.entries()) {
    const to = middleOf(spot);
    const [along, aside] = isAcross ? [to.x - from.x, to.y - from.y] : [to.y - from.y, to.x - from.x];
    const distance = along * sign + 3 * Math.abs(aside);
    if (along * sign > 0.5 && distance < least) [found, least] = [at, distance];
  }
  return found;
}

const middleOf = ({ x, y, width, height }: Rectangle) => ({ x: x + width / 2, y: y + height / 2 });
