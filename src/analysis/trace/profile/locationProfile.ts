import type { Intervals } from '../intervals/intervals.js';

/**
 * Time and visits of one location by call-tree node. Slot n + 1 belongs to node n; slot 0 holds time that belongs to no
 * node. Times are seconds, exclusive of called regions.
 */
export interface TimesByNode {
  /** Outside parallel regions this thread forked, and within them. */
  readonly serial: Float64Array;
  readonly inTeam: Float64Array;
  readonly visits: Float64Array;
  /** Time to start and to end teams, by node. Not contained in the other times. */
  readonly fork: ReadonlyMap<number, number>;
  readonly management: ReadonlyMap<number, number>;
  /** Length of the parallel regions that went without this worker thread. */
  readonly limited: ReadonlyMap<number, number>;
}

/** Counts of irregularities in the events of a location. */
export interface Irregularities {
  /** LEAVE records whose region was not open. */
  readonly strayLeaves: number;
  /** LEAVE records of a region in which another one was still open. */
  readonly crossedLeaves: number;
  /** Regions still open at the end. */
  readonly unclosed: number;
  /** Calls below the depth limit. */
  readonly folded: number;
}

/** Data of a location after its events were read, in addition to the records that cross locations. */
export interface LocationProfile {
  /** Index of the location. */
  readonly location: number;
  readonly events: number;
  /** Times of the first and the last event, in seconds; NaN when there is none. */
  readonly first: number;
  readonly last: number;
  readonly times: TimesByNode;
  readonly intervals: Intervals;
  readonly irregularities: Irregularities;
  /** How often its buffer of events was written; that is no call of the program. */
  readonly flushes: number;
  /** Whether this thread took part in a team another thread forked, and whether it forked one. */
  readonly isWorker: boolean;
  readonly hasForked: boolean;
  /** Whether the trace names a request that this thread tested in vain. */
  readonly recordsTests: boolean;
}

/** A profile as plain data, without the machinery that made it. */
export function plainProfile(profile: LocationProfile): LocationProfile {
  const { location, events, first, last, irregularities, flushes, isWorker, hasForked, recordsTests } = profile;
  const { serial, inTeam, visits, fork, management, limited } = profile.times;
  const { count, marks, start, node, seconds } = profile.intervals;
  return {
    location,
    events,
    first,
    last,
    irregularities,
    flushes,
    isWorker,
    hasForked,
    recordsTests,
    times: { serial, inTeam, visits, fork, management, limited },
    intervals: { count, marks: { first: marks.first, row: marks.row }, start, node, seconds },
  };
}
