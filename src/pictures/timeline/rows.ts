/** The bars of a timeline: each column of pixels once, from its shares. */
import type { Drawn, Rectangle } from '../drawing/drawList.js';
import { type Columns, endOfRun, type Layer, layersOf } from './columns.js';
import { LOWEST_STACKED } from './frame.js';

/** Returns the bars of one row of columns; columns are as wide as the space allows. */
export function rowBars(columns: Columns, row: number, { x, y, width, height }: Rectangle): Drawn[] {
  const step = width / columns.columns;
  const drawn: Drawn[] = [];
  for (let column = 0; column < columns.columns;) {
    const end = endOfRun(columns, row, column);
    const layers = layersOf(columns, row, column);
    const box = { x: x + column * step, y, width: (end - column) * step, height };
    if (height >= LOWEST_STACKED) drawn.push(...stacked(layers, box));
    else drawn.push(...mixed(layers, box));
    column = end;
  }
  return sorted(drawn);
}

function stacked(layers: readonly Layer[], { x, y, width, height }: Rectangle): Drawn[] {
  return layers.map(({ ink, from, to }) => ({
    is: 'area',
    ...{ x, y: y + (1 - to) * height, width, height: (to - from) * height },
    fill: { time: ink },
  }));
}

/** Too low to be divided: the light of the shares as one, thinned where the location did not run all of the time. */
function mixed(layers: readonly Layer[], box: Rectangle): Drawn[] {
  const all = layers.at(-1)?.to ?? 0;
  if (all === 0) return [];
  const shares = layers.map(({ ink, from, to }) => [ink, to - from] as const);
  return [{ is: 'area', ...box, fill: { mix: [...shares, ['ground', 1 - all]] } }];
}

/** Groups areas of one ink, so that a pen can draw them at once; none overlap. */
function sorted(drawn: readonly Drawn[]): Drawn[] {
  const inkOf = (item: Drawn): string => (item.is === 'area' && 'time' in item.fill ? item.fill.time : '');
  return drawn.toSorted((a, b) => (inkOf(a) < inkOf(b) ? -1 : inkOf(a) > inkOf(b) ? 1 : 0));
}
