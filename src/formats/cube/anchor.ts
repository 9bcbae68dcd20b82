import type { Problem } from '../../base/problem.js';
import type { Topology } from '../../model/topology.js';

/** Data of a CUBE file apart from its values: the content of anchor.xml. Cross references are array indices. */

/** How the values of a metric are stored along the call tree; derived ones have a formula instead of values. */
export type MetricKind = 'exclusive' | 'inclusive' | 'derived';

/** The formula of a derived metric, in CubePL. */
export interface CubeFormula {
  /** Whether the formula yields an exclusive or an inclusive value of a call path, or is evaluated on sums. */
  readonly of: 'exclusive' | 'inclusive' | 'sums';
  readonly text: string;
  /** Evaluated once before; sets variables. Empty when there is none. */
  readonly first: string;
  /** By what values are added up and taken from each other instead of + and -; empty where by these. */
  readonly plus: string;
  readonly minus: string;
  readonly aggregation: string;
}

export interface CubeMetric {
  /** Number that its files are named by. */
  readonly id: number;
  /** Unique name. */
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** CUBE's name of the type of its values, such as `DOUBLE`. */
  readonly dataType: string;
  /** Unit of measurement, such as `sec`, `occ`, `bytes`. */
  readonly unit: string;
  readonly url: string;
  readonly description: string;
  readonly kind: MetricKind;
  /** Only derived metrics have one. */
  readonly formula?: CubeFormula;
  /** Index of the metric that contains this one, -1 at a root. Parents come first. */
  readonly parent: number;
}

export interface CubeRegion {
  readonly name: string;
  readonly mangledName: string;
  readonly paradigm: string;
  readonly role: string;
  readonly description: string;
  /** Source file, or a pseudo file such as `MPI`; empty when unknown. */
  readonly file: string;
  /** First and last line; -1 when unknown. */
  readonly beginLine: number;
  readonly endLine: number;
}

/** A parameter that distinguishes call paths of the same regions. */
export interface CubeParameter {
  readonly key: string;
  readonly value: string | number;
}

/** The call tree in the order of the file: every node before its children, a subtree in one stretch. */
export interface CubeCallTree {
  readonly size: number;
  /** Identifier of each node in the file. */
  readonly id: Uint32Array;
  /** Index of the calling node, -1 at a root. */
  readonly parent: Int32Array;
  /** Region index. */
  readonly region: Uint32Array;
  /** Line of the call, -1 when unknown. */
  readonly line: Int32Array;
  /** File of the call, empty when unknown. */
  readonly file: readonly string[];
  /** Parameters by node, for the nodes that have any. */
  readonly parameters: ReadonlyMap<number, readonly CubeParameter[]>;
}

/** A machine, node or other part of the system. */
export interface CubeSystemNode {
  readonly name: string;
  readonly className: string;
  /** Index of the parent, -1 at a root. */
  readonly parent: number;
}

export interface CubeGroup {
  readonly name: string;
  readonly rank: number;
  /** `process`, `accelerator` or `metrics`. */
  readonly type: string;
  /** Index of its system node. */
  readonly node: number;
}

export interface CubeLocation {
  readonly name: string;
  readonly rank: number;
  /** `thread`, `accelerator stream` (once `gpu`) or `metric`. */
  readonly type: string;
  /** Index of its group. */
  readonly group: number;
}

export interface CubeAnchor {
  /** Of the anchor's syntax, such as `4.4`. */
  readonly version: string;
  /** Free-form facts. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly metrics: readonly CubeMetric[];
  readonly regions: readonly CubeRegion[];
  readonly callTree: CubeCallTree;
  readonly systemTree: readonly CubeSystemNode[];
  readonly groups: readonly CubeGroup[];
  /** In the order of their identifiers: index n is column n of the values. */
  readonly locations: readonly CubeLocation[];
  readonly topologies: readonly Topology[];
  /** How many places in topologies mean nothing. */
  readonly placesLeft: number;
}

/** The stored values of one metric: `value[row * locations + location]` belongs to call path `callPath[row]`; other paths have 0. */
export interface CubeRows {
  readonly callPath: Uint32Array;
  readonly value: Float64Array;
}

/** Values that are made of several numbers: `parts[part][row * locations + location]`. */
export interface CubeParts {
  readonly callPath: Uint32Array;
  readonly parts: readonly Float64Array[];
}

/** A CUBE file of whichever version: what it defines, and the values of one metric at a time. */
export interface CubeSource {
  readonly anchor: CubeAnchor;
  /** Problems found so far; reading values may add to it. */
  readonly problems: readonly Problem[];
  /**
   * Returns the stored values of a metric: exclusive or inclusive along the call tree, depending on its kind, and
   * including its child metrics. Undefined when it has none (a derived metric) or they are damaged, which is then among
   * the problems.
   * @param metric index of the metric
   */
  readonly rows: (metric: number) => CubeRows | undefined;
  /** Returns the components of composite values; omitted for files without such values. */
  readonly parts?: (metric: number) => CubeParts | undefined;
  /** Whether values of a metric could not be read, or may be missing; known once its rows were asked for. */
  readonly isLost: (metric: number) => boolean;
}
