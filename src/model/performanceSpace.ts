import type { CallTree } from './callTree.js';
import type { SpaceDefinitions } from './definitions.js';

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
 * The values of one metric, sparse: entry i means that `value[i]` belongs to (callPath[i], location[i]). Values are
 * exclusive along the call tree and inclusive along the metric hierarchy (a metric contains its sub-metrics). Entries
 * are sorted by call path, then location, then phase, without duplicates; zeros are omitted. Sums over the entries are
 * the same with phases and without.
 */
export interface SeverityColumn {
  readonly callPath: Uint32Array;
  readonly location: Uint32Array;
  /** Only in spaces with phases: number of the phase, or their count for what lies outside of all of them. */
  readonly phase?: Uint32Array;
  /** In the metric's unit. */
  readonly value: Float64Array;
}

/** Phases of a run, counted from 0: iterations of a loop, or windows of time. */
export interface PhaseAxis {
  readonly kind: 'iterations' | 'windows';
  readonly count: number;
  /** 1 where all locations have the same begins, else the number of locations. */
  readonly rows: number;
  /** Begin of each phase and, last, the end of all: `count + 1` numbers a row, seconds from the trace's start. */
  readonly begins: Float64Array;
}

/** Severities in the space of property x call path x location, and phase where it has any. */
export interface PerformanceSpace {
  readonly metrics: readonly MetricDefinition[];
  readonly callTree: CallTree;
  readonly locationCount: number;
  readonly severities: ReadonlyMap<string, SeverityColumn>;
  /** Definitions that region, site and location numbers refer to; omitted if known otherwise. */
  readonly definitions?: SpaceDefinitions;
  /** Omitted if values are those of the whole run. */
  readonly phases?: PhaseAxis;
}
