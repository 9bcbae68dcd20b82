import { absent } from '../../base/elements.js';
import type { DynamicsPattern } from '../../model/dynamics/dynamics.js';
import type { Peak } from './peaks.js';
import { excessOver, unionExcess, type Trend } from './trends.js';

/**
 * Costs of patterns in the mean of some ranks on these ranks. They are each rank's samples in the extents, over the
 * levels of the mean (dynamics.md, section 5).
 */
export class RankSums {
  /** @param loopTime what severities are shares of */
  constructor(
    private readonly rows: readonly Float64Array[],
    private readonly loopTime: number,
  ) {}

  peak({ first, last, top, base: [left, right] }: Peak): DynamicsPattern {
    const slope = (right - left) / Math.max(1, last - first);
    let [excess, accumulated, highest] = [0, 0, 0];
    for (const row of this.rows) {
      highest += row[top] ?? absent(top);
      for (let i = first; i <= last; i++) {
        const value = row[i] ?? absent(i);
        accumulated += value;
        excess += Math.max(0, value - left - slope * (i - first));
      }
    }
    const before = this.rows.length * (left + slope * (top - first));
    return { kind: 'peak', first, last, top, before, after: highest, ...this.cost(excess, accumulated) };
  }

  rise(trend: Trend): DynamicsPattern {
    const { first, last, costsUntil, isRecovered, isStep } = trend;
    return {
      ...{ kind: isStep ? 'step' : 'trend', first, last, costsUntil, recovered: isRecovered },
      ...this.levels(trend),
      ...this.cost(this.over(first, costsUntil, trend.before), this.over(first, last, 0)),
    };
  }

  /** Returns the excess of the iterations before a fall over the level after it. */
  improvement(trend: Trend): DynamicsPattern {
    const { first, last, after } = trend;
    return {
      ...{ kind: 'improvement', first, last },
      ...this.levels(trend),
      ...this.cost(this.over(0, last, after), this.over(first, last, 0)),
    };
  }

  /** Returns the total cost of rises. */
  together(trends: readonly Trend[]): number {
    return this.rows.reduce((sum, row) => sum + unionExcess(row, trends), 0);
  }

  /** Returns the total that improvements would have saved. */
  before(improvements: readonly Trend[]): number {
    const levels = improvements.map(({ last, after }) => ({ first: 0, costsUntil: last, before: after }));
    return this.rows.reduce((sum, row) => sum + unionExcess(row, levels), 0);
  }

  private over(first: number, last: number, base: number): number {
    return this.rows.reduce((sum, row) => sum + excessOver(row, first, last, base), 0);
  }

  private levels({ before, after }: Trend): Pick<DynamicsPattern, 'before' | 'after'> {
    return { before: before * this.rows.length, after: after * this.rows.length };
  }

  private cost(excess: number, accumulated: number): Pick<DynamicsPattern, 'excess' | 'accumulated' | 'severity'> {
    return { excess, accumulated, severity: this.loopTime > 0 ? excess / this.loopTime : 0 };
  }
}
