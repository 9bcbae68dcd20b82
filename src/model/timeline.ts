/** Timeline of a run: time by class in blocks of events, and all interactions between locations. Pure data. */

/** Classes of time that are distinguished in pictures. */
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

/** Means "no call path" and "not known" in columns of indices. */
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
 * Waits, ordered by their start. `late` is the location that was waited for, which reached call path `lateNode` at
 * `lateTime`; -1 and NaN if unknown. `part` is 1 for a wait that is reported as a part of another row.
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

/**
 * Messages, by the moment at which they were sent; `waiting` is how many seconds they made sender or receiver wait, `bytes`
 * how much they carried (NaN where that was not kept).
 */
export interface TimelineMessages {
  readonly send: Float64Array;
  readonly receive: Float64Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly waiting: Float64Array;
  readonly bytes: Float64Array;
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

/**
 * The operations of processes in logical order. Row `r` is entered at `enter[r]` and left at `leave[r]`. It is step
 * `step[r]` of its location, `late[r]` seconds after the first operation of that step. Rows of location `l` are
 * `first[l]` up to `first[l + 1]`, in order of time and of steps. A step is one more than the previous step on its
 * location and than those in which its messages were sent. All members of a collective operation are in the same step.
 * `collective[r]` is the row of the collective operation that it is a member of, -1 if it is none.
 */
export interface TimelineSteps {
  readonly first: Uint32Array;
  readonly enter: Float64Array;
  readonly leave: Float64Array;
  readonly late: Float64Array;
  readonly step: Int32Array;
  readonly collective: Int32Array;
}

/** Classes of lateness of operations: upper bounds as shares of the latest operation. */
export const LATENESS = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2] as const;

/**
 * Counter rates per second: row `r` summarizes up to 128 values of counter `counter[r]` on a location, from `from[r]`
 * to `to[r]`. It contains the minimum, the maximum and the mean over time. Rows of location `l` are `first[l]` up to
 * `first[l + 1]`, by counter and then in order of time.
 */
export interface TimelineCounters {
  readonly first: Uint32Array;
  readonly counter: Int32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly mean: Float64Array;
}

/**
 * The communicators of the collective operations: `number` in ascending order, and the locations of their members, which go
 * from `first[c]` up to `first[c + 1]` for number `number[c]`.
 */
export interface TimelineCommunicators {
  readonly number: Int32Array;
  readonly first: Uint32Array;
  readonly member: Int32Array;
}

/**
 * How the clocks of processes were corrected. Knots of process `p` go from `first[p]` up to `first[p + 1]`: what was measured
 * at `measured[k]` is at `corrected[k]`, both in seconds; between knots the shift is linear, and it fades beyond them.
 */
export interface TimelineClocks {
  readonly first: Uint32Array;
  readonly measured: Float64Array;
  readonly corrected: Float64Array;
}

/** Name and unit of a counter. */
export interface CounterName {
  readonly name: string;
  readonly unit: string;
}

export interface Timeline {
  /** Seconds from the start of the trace to its last event. */
  readonly span: number;
  /** Whether times differ from recorded ones by more than the corrections of clocks. */
  readonly isChanged: boolean;
  /** Properties of which waits are instances, by number. */
  readonly properties: readonly string[];
  readonly blocks: TimelineBlocks;
  readonly waits: TimelineWaits;
  readonly messages: TimelineMessages;
  readonly collectives: TimelineCollectives;
  readonly path: TimelinePath;
  readonly steps: TimelineSteps;
  /** By number. */
  readonly counterNames: readonly CounterName[];
  readonly counters: TimelineCounters;
  readonly communicators: TimelineCommunicators;
  /** Omitted if no clock was corrected. */
  readonly clocks?: TimelineClocks;
}
