/**
 * What a CUBE file says besides its values: the content of anchor.xml as data. Cross references are array indices.
 */

/** How the values of a metric are stored along the call tree; derived ones have an expression instead of values. */
export type MetricKind = 'exclusive' | 'inclusive' | 'derived';

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

/** A fact that tells call paths of the same regions apart. */
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
}

/** The stored values of one metric: `value[row * locations + location]` belongs to call path `callPath[row]`; other paths have 0. */
export interface CubeRows {
  readonly callPath: Uint32Array;
  readonly value: Float64Array;
}
