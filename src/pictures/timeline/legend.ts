/** Legend of a timeline's colors and lines: only those that are in it. */
import { type BarInk, partInks, timeNames } from '../colors/inks.js';
import type { Drawn } from '../drawing/drawList.js';
import { widthOfText } from '../drawing/fonts.js';
import { type Columns, endOfRun, layersOf } from './columns.js';

const ORDER: readonly BarInk[] = [...partInks, 'waiting'];

/** Display names of the inks of bars: those of functions and of lateness depend on the picture. */
export type InkNames = Readonly<Partial<Record<BarInk, string>>>;

/** The inks that columns have. */
export function inksIn(columns: Columns): BarInk[] {
  const found = new Set<BarInk>();
  for (let row = 0; row < columns.rows; row++)
    for (let column = 0; column < columns.columns && found.size < ORDER.length;) {
      for (const { ink } of layersOf(columns, row, column)) found.add(ink);
      column = endOfRun(columns, row, column);
    }
  return ORDER.filter((ink) => found.has(ink));
}

export interface LegendLines {
  readonly path: boolean;
  readonly messages: boolean;
  readonly collectives: boolean;
  /** Whether rows are hatched because their values are uncertain. */
  readonly uncertain?: boolean;
}

const SIZE = 12;
const LINE = 20;

/** @param y of the upper edge @param right where a line of it ends @returns its height too */
export function legend(
  inks: readonly BarInk[],
  lines: LegendLines,
  { x, y, right }: { readonly x: number; readonly y: number; readonly right: number },
  names: InkNames = timeNames,
): { readonly items: Drawn[]; readonly height: number } {
  const items: Drawn[] = [];
  let [at, top] = [x, y];
  const entry = (text: string, drawn: (x: number, y: number) => Drawn): void => {
    const width = 20 + widthOfText(text, SIZE) + 14;
    if (at > x && at + width > right) [at, top] = [x, top + LINE];
    items.push(drawn(at, top), { is: 'text', x: at + 20, y: top + 11, text, ink: 'quiet', size: SIZE });
    at += width;
  };
  const line =
    (ink: 'path' | 'message', thickness: number, dash?: readonly number[]) =>
    (from: number, upper: number): Drawn => {
      const points = [from, upper + 7, from + 15, upper + 7];
      return { is: 'line', points, ink, thickness, ...(dash === undefined ? {} : { dash }) };
    };
  for (const ink of inks)
    entry(names[ink] ?? ink, (left, upper) => ({
      is: 'area',
      ...{ x: left, y: upper, width: 14, height: 14, fill: { time: ink }, radius: 2 },
    }));
  if (lines.uncertain === true)
    entry('uncertain', (left, upper) => ({
      is: 'area',
      ...{ x: left, y: upper, width: 14, height: 14, fill: { hatch: 'text' } },
    }));
  if (lines.path) entry('critical path', line('path', 2.5));
  if (lines.messages) entry('messages', line('message', 1));
  if (lines.collectives) entry('collective operations', line('message', 1, [3, 2]));
  return { items, height: top - y + LINE };
}
