import { absent } from '../../base/elements.js';

const MOST_BINS = 16;

/** Means of at most 16 stretches of a series, for small pictures. */
export function binsOf(values: Float64Array): number[] {
  const count = Math.min(MOST_BINS, values.length);
  return Array.from({ length: count }, (_, bin) => {
    const from = Math.floor((bin * values.length) / count);
    const to = Math.floor(((bin + 1) * values.length) / count);
    let sum = 0;
    for (let i = from; i < to; i++) sum += values[i] ?? absent(i);
    return sum / (to - from);
  });
}
