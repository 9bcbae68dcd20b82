import { absent, elementAt } from '../../base/elements.js';
import { quantiles } from '../../base/quantiles.js';
import type { Curve } from './curves.js';
import { stability } from './intervalTree.js';
import type { Shape } from './shape.js';

/** A maximum that comes and goes, with its feet. */
export interface Peak {
  readonly first: number;
  readonly last: number;
  /** Iteration at which the series itself is largest. */
  readonly top: number;
  /** How far the smoothed series rises above its higher foot. */
  readonly prominence: number;
  readonly stability: number;
  readonly significance: number;
  /** Values of the smoothed series at its feet. */
  readonly base: readonly [number, number];
  /** Sum of the samples, and of what exceeds the line between the feet. */
  readonly accumulated: number;
  readonly excess: number;
}

/** Returns concave tiles with a maximum inside that exceeds the noise (dynamics.md, 3.6). */
export function peaksOf(values: Float64Array, shape: Shape, zone: number): Peak[] {
  return shape.tiles.flatMap((tile) => {
    const peak = peakOf(values, shape, tile);
    return peak === undefined || peak.prominence < 2 * zone || peak.last - peak.first > values.length / 2 ? [] : [peak];
  });
}

function peakOf(values: Float64Array, { tree, curves, leastSignificance }: Shape, tile: number): Peak | undefined {
  const significance = elementAt(tree.significance, tile);
  const last = values.length - 1;
  const a = Math.max(0, Math.ceil(elementAt(tree.from, tile)));
  const b = Math.min(last, Math.floor(elementAt(tree.to, tile)));
  if (b < a || significance < leastSignificance || stability(tree, tile) < 1) return undefined;
  const curve = curves.at(elementAt(tree.low, tile));
  const summit = largestWithin(curve, a, b);
  const [low, high] = [Math.max(0, a - 1), Math.min(last, b + 1)];
  const height = elementAt(curve, summit);
  if (height <= elementAt(curve, low) || height <= elementAt(curve, high)) return undefined;
  const feet = feetOf(curve, summit, { low, high, a, b });
  const base = [elementAt(curve, feet.first), elementAt(curve, feet.last)] as const;
  return {
    ...feet,
    top: largestWithin(values, feet.first, feet.last),
    prominence: height - Math.max(...base),
    stability: stability(tree, tile),
    significance,
    base,
    ...sums(values, feet, base),
  };
}

/** From the summit outward, at least over the tile, while the slope is 1/16 of the steepest on that flank. */
function feetOf(
  curve: Curve,
  summit: number,
  { low, high, a, b }: { readonly low: number; readonly high: number; readonly a: number; readonly b: number },
): { readonly first: number; readonly last: number } {
  const rise = (i: number): number => (curve[i + 1] ?? absent(i)) - (curve[i] ?? absent(i));
  let [rising, falling] = [-Infinity, -Infinity];
  for (let i = low; i < summit; i++) rising = Math.max(rising, rise(i));
  for (let i = summit; i < high; i++) falling = Math.max(falling, -rise(i));
  let [first, last] = [summit, summit];
  while (first > 0 && (first > a || rise(first - 1) >= rising / 16)) first--;
  while (last < curve.length - 1 && (last < b || -rise(last) >= falling / 16)) last++;
  return { first, last };
}

function largestWithin(values: Float64Array, first: number, last: number): number {
  let best = first;
  for (let i = first + 1; i <= last; i++) if ((values[i] ?? absent(i)) > (values[best] ?? absent(best))) best = i;
  return best;
}

interface Feet {
  readonly first: number;
  readonly last: number;
}

/** The line between the feet at a sample. */
function baseLine({ first, last }: Feet, [left, right]: readonly [number, number], i: number): number {
  return left + ((right - left) * (i - first)) / Math.max(1, last - first);
}

function sums(values: Float64Array, feet: Feet, base: readonly [number, number]): Pick<Peak, 'accumulated' | 'excess'> {
  let [accumulated, excess] = [0, 0];
  for (let i = feet.first; i <= feet.last; i++) {
    const value = values[i] ?? absent(i);
    accumulated += value;
    excess += Math.max(0, value - baseLine(feet, base, i));
  }
  return { accumulated, excess };
}

/** The series with peaks of at most a width replaced by the lines between their feet, so that they cut no trend. */
export function withoutPeaks(values: Float64Array, peaks: readonly Peak[], widest: number): Float64Array {
  const rest = values.slice();
  for (const peak of peaks) {
    if (peak.last - peak.first > widest) continue;
    for (let i = peak.first; i <= peak.last; i++) rest[i] = baseLine(peak, peak.base, i);
  }
  return rest;
}

/**
 * Every how many iterations peaks come: at least four, with a median distance of gaps from their median of 10 % or less. That
 * median passes over a third of three gaps, hence three of four gaps must be within 25 % too.
 */
export function recurrence(tops: readonly number[]): number | undefined {
  if (tops.length < 4) return undefined;
  const gaps = Float64Array.from(tops.slice(1), (top, i) => top - elementAt(tops, i));
  const [middle = 0] = quantiles(gaps.slice(), [0.5]);
  const [deviation = 0, most = 0] = quantiles(
    gaps.map((gap) => Math.abs(gap - middle)),
    [0.5, 0.75],
  );
  return middle > 0 && deviation <= 0.1 * middle && most <= 0.25 * middle ? middle : undefined;
}
