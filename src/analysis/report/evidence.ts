import type { WaitStatistics } from '../../model/findings/findings.js';
import type { SeverityColumn } from '../../model/performanceSpace.js';
import type { Fraction } from '../../base/units.js';
import type { MetricName } from '../trace/metrics/metrics.js';

/** One wait of one location. Times are seconds since the start of the measurement. */
export interface SingleWait {
  readonly node: number;
  readonly location: number;
  readonly enter: number;
  readonly leave: number;
  readonly seconds: number;
}

/** What one property at one call path tells beside its seconds. */
export interface Remark {
  /** A sentence that follows the explanation of the property. */
  readonly sentence: string;
  /** How sure it is, where that is not what the property says. */
  readonly confidence?: Fraction;
}

/**
 * What only single events tell of waiting: who was waited for, which waits there were, and where they begin. A profile,
 * which has sums only, has none of it.
 */
export interface Evidence {
  /** Seconds that others waited for a location, by the waiting call path; undefined where nobody can be named. */
  waitedFor(property: MetricName): SeverityColumn | undefined;
  /** The longest wait at a call path. */
  worstAt(property: MetricName, node: number): SingleWait | undefined;
  /** The longest wait of each call path, the longest first, at most so many. */
  worst(property: MetricName, most: number): readonly SingleWait[];
  statistics(property: MetricName): WaitStatistics | undefined;
  /** What is told of a call path beside the seconds; undefined where there is nothing to tell. */
  remark(property: MetricName, node: number): Remark | undefined;
  /** Seconds of the waiting at a call path, by the call path and location they are due to; undefined where not known. */
  dueTo(property: MetricName, node: number): SeverityColumn | undefined;
}
