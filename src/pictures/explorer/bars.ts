/** A value of each location as a bar, stacked of the functions that have most of it. */
import { elementAt } from '../../base/elements.js';
import { counted, quantity } from '../../base/text.js';
import type { Ink } from '../colors/inks.js';
import type { Drawn } from '../drawing/drawList.js';
import { shortened, widthOfText } from '../drawing/fonts.js';
import { type Diagram, listSpots, MARGIN, type Spot, TEXT } from './diagram.js';

export interface BarsData {
  readonly what: string;
  readonly unit: string;
  /** Of locations. */
  readonly names: readonly string[];
  readonly whole: Float64Array;
  /** Which of them are uncertain. */
  readonly uncertain?: ReadonlySet<number>;
  /** Largest parts; the rest belongs to others. */
  readonly parts: readonly { readonly title: string; readonly values: Float64Array }[];
}

/** Bars of a picture at most: those of the largest values. */
const MOST_BARS = 128;
const ROW = 20;

/** Functions are distinguished by color and by an edge between them; the legend above lists them, left to right. */
const INKS: readonly Ink[] = ['pointToPoint', 'openmp', 'collective', 'device', 'waiting', 'computation'];

/** A part of the picture is a location, in the order of `order`. */
export interface BarsDiagram extends Diagram {
  readonly order: readonly number[];
}

/** A part of each bar. */
interface Part {
  readonly title: string;
  readonly of: (at: number) => number;
  readonly ink: Ink;
}

/** The parts of bars, what is left last; none where bars are not divided. */
function stackOf({ parts, whole }: BarsData): Part[] {
  const rest = (at: number): number =>
    elementAt(whole, at) - parts.reduce((sum, { values }) => sum + elementAt(values, at), 0);
  return [
    ...parts.map(({ title, values }, index) => ({
      title,
      of: (at: number) => elementAt(values, at),
      ink: INKS[index % INKS.length] ?? 'other',
    })),
    ...(parts.length === 0 ? [] : [{ title: 'other functions', of: rest, ink: 'other' as const }]),
  ];
}

/** Position of bars, in pixels: `room` is the length of the largest value. */
interface BarRoom {
  readonly left: number;
  readonly room: number;
  readonly width: number;
  readonly largest: number;
}

/** One bar, with its name and value. @param y its upper edge */
function drawnBar(
  { unit, names, whole, uncertain }: BarsData,
  all: readonly Part[],
  { left, room, width, largest }: BarRoom,
  at: number,
  y: number,
): Drawn[] {
  let x = left;
  const bar = all.flatMap(({ of, ink }): Drawn[] => {
    const wide = largest > 0 ? (Math.max(0, of(at)) / largest) * room : 0;
    const from = x;
    x += wide;
    if (wide < 0.05) return [];
    const area: Drawn = { is: 'area', x: from, y: y + 3, width: wide, height: ROW - 6, fill: fillOf(ink) };
    const edge: Drawn = { is: 'line', points: [x, y + 3, x, y + ROW - 3], ink: 'ground', thickness: 1 };
    return [area, edge];
  });
  const name: Drawn = {
    ...{ is: 'text', x: MARGIN, y: y + 14, ink: 'text', size: TEXT },
    text: shortened(names[at] ?? '', TEXT, left - MARGIN - 6),
  };
  const text = quantity(elementAt(whole, at), unit);
  const value: Drawn = {
    ...{ is: 'text', x: width - MARGIN, y: y + 14, text, ink: 'text', size: TEXT },
    anchor: 'end',
  };
  const hatch: Drawn[] =
    uncertain?.has(at) === true
      ? [{ is: 'area', x: left, y: y + 3, width: x - left, height: ROW - 6, fill: { hatch: 'text' } }]
      : [];
  return [...bar, ...hatch, name, value];
}

/** @param worst the location with most @param omitted how many locations are not shown */
function sentenceOf({ what, unit, names, whole }: BarsData, worst: number | undefined, omitted: number): string {
  if (worst === undefined) return 'There are no locations.';
  const mean = whole.reduce((total, value) => total + value, 0) / names.length;
  return `${what}: most on ${names[worst] ?? ''}, ${quantity(elementAt(whole, worst), unit)}; ${quantity(mean, unit)} on average of ${counted(names.length, 'location')}${omitted > 0 ? `, of which the ${MOST_BARS} with most are shown` : ''}.`;
}

export function barsPicture(data: BarsData, { width }: { readonly width: number }): BarsDiagram {
  const { what, unit, names, whole, uncertain } = data;
  const sorted = [...names.keys()].sort((a, b) => elementAt(whole, b) - elementAt(whole, a) || a - b);
  const shown = new Set(sorted.slice(0, MOST_BARS));
  const order = [...names.keys()].filter((at) => shown.has(at));
  const largest = Math.max(0, ...order.map((at) => elementAt(whole, at)));
  const say = (value: number): string => quantity(value, unit);
  const stack = stackOf(data);
  const all =
    stack.length === 0 ? [{ title: what, of: (at: number) => elementAt(whole, at), ink: INKS[0] ?? 'other' }] : stack;
  const key = keyOf(all, width);
  const left = MARGIN + Math.min(150, width * 0.28);
  const room = { left, room: width - MARGIN - 74 - left, width, largest };
  const top = key.bottom + 6;
  const spots = order.map((at, row): Spot => ({
    ...{ x: 0, y: top + row * ROW, width, height: ROW },
    text: `${names[at] ?? ''}: ${say(elementAt(whole, at))}${stack
      .filter(({ of }) => of(at) > 0)
      .map(({ title, of }) => `, ${title} ${say(of(at))}`)
      .join('')}${uncertain?.has(at) === true ? ', uncertain' : ''}`,
  }));
  return {
    ...{ width, height: top + order.length * ROW + 8, spots: listSpots(spots), order },
    title: `${what} by location`,
    description: sentenceOf(data, sorted[0], names.length - order.length),
    numbers: {
      heads: ['Location', 'All', ...stack.map(({ title }) => title)],
      lines: order.map((at) => [names[at] ?? '', say(elementAt(whole, at)), ...stack.map(({ of }) => say(of(at)))]),
    },
    items: [...key.items, ...order.flatMap((at, row) => drawnBar(data, all, room, at, top + row * ROW))],
  };
}

const fillOf = (ink: Ink) => (ink === 'waiting' || ink === 'other' ? { time: ink } : { ink });

function keyOf(
  stack: readonly { readonly title: string; readonly ink: Ink }[],
  width: number,
): { readonly items: readonly Drawn[]; readonly bottom: number } {
  if (stack.length < 2) return { items: [], bottom: 0 };
  const items: Drawn[] = [];
  let [x, y] = [MARGIN, 4];
  for (const { title, ink } of stack) {
    const text = shortened(title, TEXT, width - 2 * MARGIN - 20);
    const wide = 16 + widthOfText(text, TEXT) + 14;
    if (x > MARGIN && x + wide > width - MARGIN) [x, y] = [MARGIN, y + 18];
    items.push({ is: 'area', x, y, width: 10, height: 10, fill: fillOf(ink) });
    items.push({ is: 'text', x: x + 15, y: y + 10, text, ink: 'text', size: TEXT });
    x += wide;
  }
  return { items, bottom: y + 16 };
}
