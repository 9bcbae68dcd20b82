import type { WaitStatistics } from '../../model/findings.js';
import type { SeverityColumn } from '../../model/performanceSpace.js';
import type { MetricName } from '../trace/metrics/metrics.js';

/** One wait of one location. Times are seconds since the start of the measurement. */
export interface SingleWait {
  readonly node: number;
  readonly location: number;
  readonly enter: number;
  readonly leave: number;
  readonly seconds: number;
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
  /** Seconds of the waiting at a call path, by the call path and location they are due to; undefined where not known. */
  dueTo(property: MetricName, node: number): SeverityColumn | undefined;
}
