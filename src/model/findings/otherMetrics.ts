/** Contents of profiles in addition to times, calls and counters, as stored and shown. */
import type { CounterReport } from '../counters.js';
import type { MetricUnit } from '../performanceSpace.js';
import type { Fraction, Seconds } from '../../base/units.js';

/** Location of a definition; see SourcePlace. */
interface DefinedAt {
  readonly file: string;
  readonly line: number;
}

/** Numbers that the program or its measurement recorded one by one, such as message sizes, by quantity. */
export interface EventSummary {
  readonly name: string;
  /**
   * Context of the event, outermost first; omitted for the statistics over all contexts, which contain those of single
   * ones.
   */
  readonly context?: readonly string[];
  /** Location of the definition of the context's innermost step, when known. */
  readonly place?: DefinedAt;
  /** Of all numbers. */
  readonly unit: MetricUnit;
  /** How many numbers there were, over all locations. */
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Standard deviation of all numbers, not of a sample of them. */
  readonly deviation: number;
  /** Number of locations with values. */
  readonly locations: number;
}

/** Minimum and maximum of a metric in a function or construct, over all call paths and locations. */
export interface RangeOfFunction {
  readonly region: string;
  /** Location of its definition, when known. */
  readonly place?: DefinedAt;
  readonly least: number;
  readonly most: number;
}

/** A metric whose values do not add up, such as the longest call or a rate. */
export interface RangeMetric {
  readonly name: string;
  readonly title: string;
  readonly unit: MetricUnit;
  /** How values are combined: the minimum or the maximum of several, or neither. */
  readonly combine: 'min' | 'max' | 'none';
  /** The functions with the greatest values, or with the least where these are what is measured; at most 50. */
  readonly functions: readonly RangeOfFunction[];
}

/** Functions that the measurement put into one group. A function may be in several. */
export interface GroupSummary {
  readonly name: string;
  readonly functions: number;
  readonly calls: number;
  /** Exclusive time of its functions, over all locations. */
  readonly seconds: Seconds;
  /** `seconds` as a share of the total time. */
  readonly share: Fraction;
}

/** Values of a function while parameters had certain values, over all locations; part of the function's total. */
export interface SliceSummary {
  readonly region: string;
  readonly place?: DefinedAt;
  /** Such as `n = 4`. */
  readonly parameters: string;
  readonly calls: number;
  readonly exclusive: Seconds;
  readonly inclusive: Seconds;
}

/** State of the run at one moment. */
export interface MomentSummary {
  readonly name: string;
  /** Since the run began, where it is known. */
  readonly time?: Seconds;
  /** Time of all locations up to then. */
  readonly seconds: Seconds;
}

/** Lists that are empty in a profile are omitted. */
export interface OtherMetrics {
  /** Metrics that add up and are neither times nor counters, such as bytes: at most 24. */
  readonly quantities?: readonly CounterReport[];
  /** At most 24. */
  readonly ranges?: readonly RangeMetric[];
  /** Those over all places first, by how many numbers there were; at most 200. */
  readonly events?: readonly EventSummary[];
  /** By their time; at most 50. */
  readonly groups?: readonly GroupSummary[];
  /** By their inclusive time; at most 200. */
  readonly slices?: readonly SliceSummary[];
  /** In the order of the file; at most 100. */
  readonly moments?: readonly MomentSummary[];
}
