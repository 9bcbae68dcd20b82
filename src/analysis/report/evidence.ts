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

/** Evidence of one property at one call path in addition to its seconds. */
export interface Remark {
  /** A sentence that follows the explanation of the property. */
  readonly sentence: string;
  /** Confidence, if it differs from that of the property. */
  readonly confidence?: Fraction;
}

/**
 * Evidence of waiting that only single events contain: the location waited for, single waits, and their root causes. A
 * profile, which has sums only, has none.
 */
export interface Evidence {
  /** Returns seconds that others waited for a location, by the waiting call path; undefined if none can be named. */
  waitedFor(property: MetricName): SeverityColumn | undefined;
  /** The longest wait at a call path. */
  worstAt(property: MetricName, node: number): SingleWait | undefined;
  /** The longest wait of each call path, the longest first, at most so many. */
  worst(property: MetricName, most: number): readonly SingleWait[];
  statistics(property: MetricName): WaitStatistics | undefined;
  /** Returns the evidence at a call path in addition to the seconds; undefined if there is none. */
  remark(property: MetricName, node: number): Remark | undefined;
  /** Seconds of the waiting at a call path, by the call path and location they are due to; undefined where not known. */
  dueTo(property: MetricName, node: number): SeverityColumn | undefined;
}
