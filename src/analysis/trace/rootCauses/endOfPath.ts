import type { NodeTimes } from '../profile/nodeTimes.js';
import { Operation } from '../operations.js';
import type { Intervals } from './intervals.js';
import type { MarkPlace, Timelines } from './timelines.js';

/** What is known of a location once its events were read. */
export interface LocationResult {
  readonly location: number;
  readonly intervals: Intervals;
  readonly times: NodeTimes;
  /** Time of the last event; NaN when there is none. */
  readonly last: number;
  /** Whether it forked teams of threads, and whether it was part of another one's. */
  readonly hasForked: boolean;
  readonly isWorker: boolean;
}

/**
 * The critical path ends where the last process enters MPI_Finalize. In programs without MPI it ends with the thread
 * that forks teams, or else with the location that ends last.
 */
export function endOfPath(timelines: Timelines, locations: readonly LocationResult[]): MarkPlace | undefined {
  const { kind, enter } = timelines.records.operations.columns;
  let last = -1;
  for (let row = 0; row < timelines.records.operations.length; row++) {
    if (kind[row] === Operation.Finalize && (last < 0 || enter[row] > enter[last])) last = row;
  }
  if (last >= 0) return { location: timelines.locationOf(last), index: timelines.indexOf(last) };
  const ending = locations.find(({ hasForked }) => hasForked) ?? lastOf(locations);
  return ending === undefined ? undefined : { location: ending.location, index: ending.intervals.count };
}

function lastOf(locations: readonly LocationResult[]): LocationResult | undefined {
  return locations.reduce<LocationResult | undefined>(
    (latest, location) => (latest === undefined || location.last > latest.last ? location : latest),
    undefined,
  );
}
