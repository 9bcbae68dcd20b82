/** Operators on single values, element by element over columns. */
import type { Arithmetic, FunctionName, Relation } from '../types/ir.js';
import { type Column, isMany, type Many } from '../data.js';

type Binary = (left: number, right: number) => number;

export const ARITHMETIC: Readonly<Record<Arithmetic, Binary>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  // A share of nothing is absent, not infinite.
  '/': (left, right) => (right === 0 ? NaN : left / right),
};

/** Returns 1 or 0; an absent value is neither equal to nor different from anything: both are false. */
export const RELATIONS: Readonly<Record<Relation, (left: number, right: number) => boolean>> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left < right || left > right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

export const FUNCTION: Readonly<Record<FunctionName, (...values: number[]) => number>> = {
  abs: (value = NaN) => Math.abs(value),
  sqrt: (value = NaN) => Math.sqrt(value),
  log: (value = NaN) => finite(Math.log(value)),
  log2: (value = NaN) => finite(Math.log2(value)),
  exp: (value = NaN) => finite(Math.exp(value)),
  floor: (value = NaN) => Math.floor(value),
  ceil: (value = NaN) => Math.ceil(value),
  round: (value = NaN) => Math.round(value),
  pow: (value = NaN, power = NaN) => finite(value ** power),
};

const finite = (value: number): number => (Number.isFinite(value) ? value : NaN);

/** Two columns element by element; a single value goes with each of several. */
export function combined(left: Column, right: Column, operate: Binary): Column {
  if (isMany(left)) return isMany(right) ? pairwise(left, right, operate) : spread(left, right, operate);
  if (isMany(right)) return spread(right, left, (one, other) => operate(other, one));
  const found = new Float64Array(left.length);
  for (let at = 0; at < found.length; at++) found[at] = operate(left[at] ?? NaN, right[at] ?? NaN);
  return found;
}

function spread({ starts, values }: Many, single: Float64Array, operate: Binary): Many {
  const found = new Float64Array(values.length);
  for (let row = 0; row < single.length; row++)
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at++)
      found[at] = operate(values[at] ?? NaN, single[row] ?? NaN);
  return { starts, values: found };
}

/** Several with several: by their order, as far as both go. */
function pairwise(left: Many, right: Many, operate: Binary): Many {
  const found = new Float64Array(left.values.length).fill(NaN);
  for (let row = 0; row + 1 < left.starts.length; row++) {
    const [from, other] = [left.starts[row] ?? 0, right.starts[row] ?? 0];
    const length = Math.min((left.starts[row + 1] ?? 0) - from, (right.starts[row + 1] ?? 0) - other);
    for (let at = 0; at < length; at++)
      found[from + at] = operate(left.values[from + at] ?? NaN, right.values[other + at] ?? NaN);
  }
  return { starts: left.starts, values: found };
}
