/** Series with a known shape, and about normal noise of a generator that is the same anywhere. */
import { absent } from '../../../src/base/elements.js';

/** Sums of twelve uniform numbers less 6, of a linear congruential generator (Numerical Recipes): deviation 1. */
export function noise(seed: number, length: number): Float64Array {
  let state = seed >>> 0;
  return Float64Array.from({ length }, () => {
    let sum = 0;
    for (let i = 0; i < 12; i++) {
      state = (Math.imul(1664525, state) + 1013904223) >>> 0;
      sum += state / 2 ** 32;
    }
    return sum - 6;
  });
}

/** Values by sample, with noise. */
function series(length: number, seed: number, deviation: number, value: (i: number) => number): Float64Array {
  return noise(seed, length).map((e, i) => value(i) + deviation * e);
}

/** Linear between points. */
function between(x: readonly number[], y: readonly number[], i: number): number {
  const after = x.findIndex((place) => place >= i);
  if (after <= 0) return y[after < 0 ? y.length - 1 : 0] ?? absent(i);
  const [a = 0, b = 0, p = 0, q = 0] = [x[after - 1], x[after], y[after - 1], y[after]];
  return p + ((q - p) * (i - a)) / (b - a);
}

function heat(i: number): number {
  if (i <= 20) return 0.4 + 0.55 * Math.sin((Math.PI / 2) * (i / 20));
  if (i <= 28) return 0.95 - (0.25 * (i - 20)) / 8;
  return i >= 100 ? 0.6 : 0.7;
}

const SPIKES = [
  [5, 7, 0.6],
  [51, 57, 0.5],
  [67, 69, 0.7],
  [118, 120, 0.6],
] as const;

export const signals: Readonly<Record<string, () => Float64Array>> = {
  /** A peak at 20, flat from 28, a step down at 100. */
  cx3d: () => series(128, 1, 0.01, heat),
  ramp: () => series(256, 2, 0.02, (i) => between([0, 64, 192, 255], [1, 1, 2, 2], i)),
  step: () => series(200, 3, 0.02, (i) => (i >= 120 ? 1.5 : 1)),
  spikes: () =>
    series(128, 4, 0.01, (i) => 0.2 + SPIKES.reduce((sum, [a, b, h]) => sum + (i >= a - 1 && i < b ? h : 0), 0)),
  tworises: () =>
    noise(5, 2048).map(
      (e, i) => between([0, 1028, 1100, 1650, 2047], [0.2, 0.4, 0.33, 0.33, 0.48], i) * (1 + 0.06 * e),
    ),
  noise: () => series(512, 6, 0.03, () => 1),
  constant: () => new Float64Array(100).fill(0.25),
  interrupted: () => series(256, 7, 0.01, (i) => 1 + i / 256 + (i >= 128 && i < 131 ? 1 : 0)),
  checkpoint: () => series(300, 8, 0.02, (i) => (i % 25 === 24 ? 1.8 : 1)),
  sine: () => series(512, 9, 0.02, (i) => 2 + 0.5 * Math.sin((2 * Math.PI * i) / 128)),
};
