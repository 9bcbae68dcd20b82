/** Details below the bar of an expanded row: calls by depth, and counter values. */
import { absent, elementAt } from '../../base/elements.js';
import { grouped } from '../../base/text.js';
import type { BarInk } from '../colors/inks.js';
import type { Drawn } from '../drawing/drawList.js';
import { shortened } from '../drawing/fonts.js';
import { type Frame, xOf, yOf } from './frame.js';
import type { GivenCalls } from './instances.js';

const LEVEL = 14;
const COUNTER = 30;
const SIZE = 10;
/** Levels that are shown at most: what lies deeper is in the level above it. */
export const MOST_LEVELS = 24;

/** Contents below a bar. */
export interface Below {
  readonly levels: number;
  readonly counters: number;
}

export const heightBelow = ({ levels, counters }: Below): number => 4 + levels * LEVEL + counters * COUNTER;

/** Appearance of calls: their names and inks. */
export interface CallLook {
  nameOf(node: number): string;
  inkOf(node: number): BarInk;
}

/** Returns the calls of a row, one level below the other. Calls narrower than a pixel are drawn with their density. */
export function levelBars(frame: Frame, row: number, calls: GivenCalls, look: CallLook): Drawn[] {
  const top = yOf(frame, row) + frame.rowHeight + 3;
  const right = frame.left + frame.width;
  const drawn: Drawn[] = [];
  const texts: Drawn[] = [];
  const thin = new Map<string, { ink: BarInk; x: number; y: number; cover: number }>();
  for (let at = 0; at < calls.row.length; at++) {
    const depth = elementAt(calls.depth, at);
    if (elementAt(calls.row, at) !== row || depth >= MOST_LEVELS) continue;
    const x = Math.max(frame.left, xOf(frame, elementAt(calls.from, at)));
    const end = Math.min(right, xOf(frame, elementAt(calls.to, at)));
    if (!(end > x)) continue;
    const node = elementAt(calls.node, at);
    const [ink, y] = [look.inkOf(node), top + depth * LEVEL];
    if (end - x < 1) {
      const key = `${ink} ${depth} ${Math.floor(x)}`;
      const known = thin.get(key);
      if (known === undefined) thin.set(key, { ink, x: Math.floor(x), y, cover: end - x });
      else known.cover += end - x;
      continue;
    }
    drawn.push({
      is: 'area',
      x,
      y,
      width: end - x > 3 ? end - x - 0.5 : end - x,
      height: LEVEL - 1,
      fill: { time: ink },
    });
    const text = shortened(look.nameOf(node), SIZE, end - x - 8);
    if (text !== '') texts.push(label(text, (x + end) / 2, y + LEVEL - 4));
  }
  for (const { ink, x, y, cover } of thin.values())
    drawn.push({ is: 'area', x, y, width: 1, height: LEVEL - 1, fill: { ink, opacity: Math.min(1, cover) } });
  return [...drawn, ...texts];
}

const label = (text: string, x: number, y: number): Drawn => ({
  ...{ is: 'text', x, y, text, ink: 'text', size: SIZE, anchor: 'middle', rim: 2 },
});

/** Returns the text shown instead of calls that are not shown. */
export function levelNote(frame: Frame, row: number, text: string): Drawn {
  const y = yOf(frame, row) + frame.rowHeight + LEVEL - 1;
  const short = shortened(text, SIZE, frame.width - 8);
  return { is: 'text', x: frame.left + 4, y, text: short, ink: 'quiet', size: SIZE };
}

/** Counter rates of a location per second, in columns. */
export interface GivenCounters {
  readonly counter: Uint32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly mean: Float64Array;
}

/** A lane a counter: from the least to the largest as an area, the mean as a line, the largest of the window as the scale. */
export function counterLanes(
  frame: Frame,
  row: number,
  levels: number,
  values: GivenCounters,
  names: readonly { readonly name: string; readonly unit: string }[],
): Drawn[] {
  const top = yOf(frame, row) + frame.rowHeight + 4 + levels * LEVEL;
  const right = frame.left + frame.width;
  const numbers = [...new Set(values.counter)].sort((a, b) => a - b);
  return numbers.flatMap((number, lane): Drawn[] => {
    const { from, to } = frame.window;
    const own = Array.from(values.counter.keys()).filter(
      (at) => values.counter[at] === number && elementAt(values.from, at) < to && elementAt(values.to, at) > from,
    );
    const highest = own.reduce((most, at) => Math.max(most, elementAt(values.most, at)), 0);
    const [low, height] = [top + (lane + 1) * COUNTER - 4, COUNTER - 6];
    const y = (value: number): number => low - (highest > 0 ? value / highest : 0) * height;
    const areas: Drawn[] = [];
    const line: number[] = [];
    for (const at of own) {
      const x = Math.max(frame.left, xOf(frame, elementAt(values.from, at)));
      const end = Math.min(right, xOf(frame, elementAt(values.to, at)));
      if (!(end > x)) continue;
      const [upper, lower] = [y(elementAt(values.most, at)), y(elementAt(values.least, at))];
      areas.push({
        is: 'area',
        ...{ x, y: upper, width: Math.max(0.5, end - x), height: Math.max(0.5, lower - upper) },
        fill: { ink: 'pointToPoint', opacity: 0.3 },
      });
      line.push(x, y(elementAt(values.mean, at)), end, y(elementAt(values.mean, at)));
    }
    const { name, unit } = names[number] ?? absent(number);
    const most = `${grouped(Math.round(highest))} ${unit === '#' ? '' : unit}/s`.replace(' /', '/');
    return [
      { is: 'line', points: [frame.left, low, right, low], ink: 'rule', thickness: 1 },
      ...areas,
      { is: 'line', points: line, ink: 'pointToPoint', thickness: 1.5 },
      {
        is: 'text',
        ...{ x: frame.left + 4, y: low - height + SIZE, text: `${name}, up to ${most}` },
        ...{ ink: 'text', size: SIZE, rim: 2 },
      },
    ];
  });
}
