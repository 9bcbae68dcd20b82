import type { PropertyCatalog } from '../../../properties/index.js';
import type { MetricName } from '../metrics/metrics.js';
import { PairSums } from '../tables/pairSums.js';

/** Collects the severities of every metric while the analysis runs, each amount at its most specific metric. */
export class Severities {
  private readonly sums = new Map<MetricName, PairSums>();

  /** @param properties what there can be severities of */
  constructor(readonly properties: PropertyCatalog) {}

  /**
   * The amounts collected for a metric itself, without its sub-metrics until `rollUp`.
   * @throws RangeError when no property of that name is declared
   */
  of(metric: MetricName): PairSums {
    let sums = this.sums.get(metric);
    if (sums === undefined) {
      if (this.properties.get(metric) === undefined) throw new RangeError(`no property ${metric} is declared`);
      sums = new PairSums();
      this.sums.set(metric, sums);
    }
    return sums;
  }

  /**
   * Moves `amount` to a more specific metric: waiting time is found after the time of the operation it sits in was
   * counted, and stays part of it.
   */
  move(from: MetricName, to: MetricName, callPath: number, location: number, amount: number): void {
    this.of(from).add(callPath, location, -amount);
    this.of(to).add(callPath, location, amount);
  }

  /** Drops all amounts of a metric. */
  forget(metric: MetricName): void {
    this.sums.delete(metric);
  }

  /** Makes every metric contain its sub-metrics. Call once, at the end. */
  rollUp(): ReadonlyMap<MetricName, PairSums> {
    for (const { name, parent } of [...this.properties.metrics].reverse()) {
      const own = this.sums.get(name);
      if (own !== undefined && parent !== undefined) this.of(parent).addAll(own);
    }
    return this.sums;
  }
}
