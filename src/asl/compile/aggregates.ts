import type { Many } from '../data.js';
import type { AggregateName } from '../syntax/ast.js';

/** One value of the measured ones of each row; NaN, which is absent, where none of them was measured. */
export function aggregated(name: AggregateName, { starts, values }: Many, rows: number): Float64Array {
  const found = new Float64Array(rows);
  const reduce = REDUCTIONS[name];
  for (let row = 0; row < rows; row++) found[row] = reduce(values, starts[row] ?? 0, starts[row + 1] ?? 0);
  return found;
}

type Reduction = (values: Float64Array, from: number, to: number) => number;

function sum(values: Float64Array, from: number, to: number): number {
  let [total, isMeasured] = [0, false];
  for (let at = from; at < to; at++) {
    const value = values[at] ?? NaN;
    if (Number.isNaN(value)) continue;
    total += value;
    isMeasured = true;
  }
  return isMeasured ? total : NaN;
}

function count(values: Float64Array, from: number, to: number): number {
  let measured = 0;
  for (let at = from; at < to; at++) if (!Number.isNaN(values[at])) measured++;
  return measured;
}

function extreme(isBetter: (one: number, other: number) => boolean): Reduction {
  return (values, from, to) => {
    let best = NaN;
    for (let at = from; at < to; at++) {
      const value = values[at] ?? NaN;
      if (!Number.isNaN(value) && (Number.isNaN(best) || isBetter(value, best))) best = value;
    }
    return best;
  };
}

/** Deviation of all values that there are, from their mean. */
function deviation(values: Float64Array, from: number, to: number): number {
  const mean = sum(values, from, to) / count(values, from, to);
  let squares = 0;
  for (let at = from; at < to; at++) {
    const value = values[at] ?? NaN;
    if (!Number.isNaN(value)) squares += (value - mean) ** 2;
  }
  return Number.isNaN(mean) ? NaN : Math.sqrt(squares / count(values, from, to));
}

/** The only value there is; absent where there is another one. */
function unique(values: Float64Array, from: number, to: number): number {
  let found = NaN;
  for (let at = from; at < to; at++) {
    const value = values[at] ?? NaN;
    if (Number.isNaN(value) || value === found) continue;
    if (!Number.isNaN(found)) return NaN;
    found = value;
  }
  return found;
}

const REDUCTIONS: Readonly<Record<AggregateName, Reduction>> = {
  sum,
  count,
  avg: (values, from, to) => sum(values, from, to) / count(values, from, to),
  min: extreme((one, other) => one < other),
  max: extreme((one, other) => one > other),
  std: deviation,
  unique,
};
