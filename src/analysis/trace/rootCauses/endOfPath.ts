import { absent } from '../../../base/elements.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import { Operation } from '../metrics/operations.js';
import type { MarkPlace, Timelines } from './timelines.js';

/**
 * The critical path ends where the last process enters MPI_Finalize. In programs without MPI it ends with the thread
 * that forks teams, or else with the location that ends last.
 */
export function endOfPath(timelines: Timelines, locations: readonly LocationProfile[]): MarkPlace | undefined {
  const { kind, enter } = timelines.operations.columns;
  let last = -1;
  let latest = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < timelines.operations.length; row++) {
    if (kind[row] !== Operation.Finalize) continue;
    const time = enter[row] ?? absent(row);
    if (last < 0 || time > latest) [last, latest] = [row, time];
  }
  if (last >= 0) return { location: timelines.locationOf(last), index: timelines.indexOf(last) };
  const ending = locations.find(({ hasForked }) => hasForked) ?? lastOf(locations);
  return ending === undefined ? undefined : { location: ending.location, index: ending.intervals.count };
}

function lastOf(locations: readonly LocationProfile[]): LocationProfile | undefined {
  return locations.reduce<LocationProfile | undefined>(
    (latest, location) => (latest === undefined || location.last > latest.last ? location : latest),
    undefined,
  );
}
