import type { Problem } from '../base/problem.js';
import type { Seconds } from '../base/units.js';
import type { AtomicEvents } from './atomicEvents.js';
import type { Definitions } from './definitions.js';
import type { ParallelRegion } from './parallelRegions.js';
import type { MetricDefinition, PerformanceSpace, SeverityColumn } from './performanceSpace.js';
import type { CallEdges, CallPathValues } from './profileValues.js';

/** Inclusive times of the shortest and the longest call of regions, by their index in the definitions. */
export interface CallExtremes {
  readonly shortest: ReadonlyMap<number, Seconds>;
  readonly longest: ReadonlyMap<number, Seconds>;
}

/**
 * Call information of a profile: whole call paths (`tree`), who calls whom (`edges`), or only the regions (`flat`).
 * Without a tree, the call tree of the space has one root per region.
 */
export type ProfileShape = 'tree' | 'edges' | 'flat';

/** Meaning of a metric's numbers, beyond their unit. `samples` are times or events that were estimated by sampling. */
export type MetricSemantic = 'time' | 'visits' | 'bytes' | 'count' | 'counter' | 'samples' | 'rate' | 'other';

/** How values of one metric are put together, over locations and along the call tree; `none`: they cannot be. */
export type Combine = 'sum' | 'min' | 'max' | 'none';

/** A metric whose values do not add up, and which is therefore not in the space: least and greatest values, rates. */
export interface ApartMetric {
  readonly definition: MetricDefinition;
  readonly combine: Exclude<Combine, 'sum'>;
  readonly values: CallPathValues;
}

/** Places whose value is not known, such as that of a counter that wrapped. Sorted by call path, then location. */
export interface Places {
  readonly callPath: Uint32Array;
  readonly location: Uint32Array;
}

/**
 * Values of a region while parameters had certain values. They are part of the region's totals, and must not be added
 * to them.
 */
export interface ParameterSlice {
  /** Index of the region. */
  readonly region: number;
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly location: number;
  readonly calls: number;
  /** In the units of the metrics, by their names. */
  readonly exclusive: ReadonlyMap<string, number>;
  readonly inclusive: ReadonlyMap<string, number>;
}

/** The sums at one moment of the run; each snapshot contains those before it. */
export interface Snapshot {
  readonly name: string;
  /** Time since the start of the run; undefined if the file does not contain it. */
  readonly time: Seconds | undefined;
  /** As the severities of the space, with the same call paths and locations. */
  readonly severities: ReadonlyMap<string, SeverityColumn>;
}

/** The amount that several samples represent together: time, or the count of the sampled event. */
export interface SampledWeight {
  /** Of all samples. */
  readonly sum: number;
  /**
   * Of the squares of all samples: with the sum, it shows how many equal samples would be as precise. 0 where the amount
   * was counted and not sampled.
   */
  readonly squares: number;
}

/**
 * Minimum and maximum over the ranks at each call path, in seconds by call path. A rank that did not reach a call path
 * has 0. NaN if unknown.
 */
export interface RankExtremes {
  readonly least: Float64Array;
  readonly most: Float64Array;
}

/** Values of single ranks if the numbers of the only location are sums over all of them. */
export interface AcrossRanks {
  /** How many ranks there are: at least 2. */
  readonly ranks: number;
  /** Extremes of inclusive time; omitted if the file has none. */
  readonly inclusive?: RankExtremes;
  /** Of time without that. */
  readonly exclusive?: RankExtremes;
}

/**
 * A measured run as sums by call path and location, without the events that they were summed from. Values that were not
 * measured are absent, not 0: a metric without entry in `severities` was not measured. `absent` names single missing
 * entries; all other entries that a column omits are 0. Properties that a file does not contain are omitted.
 */
export interface Profile {
  /** The metrics as the file has them; values are exclusive along the call tree. */
  readonly space: PerformanceSpace;
  readonly definitions: Definitions;
  /** Problems found in the file. */
  readonly problems: readonly Problem[];
  /** Unique names of metrics whose values could not be read, or not all of them. */
  readonly lost: readonly string[];
  readonly extremes?: CallExtremes;
  /** `tree` if omitted. */
  readonly shape?: ProfileShape;
  /** Semantics of metrics, by unique name, as far as known. */
  readonly semantics?: ReadonlyMap<string, MetricSemantic>;
  readonly apart?: readonly ApartMetric[];
  /**
   * Inclusive values as in the file, by metric. If absent, those of a tree are sums along it (see `inclusiveValues`),
   * and those of other shapes are not known.
   */
  readonly inclusive?: ReadonlyMap<string, CallPathValues>;
  /** Places at which a metric was measured and its value is not known, by metric. */
  readonly absent?: ReadonlyMap<string, Places>;
  /** Who calls whom, where the shape is `edges`. */
  readonly edges?: CallEdges;
  /** Regions by the name of the group that the measurement put them into, such as `MPI` or `TAU_USER`. */
  readonly groups?: ReadonlyMap<string, readonly number[]>;
  /** Regions that are phases of the run, by which other values are distinguished. */
  readonly phaseRegions?: readonly number[];
  /** Regions of which not all calls were measured, so that their values are lower bounds. */
  readonly lowerBounds?: readonly number[];
  readonly slices?: readonly ParameterSlice[];
  readonly atomicEvents?: AtomicEvents;
  readonly snapshots?: readonly Snapshot[];
  /** Times of OpenMP constructs by thread. */
  readonly parallelRegions?: readonly ParallelRegion[];
  /**
   * Extremes over ranks, if the numbers of each location are sums of several ranks that the file does not distinguish.
   */
  readonly acrossRanks?: AcrossRanks;
  /**
   * Confidence in metrics, from 0 to 1, by unique name: 0.5 for shares of inclusive time that were estimated from call
   * counts. 1 if omitted.
   */
  readonly confidence?: ReadonlyMap<string, number>;
  /** Samples by calling context of the definitions, from which the time of lines follows. */
  readonly sampled?: ReadonlyMap<number, number>;
  /** The amounts that these samples represent, by calling context; omitted if all samples are equal. */
  readonly sampledWeights?: ReadonlyMap<number, SampledWeight>;
  /**
   * Unique name of the metric that ranks a profile without time, such as page faults; the samples are of it. Omitted if
   * the file contains the time.
   */
  readonly rankedBy?: string;
}
