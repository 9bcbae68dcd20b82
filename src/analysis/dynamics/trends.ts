import { absent } from '../../base/elements.js';
import type { Change } from './changes.js';

/** A rise, and what it costs until its level is left again. */
export interface Trend {
  readonly first: number;
  readonly last: number;
  readonly isStep: boolean;
  readonly before: number;
  readonly after: number;
  /** The end of the first later fall to the level before, or the last sample. */
  readonly costsUntil: number;
  readonly isRecovered: boolean;
  /** Sum of the samples of the rise. */
  readonly accumulated: number;
  /** Sum of what exceeds the level before, until `costsUntil`. */
  readonly excess: number;
}

/** @param zone levels that differ by less are the same */
export function trendsOf(values: ArrayLike<number>, changes: readonly Change[], zone: number): Trend[] {
  return changes.flatMap(({ kind, first, last, before, after, isStep }, i) => {
    if (kind === 'fall') return [];
    const back = changes.slice(i + 1).find((later) => later.kind === 'fall' && later.after <= before + zone);
    const costsUntil = back?.last ?? values.length - 1;
    return {
      ...{ first, last, isStep, before, after, costsUntil, isRecovered: back !== undefined },
      accumulated: excessOver(values, first, last, 0),
      excess: excessOver(values, first, costsUntil, before),
    };
  });
}

/** Σ max(0, value − base) over samples. */
export function excessOver(values: ArrayLike<number>, first: number, last: number, base: number): number {
  let sum = 0;
  for (let i = first; i <= last; i++) sum += Math.max(0, (values[i] ?? absent(i)) - base);
  return sum;
}

/** Returns the total cost of all rises: each sample counts over the lowest level of those still in effect. */
export function unionExcess(
  values: ArrayLike<number>,
  trends: readonly Pick<Trend, 'first' | 'costsUntil' | 'before'>[],
): number {
  if (trends.length === 0) return 0;
  const base = new Float64Array(values.length).fill(Infinity);
  for (const { first, costsUntil, before } of trends) {
    for (let i = first; i <= costsUntil; i++) base[i] = Math.min(base[i] ?? absent(i), before);
  }
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Math.max(0, (values[i] ?? absent(i)) - (base[i] ?? absent(i)));
  return sum;
}
