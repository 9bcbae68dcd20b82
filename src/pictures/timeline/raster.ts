/** The bars of rows as points of color, for pens that are faster with a bitmap than with areas. */
import { absent } from '../../base/elements.js';
import { type BarInk, type Palette, partInks } from '../colors/inks.js';
import { codedOf } from '../colors/rgb.js';
import { patternSquare } from '../drawing/canvasPen.js';
import { PATTERN_SIZE } from '../drawing/patterns.js';
import { colorOf } from '../drawing/colorOf.js';
import { type Columns, endOfRun, type Layer, layersOf } from './columns.js';
import { LOWEST_STACKED } from './frame.js';

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity by rows from the top. Gaps and what does not run are clear. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** The squares of all patterns in the colors of a palette. */
export class Paints {
  private readonly squares: ReadonlyMap<BarInk, Uint8ClampedArray>;

  constructor(readonly palette: Palette) {
    const inks: readonly BarInk[] = [...partInks, 'waiting'];
    this.squares = new Map(inks.map((ink) => [ink, patternSquare(ink, palette)]));
  }

  square(ink: BarInk): Uint8ClampedArray {
    return this.squares.get(ink) ?? absent(ink);
  }
}

/** One point a column. Widths are multiples of 8 for patterns to go on in the next bitmap. */
export function rasterOf(columns: Columns, rowHeight: number, gap: number, paints: Paints): Raster {
  const [width, height] = [columns.columns, columns.rows * (rowHeight + gap)];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < columns.rows; row++)
    for (let from = 0; from < width;) {
      const end = endOfRun(columns, row, from);
      const layers = layersOf(columns, row, from);
      const box = { from, end, top: row * (rowHeight + gap), rowHeight, width };
      if (rowHeight >= LOWEST_STACKED) stack(data, layers, box, paints);
      else mix(data, layers, box, paints);
      from = end;
    }
  return { width, height, data };
}

interface Box {
  readonly from: number;
  readonly end: number;
  readonly top: number;
  readonly rowHeight: number;
  /** Of the bitmap. */
  readonly width: number;
}

/** Shares on one another; a point that two of them share has the colors of both. */
function stack(data: Uint8ClampedArray, layers: readonly Layer[], box: Box, paints: Paints): void {
  const { from, end, top, rowHeight, width } = box;
  for (const layer of layers) {
    const square = paints.square(layer.ink);
    const [upper, lower] = [(1 - layer.to) * rowHeight, (1 - layer.from) * rowHeight];
    for (let line = Math.floor(upper); line < lower; line++) {
      const cover = Math.min(lower, line + 1) - Math.max(upper, line);
      if (cover <= 1e-9) continue;
      const y = top + line;
      for (let x = from; x < end; x++)
        add(data, (y * width + x) * 4, square, ((y % PATTERN_SIZE) * PATTERN_SIZE + (x % PATTERN_SIZE)) * 4, cover);
    }
  }
}

/** Adds a color to a point that is covered to a part so far. */
function add(data: Uint8ClampedArray, at: number, square: Uint8ClampedArray, from: number, cover: number): void {
  const before = (data[at + 3] ?? absent(at)) / 255;
  const after = Math.min(1, before + cover);
  for (let part = 0; part < 3; part++)
    data[at + part] =
      ((data[at + part] ?? absent(at)) * before + (square[from + part] ?? absent(from)) * (after - before)) / after;
  data[at + 3] = after * 255;
}

function mix(data: Uint8ClampedArray, layers: readonly Layer[], box: Box, paints: Paints): void {
  const all = layers.at(-1)?.to ?? 0;
  if (all === 0) return;
  const fill = { mix: layers.map(({ ink, from, to }) => [ink, (to - from) / all] as const) };
  const [red, green, blue] = codedOf(colorOf(fill, paints.palette));
  const point = [red * 255, green * 255, blue * 255, all * 255];
  for (let y = box.top; y < box.top + box.rowHeight; y++)
    for (let x = box.from; x < box.end; x++) data.set(point, (y * box.width + x) * 4);
}
