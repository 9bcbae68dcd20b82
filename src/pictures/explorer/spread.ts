/** Box plots: quartiles, mean and outliers of values over locations, or over the visits of a call path. */
import { counted, quantity } from '../../base/text.js';
import type { Spread } from '../../base/spread.js';
import type { Drawn } from '../drawing/drawList.js';
import { shortened } from '../drawing/fonts.js';
import { type Diagram, listSpots, MARGIN, type Spot, TEXT } from './diagram.js';

export interface BoxRow extends Omit<Spread, 'outliers'> {
  readonly title: string;
  /** Location of the largest value, such as `MPI Rank 3`; empty if the title contains it. */
  readonly worst: string;
  readonly outliers: readonly { readonly value: number; readonly name: string }[];
  /** Of all, also those that are not drawn. */
  readonly outlierCount: number;
}

export interface BoxesData {
  /** Subject of the values, such as `Late Sender` or `time of visits of solve`. */
  readonly what: string;
  readonly unit: string;
  /** Set of the values, such as `4 locations`. */
  readonly over: string;
  readonly rows: readonly BoxRow[];
  /** Rows with smaller values, which are not drawn. */
  readonly omitted?: number;
}

const ROW = 22;

/** A part of the picture is a row. */
export function boxesPicture(data: BoxesData, { width }: { readonly width: number }): Diagram {
  const { what, unit, over, rows } = data;
  const low = Math.min(0, ...rows.map(({ least }) => least));
  const high = Math.max(0, ...rows.map(({ most }) => most));
  const left = MARGIN + Math.min(180, width * 0.3);
  const right = width - MARGIN - 74;
  const x = (value: number): number => left + (high > low ? ((value - low) / (high - low)) * (right - left) : 0);
  const top = 26;
  const text = (value: number): string => quantity(value, unit);
  const spots = rows.map((row, at): Spot => ({
    ...{ x: 0, y: top + at * ROW, width, height: ROW },
    text: `${row.title}: ${rangeText(row, text)}, mean ${text(row.mean)}${outlierText(row, text)}`,
  }));
  const small = { ink: 'quiet' as const, size: TEXT - 1 };
  return {
    ...{ width, height: top + rows.length * ROW + 8, spots: listSpots(spots) },
    title: `${what}: distribution over ${over}`,
    description: sentenceOf(data, text),
    numbers: {
      heads: ['Row', 'Least', '1st quartile', 'Median', '3rd quartile', 'Most', 'Mean', 'Outliers'],
      lines: rows.map((row) => [
        row.title,
        ...[row.least, row.lower, row.median, row.upper, row.most, row.mean].map(text),
        row.outliers
          .slice(0, 16)
          .map(({ name, value }) => (name === '' ? text(value) : name))
          .join(', '),
      ]),
    },
    items: [
      { is: 'text', x: left, y: 14, text: text(low), ...small },
      { is: 'text', x: right, y: 14, text: text(high), ...small, anchor: 'end' },
      { is: 'text', x: width - MARGIN, y: 14, text: 'mean', ...small, anchor: 'end' },
      ...rows.flatMap((row, at) => [
        ...drawnBox(row, { x, y: top + at * ROW }),
        {
          ...{ is: 'text', x: MARGIN, y: top + at * ROW + 15, ink: 'text', size: TEXT },
          text: shortened(row.title, TEXT, left - MARGIN - 8),
        } satisfies Drawn,
        {
          ...{ is: 'text', x: width - MARGIN, y: top + at * ROW + 15, ink: 'text', size: TEXT, anchor: 'end' },
          text: text(row.mean),
        } satisfies Drawn,
      ]),
    ],
  };
}

/** `1.00 s to 3.00 s on MPI Rank 3, median 2.00 s`. */
function rangeText({ least, most, median, worst }: BoxRow, text: (value: number) => string): string {
  return `${text(least)} to ${text(most)}${worst === '' ? '' : ` on ${worst}`}, median ${text(median)}`;
}

function sentenceOf({ what, over, rows, omitted = 0 }: BoxesData, text: (value: number) => string): string {
  const [widest] = rows.toSorted((a, b) => b.most - b.least - (a.most - a.least));
  if (widest === undefined) return `No values of ${what}.`;
  const left =
    omitted === 0 ? '' : ` The ${rows.length} rows with the largest values of ${rows.length + omitted} are drawn.`;
  return `${what} over ${over}. Widest range: ${widest.title}, ${rangeText(widest, text)}.${left} Boxes: first to third quartile. Lines: farthest values within 1.5 times the interquartile range. Thick line: median. Dashed line: mean. Points: outliers.`;
}

function drawnBox(
  { lower, median, upper, mean, from, to, outliers }: BoxRow,
  { x, y }: { readonly x: (value: number) => number; readonly y: number },
): Drawn[] {
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
    ...outliers.map(({ value }): Drawn => ({
      ...{ is: 'area', x: x(value) - 2.5, y: middle - 2.5, width: 5, height: 5, radius: 2.5 },
      fill: { ink: 'text' },
    })),
  ];
}

function outlierText({ outliers, outlierCount }: BoxRow, text: (value: number) => string): string {
  const names = outliers.slice(0, 4).map(({ name, value }) => (name === '' ? text(value) : name));
  if (names.length === 0) return '';
  const more = outlierCount > names.length ? ` and ${counted(outlierCount - names.length, 'other', 'others')}` : '';
  return `; outliers: ${names.join(', ')}${more}`;
}
