import type { DrawnRows, ValueMap } from './mapRows.js';

/** Position of the map in the picture; CSS pixels. */
export interface MapFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly rowHeight: number;
  readonly drawn: DrawnRows;
}

/** Returns the begin of a column. */
export function xOfBin(
  { left, width }: Pick<MapFrame, 'left' | 'width'>,
  { bins }: Pick<ValueMap, 'bins'>,
  bin: number,
): number {
  return left + (bin / Math.max(1, bins)) * width;
}

/** Returns the drawn row and the column at a point of the picture; undefined outside of the map. */
export function cellAt(
  { left, top, width, rowHeight, drawn }: MapFrame,
  { bins }: Pick<ValueMap, 'bins'>,
  x: number,
  y: number,
): { readonly row: number; readonly bin: number } | undefined {
  const [row, bin] = [Math.floor((y - top) / rowHeight), Math.floor(((x - left) / width) * bins)];
  return row < 0 || row >= drawn.rows.length || bin < 0 || bin >= bins ? undefined : { row, bin };
}
