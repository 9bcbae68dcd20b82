/** What a run did when: time by class in blocks of events, and everything that happened between locations. Pure data. */

/** What time is told apart by in pictures of time. */
export const TIME_CLASSES = [
  'computation',
  'point-to-point',
  'collective',
  'one-sided',
  'OpenMP',
  'I/O',
  'device',
  'other',
] as const;

/** Events of a block at most; where a location has few events, blocks are smaller. */
export const BLOCK_EVENTS = 128;

/** Stands for "no call path" and "not known" in columns of indices. */
export const NOBODY = -1;

/**
 * Blocks of all locations: row `r` begins at `start[r]` seconds, up to which its location spent `seconds[8 * r + c]` in class
 * `c`, `waiting[r]` waiting and `path[r]` on the critical path; `node[r]` is the call path it was at before that moment. Rows
 * of location `l` go from `first[l]` up to `first[l + 1]`; the last of them is its last event.
 */
export interface TimelineBlocks {
  readonly first: Uint32Array;
  /** Events by location. */
  readonly events: Float64Array;
  readonly start: Float64Array;
  readonly seconds: Float64Array;
  readonly waiting: Float64Array;
  readonly path: Float64Array;
  readonly node: Int32Array;
}

/**
 * Waits, by the moment at which they begin. `late` is the location that was waited for, which came at `lateTime` to call
 * path `lateNode`; -1 and NaN where that is not known. `part` is 1 for one that is told of as a part of another row.
 */
export interface TimelineWaits {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly location: Int32Array;
  readonly node: Int32Array;
  readonly late: Int32Array;
  readonly lateNode: Int32Array;
  readonly lateTime: Float64Array;
  readonly property: Uint8Array;
  readonly part: Uint8Array;
}

/** Messages, by the moment at which they were sent; `waiting` is how many seconds they made sender or receiver wait. */
export interface TimelineMessages {
  readonly send: Float64Array;
  readonly receive: Float64Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly waiting: Float64Array;
}

/** Collective operations, by the moment at which the first came; `late` is the location that came last, at `last`. */
export interface TimelineCollectives {
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly end: Float64Array;
  readonly communicator: Int32Array;
  readonly operation: Int32Array;
  readonly late: Int32Array;
  readonly waiting: Float64Array;
}

/** The critical path, in order of time. */
export interface TimelinePath {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly location: Int32Array;
}

export interface Timeline {
  /** Seconds from the start of the trace to its last event. */
  readonly span: number;
  /** Whether times differ from those that were recorded. */
  readonly isChanged: boolean;
  /** What waits are instances of, by number. */
  readonly properties: readonly string[];
  readonly blocks: TimelineBlocks;
  readonly waits: TimelineWaits;
  readonly messages: TimelineMessages;
  readonly collectives: TimelineCollectives;
  readonly path: TimelinePath;
}
