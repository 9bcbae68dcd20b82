import { absent } from '../../base/elements.js';

/** Time lost where the slowest rank of each iteration is waited for. */
export interface Imbalance {
  /** By iteration: the largest value less the mean. */
  readonly lost: Float64Array;
  /** Σ max − mean of sums over all iterations: what a profile shows. */
  readonly fixed: number;
  /** Hidden part of the imbalance, since other ranks are slowest in other iterations; never negative. */
  readonly moving: number;
}

/** Σ_i(max_r f − mean_r f) = static + moving (dynamics.md, section 5), for one rank. */
export function imbalanceOf(rows: readonly Float64Array[]): Imbalance {
  const length = rows[0]?.length ?? 0;
  const largest = new Float64Array(length);
  const sum = new Float64Array(length);
  let [mostInAll, all] = [0, 0];
  for (const row of rows) {
    let own = 0;
    for (let i = 0; i < length; i++) {
      const value = row[i] ?? absent(i);
      own += value;
      sum[i] = (sum[i] ?? absent(i)) + value;
      if (value > (largest[i] ?? absent(i))) largest[i] = value;
    }
    mostInAll = Math.max(mostInAll, own);
    all += own;
  }
  const lost = largest.map((value, i) => value - (sum[i] ?? absent(i)) / rows.length);
  const fixed = rows.length === 0 ? 0 : mostInAll - all / rows.length;
  return { lost, fixed, moving: Math.max(0, lost.reduce((total, value) => total + value, 0) - fixed) };
}
