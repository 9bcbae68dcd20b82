/** A table of values as a grid of colors, with the names of rows and columns and what the colors mean. */
import { quantity } from '../../base/text.js';
import type { SeverityScale } from '../colors/severity.js';
import { severityFill } from '../colors/severity.js';
import type { Drawn, Rectangle } from '../drawing/drawList.js';
import { shortened, widthOfText } from '../drawing/fonts.js';
import { gridSpots, MARGIN, type Spots, TEXT } from './diagram.js';

export interface Heat {
  readonly rows: number;
  readonly columns: number;
  /** Row by row; NaN where there is nothing. */
  readonly value: Float64Array;
  readonly unit: string;
  readonly rowNames: readonly string[];
  readonly columnNames: readonly string[];
  /** Titles above the names of rows, and above those of columns. */
  readonly rowTitle: string;
  readonly columnTitle: string;
  readonly textOf: (row: number, column: number) => string;
}

export interface HeatPlace {
  /** Of its top, CSS pixels. */
  readonly y: number;
  readonly width: number;
  readonly scale: SeverityScale;
  /** Cells that are as high as they are wide. */
  readonly isSquare: boolean;
}

export interface DrawnHeat {
  readonly items: readonly Drawn[];
  readonly spots: Spots;
  /** Of its bottom. */
  readonly bottom: number;
}

/** Number of distinguished colors: neighbors of the same are drawn as one. */
const STEPS = 48;
const LARGEST = 34;
/** Maximum total height of rows, unless they reach their minimum height. */
const HEIGHT = 420;

export function heatOf(heat: Heat, { y, width, scale, isSquare }: HeatPlace): DrawnHeat {
  const { rows, columns, rowNames, columnNames } = heat;
  const widest = [...rowNames, heat.rowTitle].reduce((most, name) => Math.max(most, widthOfText(name, TEXT)), 20);
  const left = MARGIN + Math.min(widest, width / 4) + 6;
  const top = y + 34;
  const across = Math.min(isSquare ? LARGEST : Infinity, (width - left - MARGIN) / Math.max(1, columns));
  const high = isSquare ? across : Math.min(22, Math.max(2, HEIGHT / Math.max(1, rows)));
  const grid = { x: left, y: top, width: across * columns, height: high * rows, rows, columns };
  const most = largestOf(heat.value);
  const names = { size: TEXT - 1, ink: 'quiet' as const };
  const items: Drawn[] = [
    { is: 'text', x: MARGIN, y: y + 12, text: heat.rowTitle, ...names },
    { is: 'text', x: left, y: y + 12, text: shortened(heat.columnTitle, TEXT - 1, width - left - MARGIN), ...names },
    ...cellsOf(heat, grid, most, scale),
    { is: 'edge', ...grid, ink: 'rule', thickness: 1 },
    ...every(rows, high, 13).map((row): Drawn => ({
      ...{ is: 'text', x: left - 5, y: top + (row + 0.5) * high + 4, ink: 'text', size: TEXT, anchor: 'end' },
      text: shortened(rowNames[row] ?? '', TEXT, left - MARGIN - 4),
    })),
    ...namesAbove(columnNames, across).map((column): Drawn => ({
      ...{ is: 'text', x: left + (column + 0.5) * across, y: top - 5, ink: 'text', size: TEXT - 1, anchor: 'middle' },
      text: columnNames[column] ?? '',
    })),
    ...scaleOf(scale, { x: left, y: top + grid.height + 12, width: Math.min(220, width - left - MARGIN), height: 10 }),
    ...scaleEnds(left, top + grid.height + 36, Math.min(220, width - left - MARGIN), quantity(most, heat.unit)),
  ];
  return {
    items,
    spots: gridSpots(grid, (index) => heat.textOf(Math.floor(index / columns), index % columns)),
    bottom: top + grid.height + 42,
  };
}

export function largestOf(values: Float64Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

/** How a value is filled, as a share of the largest one. */
export const heatFill = (value: number, most: number, scale: SeverityScale) =>
  severityFill(heatShare(value, most), scale);

const heatShare = (value: number, most: number): number => (most > 0 ? Math.ceil((value / most) * STEPS) / STEPS : 0);

/** Cells of a row with the same color are one area. */
function cellsOf(
  { value, rows, columns }: Heat,
  { x, y, width, height }: Rectangle,
  most: number,
  scale: SeverityScale,
): Drawn[] {
  const drawn: Drawn[] = [];
  const [across, high] = [width / Math.max(1, columns), height / Math.max(1, rows)];
  // Cells that are large enough have gaps.
  const gap = Math.min(across, high) >= 10 ? 1 : 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns;) {
      const own = value[row * columns + column] ?? Number.NaN;
      let end = column + 1;
      if (!Number.isNaN(own)) {
        const share = heatShare(own, most);
        while (gap === 0 && end < columns) {
          const next = value[row * columns + end] ?? Number.NaN;
          if (Number.isNaN(next) || heatShare(next, most) !== share) break;
          end++;
        }
        drawn.push({
          ...{ is: 'area', x: x + column * across, y: y + row * high, fill: severityFill(share, scale) },
          ...{ width: (end - column) * across - gap, height: high - gap },
        });
      }
      column = end;
    }
  return drawn;
}

/** Rows whose names have room. */
function every(count: number, height: number, room: number): number[] {
  const step = Math.max(1, Math.ceil(room / height));
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
}

function namesAbove(names: readonly string[], width: number): number[] {
  const widest = names.reduce((most, name) => Math.max(most, widthOfText(name, TEXT - 1)), 1);
  return every(names.length, width, widest + 4);
}

function scaleOf(scale: SeverityScale, { x, y, width, height }: Rectangle): Drawn[] {
  const steps = 32;
  const areas = Array.from({ length: steps }, (_, at): Drawn => ({
    ...{ is: 'area', x: x + (at / steps) * width, y, width: width / steps, height },
    fill: severityFill((at + 0.5) / steps, scale),
  }));
  return [...areas, { is: 'edge', x, y, width, height, ink: 'rule', thickness: 1 }];
}

function scaleEnds(x: number, y: number, width: number, most: string): Drawn[] {
  return [
    { is: 'text', x, y, text: '0', ink: 'quiet', size: TEXT - 1 },
    { is: 'text', x: x + width, y, text: most, ink: 'quiet', size: TEXT - 1, anchor: 'end' },
  ];
}
