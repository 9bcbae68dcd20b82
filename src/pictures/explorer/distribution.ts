/** Distribution over locations: a histogram, and two metrics of locations side by side. */
import { elementAt } from '../../base/elements.js';
import { counted, quantity } from '../../base/text.js';
import type { Drawn } from '../drawing/drawList.js';
import { shortened, widthOfText } from '../drawing/fonts.js';
import { type Diagram, listSpots, MARGIN, type Spot, TEXT } from './diagram.js';
import { shortNames } from './names.js';

const TOP = 30;
const HEIGHT = 220;
const LEFT = 66;
const BOTTOM = 40;

export interface HistogramData {
  readonly what: string;
  readonly unit: string;
  /** Of locations. */
  readonly names: readonly string[];
  readonly values: Float64Array;
}

/** Locations of each bar. */
export interface HistogramDiagram extends Diagram {
  readonly bins: readonly (readonly number[])[];
}

/** Returns equal bars from the smallest to the largest value, in the number of Sturges (1926): log2 n + 1. */
export function histogramPicture(
  { what, unit, names, values }: HistogramData,
  { width }: { readonly width: number },
): HistogramDiagram {
  const least = values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const count = most > least ? Math.ceil(Math.log2(values.length)) + 1 : 1;
  const bins = Array.from({ length: values.length === 0 ? 0 : count }, (): number[] => []);
  for (const [at, value] of values.entries())
    bins[Math.min(count - 1, most > least ? Math.floor(((value - least) / (most - least)) * count) : 0)]?.push(at);
  const highest = Math.max(1, ...bins.map(({ length }) => length));
  const room = width - LEFT - MARGIN;
  const [top, wide] = [TOP, room / Math.max(1, bins.length)];
  const edge = (bin: number): string => quantity(least + (bin / count) * (most - least), unit);
  const rangeOf = (bin: number): string => (most > least ? `${edge(bin)} to ${edge(bin + 1)}` : edge(0));
  const spots = bins.map((bin, at): Spot => ({
    ...{ x: LEFT + at * wide, y: top, width: wide, height: HEIGHT },
    text: `${rangeOf(at)}: ${counted(bin.length, 'location')}${bin.length === 0 ? '' : `, ${namesText(bin.map((each) => names[each] ?? ''))}`}`,
  }));
  const fullest = bins.findIndex(({ length }) => length === highest);
  return {
    ...{ width, height: top + HEIGHT + BOTTOM, spots: listSpots(spots), bins },
    title: `Histogram of ${what} over locations`,
    description:
      values.length === 0
        ? 'There are no locations.'
        : `${what} on ${counted(values.length, 'location')}. Most common range: ${rangeOf(fullest)}, on ${highest}.`,
    numbers: {
      heads: ['From', 'Locations', 'Which'],
      lines: bins.map((bin, at) => [rangeOf(at), String(bin.length), namesText(bin.map((each) => names[each] ?? ''))]),
    },
    items: [
      ...frame(width, top, ['0', String(highest)], 'locations'),
      ...bins.flatMap((bin, at) => barOf(bin.length, highest, { x: LEFT + at * wide, top, width: wide })),
      ...(values.length === 0 ? [] : below(width, top, [edge(0), edge(count)], what)),
    ],
  };
}

/** Returns a bar with its number above it, if it fits. */
function barOf(
  count: number,
  highest: number,
  { x, top, width }: { readonly x: number; readonly top: number; readonly width: number },
): Drawn[] {
  const high = (count / highest) * HEIGHT;
  const y = top + HEIGHT - high;
  const text = String(count);
  return [
    { is: 'area', x: x + 1, y, width: Math.max(1, width - 2), height: high, fill: { ink: 'pointToPoint' } },
    ...(count === 0 || widthOfText(text, TEXT - 1) > width
      ? []
      : [
          {
            ...{ is: 'text', x: x + width / 2, y: y - 4, text, ink: 'text', size: TEXT - 1 },
            anchor: 'middle',
          } satisfies Drawn,
        ]),
  ];
}

export interface ScatterData {
  /** Of locations. */
  readonly names: readonly string[];
  readonly across: { readonly what: string; readonly unit: string; readonly values: Float64Array };
  readonly up: { readonly what: string; readonly unit: string; readonly values: Float64Array };
}

export function scatterPicture({ names, across, up }: ScatterData, { width }: { readonly width: number }): Diagram {
  const room = width - LEFT - MARGIN;
  const top = TOP;
  const [x, y] = [scaled(across.values), scaled(up.values)];
  const spots = names.map((name, at): Spot => ({
    ...{ x: LEFT + x.at(at) * room - 4, y: top + (1 - y.at(at)) * HEIGHT - 4, width: 8, height: 8 },
    text: `${name}: ${quantity(elementAt(across.values, at), across.unit)} of ${across.what}, ${quantity(elementAt(up.values, at), up.unit)} of ${up.what}`,
  }));
  const r = correlation(across.values, up.values);
  const how =
    r === undefined
      ? 'r is not defined, since one of them is the same everywhere'
      : `r = ${r.toFixed(2).replace('-', '−')}`;
  return {
    ...{ width, height: top + HEIGHT + BOTTOM, spots: listSpots(spots) },
    title: `${up.what} against ${across.what}`,
    description: `${across.what} (across) and ${up.what} (up) of ${counted(names.length, 'location')}: ${how}.`,
    numbers: {
      heads: ['Location', across.what, up.what],
      lines: names.map((name, at) => [
        name,
        quantity(elementAt(across.values, at), across.unit),
        quantity(elementAt(up.values, at), up.unit),
      ]),
    },
    items: [
      ...frame(width, top, [quantity(y.least, up.unit), quantity(y.most, up.unit)], up.what),
      ...spots.map((spot): Drawn => ({
        ...{ is: 'area', x: spot.x + 1, y: spot.y + 1, width: 6, height: 6, radius: 3 },
        fill: { ink: 'pointToPoint', opacity: 0.75 },
      })),
      ...pointNames(names, spots, width),
      ...below(width, top, [quantity(x.least, across.unit), quantity(x.most, across.unit)], across.what),
    ],
  };
}

/** Pearson's correlation; undefined where one of both does not vary. */
export function correlation(a: Float64Array, b: Float64Array): number | undefined {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, ofA, ofB] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const [da, db] = [value - meanA, elementAt(b, at) - meanB];
    both += da * db;
    ofA += da * da;
    ofB += db * db;
  }
  // Reports whether values are constant: rounding differences of equal values are no variation.
  const isFlat = (squares: number, middle: number): boolean => squares <= a.length * (1e-12 * Math.abs(middle)) ** 2;
  return isFlat(ofA, meanA) || isFlat(ofB, meanB) ? undefined : both / Math.sqrt(ofA * ofB);
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Points of more locations have no names. */
const MOST_NAMED = 64;

/** Returns names next to their points, as long as they do not overlap. */
function pointNames(names: readonly string[], spots: readonly Spot[], width: number): Drawn[] {
  if (names.length > MOST_NAMED) return [];
  const placed: { readonly x: number; readonly y: number; readonly width: number }[] = [];
  return shortNames(names).flatMap((text, at): Drawn[] => {
    const spot = spots[at];
    if (spot === undefined) return [];
    const wide = widthOfText(text, TEXT - 1);
    const isRight = spot.x + 12 + wide < width;
    const box = { x: isRight ? spot.x + 12 : spot.x - 4 - wide, y: spot.y + 8, width: wide };
    if (placed.some(({ x, y, width: other }) => Math.abs(y - box.y) < 13 && x < box.x + wide && box.x < x + other))
      return [];
    placed.push(box);
    const anchor = isRight ? ({} as const) : ({ anchor: 'end' } as const);
    return [
      {
        ...{ is: 'text', x: isRight ? box.x : box.x + wide, y: box.y, text, ink: 'text', size: TEXT - 1, ...anchor },
      },
    ];
  });
}

/** Values that differ by less than this share of the largest differ by rounding: they are drawn from 0 on. */
const LEAST_SPREAD = 1e-9;

/** From the least to the largest value. */
function scaled(values: Float64Array): {
  readonly least: number;
  readonly most: number;
  readonly at: (index: number) => number;
} {
  const [first = 0] = values;
  const own = values.reduce((a, b) => Math.min(a, b), first);
  const largest = values.reduce((a, b) => Math.max(a, b), first);
  const isFlat = largest - own <= LEAST_SPREAD * Math.max(Math.abs(own), Math.abs(largest));
  const [least, most] = isFlat ? [Math.min(0, own), Math.max(0, largest)] : [own, largest];
  return { least, most, at: (index) => (most > least ? (elementAt(values, index) - least) / (most - least) : 0) };
}

function frame(width: number, top: number, [least, most]: readonly [string, string], what: string): Drawn[] {
  const text = { ink: 'quiet' as const, size: TEXT - 1, anchor: 'end' as const };
  return [
    { is: 'line', points: [LEFT, top, LEFT, top + HEIGHT, width - MARGIN, top + HEIGHT], ink: 'quiet', thickness: 1 },
    { is: 'text', x: LEFT - 5, y: top + HEIGHT, text: least, ...text },
    { is: 'text', x: LEFT - 5, y: top + 8, text: most, ...text },
    { is: 'text', x: MARGIN, y: 12, text: shortened(what, TEXT, width - 2 * MARGIN), ink: 'quiet', size: TEXT - 1 },
  ];
}

function below(width: number, top: number, [least, most]: readonly [string, string], what: string): Drawn[] {
  const text = { ink: 'quiet' as const, size: TEXT - 1 };
  const room = width - LEFT - MARGIN;
  return [
    { is: 'text', x: LEFT, y: top + HEIGHT + 14, text: least, ...text },
    { is: 'text', x: width - MARGIN, y: top + HEIGHT + 14, text: most, ...text, anchor: 'end' },
    {
      ...{ is: 'text', x: LEFT + room / 2, y: top + HEIGHT + 30, text: shortened(what, TEXT, room), ...text },
      anchor: 'middle',
    },
  ];
}

function namesText(names: readonly string[]): string {
  return names.length > 8 ? `${names.slice(0, 8).join(', ')} and ${names.length - 8} more` : names.join(', ');
}
