/** How the values of some rows are spread over locations: quartiles, mean and outliers. */
import { elementAt } from '../../base/elements.js';
import { quantiles } from '../../base/quantiles.js';
import { counted, quantity } from '../../base/text.js';
import type { Drawn } from '../drawing/drawList.js';
import { shortened } from '../drawing/fonts.js';
import { type Diagram, listSpots, MARGIN, type Spot, TEXT } from './diagram.js';

/** How a value is spread over ranks. */
export interface Spread {
  readonly least: number;
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly most: number;
  readonly mean: number;
  /** Positions of values farther than 1.5 times the distance of the quartiles from these (Tukey 1977). */
  readonly outliers: readonly number[];
}

/** @throws RangeError when there are no values */
export function spreadOf(values: Float64Array): Spread {
  const [least = 0, lower = 0, median = 0, upper = 0, most = 0] = quantiles(values.slice(), [0, 0.25, 0.5, 0.75, 1]);
  const reach = 1.5 * (upper - lower);
  const isFar = (value: number): boolean => value < lower - reach || value > upper + reach;
  return {
    ...{ least, lower, median, upper, most },
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    outliers: [...values.keys()].filter((at) => isFar(elementAt(values, at))),
  };
}

export interface BoxesData {
  readonly what: string;
  readonly unit: string;
  /** Of locations. */
  readonly names: readonly string[];
  /** With the values of all locations. */
  readonly rows: readonly { readonly title: string; readonly values: Float64Array }[];
}

/** A part of the picture: a row, and the location that has most of it. */
export interface BoxesDiagram extends Diagram {
  readonly worst: readonly { readonly row: number; readonly location: number }[];
}

const ROW = 22;

export function boxesPicture(
  { what, unit, names, rows }: BoxesData,
  { width }: { readonly width: number },
): BoxesDiagram {
  const told = rows.flatMap((one, row) => (one.values.length === 0 ? [] : [{ ...one, row, ...spreadOf(one.values) }]));
  const low = Math.min(0, ...told.map(({ least }) => least));
  const high = Math.max(0, ...told.map(({ most }) => most));
  const left = MARGIN + Math.min(180, width * 0.3);
  const right = width - MARGIN - 74;
  const x = (value: number): number => left + (high > low ? ((value - low) / (high - low)) * (right - left) : 0);
  const top = 26;
  const say = (value: number): string => quantity(value, unit);
  const nameOf = (at: number): string => names[at] ?? '';
  const spots = told.map((one, at): Spot => ({
    ...{ x: 0, y: top + at * ROW, width, height: ROW },
    text: `${one.title}: ${say(one.least)} to ${say(one.most)} on ${nameOf(one.values.indexOf(one.most))}, median ${say(one.median)}, mean ${say(one.mean)}${outlierText(one.outliers.map(nameOf))}`,
  }));
  const [widest] = told.toSorted((a, b) => b.most - b.least - (a.most - a.least));
  const sentence =
    widest === undefined
      ? 'There is nothing to be spread.'
      : `${what} over ${counted(names.length, 'location')}: ${widest.title} is spread most, from ${say(widest.least)} to ${say(widest.most)} on ${nameOf(widest.values.indexOf(widest.most))}, median ${say(widest.median)}.`;
  const small = { ink: 'quiet' as const, size: TEXT - 1 };
  return {
    ...{ width, height: top + told.length * ROW + 8, spots: listSpots(spots) },
    worst: told.map(({ row, values, most }) => ({ row, location: values.indexOf(most) })),
    title: `How ${what} is spread over locations`,
    description: `${sentence} Boxes reach from the first to the third quartile, lines to the farthest value within 1.5 of their distance; the dashed line is the mean, points are outliers.`,
    numbers: {
      heads: ['Row', 'Least', '1st quartile', 'Median', '3rd quartile', 'Most', 'Mean', 'Outliers'],
      lines: told.map(({ title, least, lower, median, upper, most, mean, outliers }) => [
        title,
        ...[least, lower, median, upper, most, mean].map(say),
        outliers.map(nameOf).slice(0, 16).join(', '),
      ]),
    },
    items: [
      { is: 'text', x: left, y: 14, text: say(low), ...small },
      { is: 'text', x: right, y: 14, text: say(high), ...small, anchor: 'end' },
      { is: 'text', x: width - MARGIN, y: 14, text: 'mean', ...small, anchor: 'end' },
      ...told.flatMap((one, at) => [
        ...drawnBox(one, { x, y: top + at * ROW }),
        {
          ...{ is: 'text', x: MARGIN, y: top + at * ROW + 15, ink: 'text', size: TEXT },
          text: shortened(one.title, TEXT, left - MARGIN - 8),
        } satisfies Drawn,
        {
          ...{ is: 'text', x: width - MARGIN, y: top + at * ROW + 15, ink: 'text', size: TEXT, anchor: 'end' },
          text: say(one.mean),
        } satisfies Drawn,
      ]),
    ],
  };
}

function drawnBox(
  { values, lower, median, upper, mean, outliers }: Spread & { readonly values: Float64Array },
  { x, y }: { readonly x: (value: number) => number; readonly y: number },
): Drawn[] {
  const far = new Set(outliers);
  let [from, to] = [lower, upper];
  for (const [at, value] of values.entries())
    if (!far.has(at)) [from, to] = [Math.min(from, value), Math.max(to, value)];
  const middle = y + ROW / 2;
  return [
    { is: 'line', points: [x(from), middle, x(to), middle], ink: 'text', thickness: 1 },
    {
      ...{ is: 'area', x: x(lower), y: y + 5, width: x(upper) - x(lower), height: ROW - 10 },
      fill: { ink: 'pointToPoint', opacity: 0.45 },
    },
    {
      ...{ is: 'edge', x: x(lower), y: y + 5, width: Math.max(1, x(upper) - x(lower)), height: ROW - 10 },
      ...{ ink: 'text', thickness: 1 },
    },
    { is: 'line', points: [x(median), y + 3, x(median), y + ROW - 3], ink: 'text', thickness: 3 },
    { is: 'line', points: [x(mean), y + 2, x(mean), y + ROW - 2], ink: 'text', thickness: 1, dash: [2, 2] },
    ...outliers.map((at): Drawn => ({
      ...{ is: 'area', x: x(elementAt(values, at)) - 2.5, y: middle - 2.5, width: 5, height: 5, radius: 2.5 },
      fill: { ink: 'text' },
    })),
  ];
}

function outlierText(names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > 4 ? ` and ${names.length - 4} more` : '';
  return `; outliers: ${names.slice(0, 4).join(', ')}${more}`;
}
