/** Functions and calls, as gprof's tables have them. */

/** A line of the flat profile. */
export interface FlatEntry {
  readonly name: string;
  /** Number in the call graph, where it is printed here too. */
  readonly index?: number;
  /** In the unit of the report. */
  readonly self: number;
  /** Undefined for functions that were not compiled to be counted. */
  readonly calls: number | undefined;
}

/** A function of the call graph, or a cycle of them as a whole. */
export interface GraphEntry {
  readonly index: number;
  readonly name: string;
  readonly self: number;
  /** Calls by others; recursive calls are not included. */
  readonly calls: number;
  /** Number of the cycle that it belongs to; 0 where it belongs to none. */
  readonly cycle: number;
  /** Whether it represents all functions of its cycle. */
  readonly isWhole: boolean;
}
