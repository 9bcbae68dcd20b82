/** Data of a timeline: by row and column of pixels, the shares of time by class. */
import { absent } from '../../base/elements.js';
import { type BarInk, type PartInk, partInks } from '../colors/inks.js';

/** Value that represents a share of one. */
export const WHOLE = 255;

export interface Columns {
  readonly rows: number;
  readonly columns: number;
  /** Inks of shares, in their order: classes, functions, or lateness. */
  readonly classes: readonly PartInk[];
  /** By row, column and class. They add up to less than the whole where a location does not run. */
  readonly shares: Uint8Array;
  /** By row and column: how much of the time was waiting. It is part of some classes. */
  readonly waiting: Uint8Array;
}

/** One share of a column above others: from and to where it reaches, 0 the bottom and 1 the top. */
export interface Layer {
  readonly ink: BarInk;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the stacked shares of a column, from the bottom, waiting on top. Waiting is subtracted from the classes that
 * wait, all but computation, in proportion; nothing is omitted and nothing is overdrawn.
 */
export function layersOf(columns: Columns, row: number, column: number): Layer[] {
  const { classes, shares, waiting } = columns;
  const at = row * columns.columns + column;
  const first = at * classes.length;
  const { computation: computing, order } = orderOf(classes);
  const computation = computing < 0 ? 0 : (shares[first + computing] ?? absent(first));
  let all = 0;
  for (const [, index] of order) all += shares[first + index] ?? absent(first + index);
  // Rounding may make them a little more than the whole.
  const whole = Math.max(WHOLE, all);
  const rest = all - computation;
  const waits = Math.min(waiting[at] ?? absent(at), rest);
  const left = rest === 0 ? 0 : (rest - waits) / rest;
  const layers: Layer[] = [];
  let height = 0;
  const add = (ink: BarInk, share: number): void => {
    if (share <= 0) return;
    layers.push({ ink, from: height / whole, to: (height + share) / whole });
    height += share;
  };
  for (const [name, index] of order)
    add(name, (shares[first + index] ?? absent(index)) * (index === computing ? 1 : left));
  add('waiting', waits);
  return layers;
}

/** Shares in stacking order, with the index of each, and the index of computation, or -1. */
interface Order {
  readonly order: readonly (readonly [PartInk, number])[];
  readonly computation: number;
}

const orders = new WeakMap<readonly PartInk[], Order>();

function orderOf(classes: readonly PartInk[]): Order {
  const known = orders.get(classes);
  if (known !== undefined) return known;
  const order = classes
    .map((name, index) => [name, index] as const)
    .sort(([a], [b]) => partInks.indexOf(a) - partInks.indexOf(b));
  const made = { order, computation: classes.indexOf('computation') };
  orders.set(classes, made);
  return made;
}

/** Reports whether two columns of a row are equal. */
export function sameColumns(
  { columns, classes, shares, waiting }: Columns,
  row: number,
  a: number,
  b: number,
): boolean {
  const [one, other] = [row * columns + a, row * columns + b];
  if (waiting[one] !== waiting[other]) return false;
  const count = classes.length;
  for (let index = 0; index < count; index++)
    if (shares[one * count + index] !== shares[other * count + index]) return false;
  return true;
}

/** Returns the column after the last one that equals this one. */
export function endOfRun(columns: Columns, row: number, from: number): number {
  let end = from + 1;
  while (end < columns.columns && sameColumns(columns, row, from, end)) end++;
  return end;
}

/** Joins parts of the same rows, in order of time. */
export function pasted(parts: readonly Columns[]): Columns {
  const [first] = parts;
  if (first === undefined) throw new RangeError('There are no columns.');
  const { rows, classes } = first;
  const columns = parts.reduce((sum, part) => sum + part.columns, 0);
  const shares = new Uint8Array(rows * columns * classes.length);
  const waiting = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    let at = row * columns;
    for (const part of parts) {
      const [from, to] = [row * part.columns, (row + 1) * part.columns];
      shares.set(part.shares.subarray(from * classes.length, to * classes.length), at * classes.length);
      waiting.set(part.waiting.subarray(from, to), at);
      at += part.columns;
    }
  }
  return { rows, columns, classes, shares, waiting };
}

/** All rows as one: the mean of their shares. */
export function meanOf(all: Columns): Columns {
  const { rows, columns, classes } = all;
  const mean = (values: Uint8Array, width: number): Uint8Array => {
    const sums = new Float64Array(width);
    for (let at = 0; at < rows * width; at++) sums[at % width] = (sums[at % width] ?? 0) + (values[at] ?? absent(at));
    return Uint8Array.from(sums, (sum) => Math.round(sum / rows));
  };
  const shares = mean(all.shares, columns * classes.length);
  return { rows: 1, columns, classes, shares, waiting: mean(all.waiting, columns) };
}
