import type { CallTree } from './callTree.js';

/**
 * `seconds`, `bytes`, or `count` for what is only counted; any other unit as the measurement names it, such as `cycles` or
 * `J`.
 */
export type MetricUnit = string;

/** One property (or plain measure) of the hierarchy. Unique names are those of CUBE and Scalasca, so that results can be laid side by side. */
export interface MetricDefinition {
  /** Unique name, such as `mpi_latesender`. */
  readonly name: string;
  /** Name for people, such as `Late Sender`. */
  readonly title: string;
  /** Unique name of the metric that contains this one. */
  readonly parent?: string;
  readonly unit: MetricUnit;
  /** One sentence: what it measures. */
  readonly description: string;
}

/**
 * The values of one metric, sparse: entry i says that `value[i]` belongs to (callPath[i], location[i]).
 * Values are exclusive along the call tree and inclusive along the metric hierarchy (a metric contains its sub-metrics).
 * Sorted by call path, then location; no pair occurs twice; zeros are left out.
 */
export interface SeverityColumn {
  readonly callPath: Uint32Array;
  readonly location: Uint32Array;
  /** In the metric's unit. */
  readonly value: Float64Array;
}

/** Severities in the space of property x call path x location. */
export interface PerformanceSpace {
  readonly metrics: readonly MetricDefinition[];
  readonly callTree: CallTree;
  readonly locationCount: number;
  readonly severities: ReadonlyMap<string, SeverityColumn>;
}
