/** The values of one experiment by location, in the order in which they are drawn. Nothing here knows the browser. */
import { absent, elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import type { rankValues } from '../../protocol/pages/compare.js';
import type { Answered } from '../../protocol/pages/questions.js';

/** A value, and the position of one that has it. */
export interface Extreme {
  readonly value: Seconds;
  readonly at: number;
}

export interface RankProfile {
  /** By position: threads of a process next to one another. */
  readonly values: Float64Array;
  readonly nameOf: (position: number) => string;
  readonly least: Extreme;
  readonly most: Extreme;
  readonly median: Seconds;
  /** Of all locations together. */
  readonly sum: Seconds;
}

/** Returns the values of an answer; undefined if the experiment has no locations. */
export function profileOf({ columns }: Pick<Answered<typeof rankValues>, 'columns'>): RankProfile | undefined {
  const { value, name, end, order } = columns;
  if (order.length === 0) return undefined;
  const values = Float64Array.from(order, (location) => elementAt(value, location));
  const decoder = new TextDecoder();
  const nameOf = (position: number): string => {
    const location = elementAt(order, position);
    const text = decoder.decode(
      name.subarray(location === 0 ? 0 : elementAt(end, location - 1), elementAt(end, location)),
    );
    return text === '' ? `location ${location}` : text;
  };
  return {
    values,
    nameOf,
    ...extremesOf(values),
    median: medianOf(values),
    sum: value.reduce((total, each) => total + each, 0),
  };
}

function extremesOf(values: Float64Array): { readonly least: Extreme; readonly most: Extreme } {
  let [least, most] = [0, 0];
  for (let at = 1; at < values.length; at++) {
    const value = values[at] ?? absent(at);
    if (value < elementAt(values, least)) least = at;
    if (value > elementAt(values, most)) most = at;
  }
  return { least: { value: elementAt(values, least), at: least }, most: { value: elementAt(values, most), at: most } };
}

/** The middle one; of an even number the mean of the two in the middle. */
function medianOf(values: Float64Array): Seconds {
  const sorted = values.toSorted();
  const middle = sorted.length >> 1;
  const upper = elementAt(sorted, middle);
  return sorted.length % 2 === 1 ? upper : (elementAt(sorted, middle - 1) + upper) / 2;
}

/** The values that fall on each column of pixels: least, most and mean. */
export interface Bands {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly mean: Float64Array;
}

/** The positions that fall on a column of pixels: at least one. */
export function membersOf(column: number, columns: number, count: number): readonly [from: number, to: number] {
  const from = Math.min(count - 1, Math.floor((column * count) / columns));
  return [from, Math.max(from + 1, Math.floor(((column + 1) * count) / columns))];
}

/** Brings values to so many columns of pixels; every value falls on at least one. */
export function bandsOf(values: Float64Array, columns: number): Bands {
  const bands = {
    low: new Float64Array(columns).fill(Infinity),
    high: new Float64Array(columns).fill(-Infinity),
    mean: new Float64Array(columns),
  };
  for (let column = 0; column < columns; column++) {
    const [from, to] = membersOf(column, columns, values.length);
    for (let at = from; at < to; at++) {
      const value = values[at] ?? absent(at);
      bands.low[column] = Math.min(bands.low[column] ?? absent(column), value);
      bands.high[column] = Math.max(bands.high[column] ?? absent(column), value);
      bands.mean[column] = (bands.mean[column] ?? absent(column)) + value / (to - from);
    }
  }
  return bands;
}

/** The position of the largest value among those of a column of pixels. */
export function largestOf(values: Float64Array, column: number, columns: number): number {
  const [from, to] = membersOf(column, columns, values.length);
  return from + extremesOf(values.subarray(from, to)).most.at;
}
