import type { Palette } from '../colors/inks.js';
import { mixed } from '../colors/rgb.js';
import type { Fill } from './drawList.js';

/** The color of an area without its pattern. */
export function colorOf(fill: Fill, palette: Palette): string {
  if ('color' in fill) return fill.color;
  if ('mix' in fill) return mixed(fill.mix.map(([ink, share]) => [palette[ink], share]));
  if ('hatch' in fill) return palette[fill.hatch];
  return palette['time' in fill ? fill.time : fill.ink];
}

/** The color between the points of a pattern that are drawn in the ink. @param thin share of the ink */
export function thinned(color: string, palette: Palette, thin: number): string {
  return mixed([
    [color, thin],
    [palette.ground, 1 - thin],
  ]);
}
