/** One value over many experiments, for a time line. */
import type { SourcePlace } from '../../model/findings/findings.js';
import type { MetricUnit } from '../../model/performanceSpace.js';
import type { Problem } from '../../base/problem.js';
import type { Fraction } from '../../base/units.js';

/** Request for a value over experiments. */
export interface SeriesRequest {
  /** Unique metric name, such as `mpi_latesender` or `time`; `span` for the wall-clock time. */
  readonly property: string;
  /** Only calls made from this line (of the newest of the experiments), or the function that starts there. */
  readonly place?: SourcePlace;
  /** Inclusive values of this call path only: region names, outermost first. */
  readonly callPath?: readonly string[];
  /** Identifiers of the experiments. */
  readonly experiments: readonly string[];
}

export interface SeriesPoint {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly date: string;
  readonly ranks: number;
  /** In the unit of the series, all locations together. */
  readonly value: number;
  /** Share of that experiment's total time; omitted if the property is not part of it. */
  readonly share?: Fraction;
  /** The line in that experiment's own text, where a line was asked for. */
  readonly place?: SourcePlace;
}

/** Oldest first. */
export interface Series {
  readonly property: string;
  readonly title: string;
  readonly unit: MetricUnit;
  readonly points: readonly SeriesPoint[];
  /** Experiments that have no such value, and why. */
  readonly problems: readonly Problem[];
}
