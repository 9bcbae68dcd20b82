/** Fills that are not plain, as square tiles of points in at most two colors: the same for all pens. */
import type { BarInk, Palette } from '../colors/inks.js';
import { codedOf } from '../colors/rgb.js';
import { thinned } from './colorOf.js';
import type { Fill } from './drawList.js';
import { isHatched, isStripe, PATTERN_SIZE, patternOf, patterns, stripeWidth } from './patterns.js';

export interface Tile {
  /** Names it among all tiles of a palette. */
  readonly key: string;
  readonly color: string;
  /** Color of the other points; omitted if these are transparent. */
  readonly between?: string;
  readonly isInk: (x: number, y: number) => boolean;
}

/** The tile of a fill; undefined where it is plain. */
export function tileOf(fill: Fill, palette: Palette): Tile | undefined {
  if ('time' in fill) return tileOfTime(fill.time, palette);
  if ('hatch' in fill) return { key: `hatch-${fill.hatch}`, color: palette[fill.hatch], isInk: isHatched };
  if (!('color' in fill) || fill.stripes === undefined || palette.isHighContrast !== true) return undefined;
  const { color, share } = fill.stripes;
  const width = stripeWidth(share);
  return {
    ...{ key: `stripes-${color.slice(1)}-${width}`, color, between: palette.ground },
    isInk: (x, y) => isStripe(x, y, width),
  };
}

export function tileOfTime(ink: BarInk, palette: Palette): Tile | undefined {
  const name = patternOf[ink];
  if (name === undefined) return undefined;
  const { isInk, thin } = patterns[name];
  const color = palette[ink];
  return { key: ink, color, between: thinned(color, palette, thin), isInk };
}

/** The points of a tile, RGBA by rows from the top. */
export function pointsOf({ color, between, isInk }: Tile): Uint8ClampedArray<ArrayBuffer> {
  const point = (value: string | undefined): readonly number[] =>
    value === undefined ? [0, 0, 0, 0] : [...codedOf(value).map((share) => share * 255), 255];
  const [full, other] = [point(color), point(between)];
  const points = new Uint8ClampedArray(PATTERN_SIZE * PATTERN_SIZE * 4);
  for (let y = 0; y < PATTERN_SIZE; y++)
    for (let x = 0; x < PATTERN_SIZE; x++) points.set(isInk(x, y) ? full : other, (y * PATTERN_SIZE + x) * 4);
  return points;
}
