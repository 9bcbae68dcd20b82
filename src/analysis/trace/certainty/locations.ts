import type { Location } from '../../../model/definitions.js';
import type { UncertainState } from '../../../model/findings/findings.js';
import type { Loss, Trace } from '../../../model/trace.js';
import type { LocationProfile } from '../profile/locationProfile.js';

/** How far the records of one location can be relied on. */
export interface LocationCertainty {
  readonly location: number;
  /** Undefined where nothing is uncertain. */
  readonly state: UncertainState | undefined;
  /**
   * All that happened up to this time is in the trace, in seconds: the last event of a location that ends early,
   * -Infinity where records may be missing anywhere, Infinity where none are.
   */
  readonly until: number;
}

/**
 * Judges each location from the result of reading it.
 * @returns in order of the locations' indices
 */
export function certaintyOf(
  { definitions, losses }: Pick<Trace, 'definitions' | 'losses'>,
  profiles: readonly LocationProfile[],
): LocationCertainty[] {
  const byLocation = new Map(profiles.map((profile) => [profile.location, profile]));
  return definitions.locations.map((defined, location) => {
    const profile = byLocation.get(location);
    const state = profile === undefined ? undefined : stateOf(defined, profile, losses?.get(location));
    return { location, state, until: untilOf(state, profile) };
  });
}

function stateOf(defined: Location, profile: LocationProfile, loss: Loss | undefined): UncertainState | undefined {
  const { strayLeaves, crossedLeaves, unclosed } = profile.irregularities;
  if (profile.events === 0) return loss === undefined ? undefined : 'lost';
  if (loss === 'cut' || loss === 'damaged') return 'cut';
  if (strayLeaves + crossedLeaves > 0) return 'unbalanced';
  if (loss !== undefined) return 'gaps';
  // The file is whole, but the program or its measurement was stopped in the middle.
  if (unclosed > 0) return 'cut';
  return isThread(defined) && recordsNoCalls(profile) ? 'metrics-only' : undefined;
}

function recordsNoCalls({ times, isWorker, flushes }: LocationProfile): boolean {
  return !isWorker && times.visits.reduce((all, visits) => all + visits, 0) <= flushes;
}

function untilOf(state: UncertainState | undefined, profile: LocationProfile | undefined): number {
  if (state === undefined) return Number.POSITIVE_INFINITY;
  return state === 'cut' && profile !== undefined ? profile.last : Number.NEGATIVE_INFINITY;
}

/** Whether the location is a thread of a program, and no stream of a device or source of metrics. */
export function isThread({ type }: Location): boolean {
  return type === 'cpu-thread' || type === 'unknown';
}
